import ArgumentParser

/// What `benchmarks/server` needs besides programs that others wrote.
@main
struct ServerLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server-load",
    abstract: "Ask a server at a constant rate, or be one that only says hello.",
    discussion: "Run it from a release build: swift run -c release ServerLoad",
    subcommands: [Ask.self, Hello.self])
}
