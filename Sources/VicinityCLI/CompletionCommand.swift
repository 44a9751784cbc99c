import ArgumentParser
import CommandSupport

extension CompletionShell: @retroactive ExpressibleByArgument {}

/// Prints the script by which a shell completes the command.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion", abstract: "Print the script by which bash, zsh or fish completes commands.",
    usage: "vicinity completion <bash|zsh|fish>",
    discussion: """
      Examples:
        vicinity completion bash > /etc/bash_completion.d/vicinity
        vicinity completion zsh > "${fpath[1]}/_vicinity"
        vicinity completion fish > ~/.config/fish/completions/vicinity.fish
      """)

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: CompletionShell

  func run() throws {
    try Console.write(exactly: CompletionScript.script(VicinityCommand.completionScript(for: shell), for: shell))
  }
}
