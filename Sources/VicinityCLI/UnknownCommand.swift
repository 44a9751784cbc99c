import ArgumentParser
import CodedErrors
import Streams
import Vicinity

/// An unknown command as the first word, or as the argument of `help`.
struct UnknownCommand: CustomStringConvertible {
  private let word: String
  private let suggestion: String?

  /// - Returns: nil when the word is a command, or an option.
  init?(_ arguments: [String]) {
    guard let first = arguments.first else { return nil }
    let names = VicinityCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    let asked = first == "help" ? arguments.dropFirst().first : first
    guard let asked, !asked.hasPrefix("-"), asked != "help", !names.contains(asked) else { return nil }
    word = asked
    suggestion = Suggestion.nearest(to: asked, among: names)
  }

  var description: String {
    "there is no command \"\(word.shortened)\"."
      + (suggestion.map { " Did you mean \($0)?" } ?? " `vicinity --help` lists them.")
  }
}
