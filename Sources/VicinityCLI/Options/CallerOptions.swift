import ArgumentParser

/// The member who runs the query.
struct CallerOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The member who runs the query: hosts, and guests with a confirmed stay, see exact locations.",
      valueName: "member",
      visibility: .hidden))
  var caller: String?
}
