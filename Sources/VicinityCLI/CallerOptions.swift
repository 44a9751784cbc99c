import ArgumentParser

/// Who asks.
struct CallerOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Who asks: a host, or a guest whose stay is confirmed, sees where the couch really is.", valueName: "member"))
  var caller: String?
}
