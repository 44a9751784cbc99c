import ArgumentParser

/// The parts of `benchmarks/server` that are not third-party programs.
@main
struct ServerLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server-load",
    abstract: "Ask a server at a constant rate, or be one that only says hello.",
    discussion: "Run it from a release build: swift run -c release ServerLoad",
    subcommands: [Ask.self, Hello.self])
}
