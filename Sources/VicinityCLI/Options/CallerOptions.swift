import ArgumentParser

/// The member who runs the query.
struct CallerOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The member asking: hosts, and guests with a confirmed stay, see the exact place.", valueName: "member",
      visibility: .hidden))
  var caller: String?
}
