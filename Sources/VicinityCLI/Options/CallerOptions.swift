import ArgumentParser
import Vicinity

/// The member who runs the query.
struct CallerOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: QueryInput.named("as"), completion: .member)
  var caller: String?
}
