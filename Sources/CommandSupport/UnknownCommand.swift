import ArgumentParser
import CodedErrors
import Streams
import Vicinity

/// A word where a command was expected: the first one, the one after a command that has commands of its own, or an
/// argument of `help`.
struct UnknownCommand: CustomStringConvertible {
  /// The commands before it.
  private let path: [String]
  private let word: String
  private let suggestion: String?

  /// - Returns: nil when all commands are known.
  init?(_ arguments: [String], of root: any ParsableCommand.Type) {
    var (command, path): (any ParsableCommand.Type, [String]) = (root, [])
    for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      if let next = subcommands.first(where: { $0.configuration.commandName == word }) {
        command = next
        path.append(word)
        continue
      }
      guard command.configuration.defaultSubcommand == nil else { return nil }
      (self.path, self.word) = (path, word)
      suggestion = Suggestion.nearest(to: word, among: subcommands.compactMap { $0.configuration.commandName })
      return
    }
    return nil
  }

  var description: String {
    let before = path.map { "\($0) " }.joined()
    let advice = suggestion.map { "Did you mean \(before)\($0)?" } ?? "`vicinity \(before)--help` lists them."
    return "there is no command \"\(before)\(word.shortened)\". \(advice)"
  }
}
