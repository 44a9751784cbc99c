import ArgumentParser

/// The commands that arguments name: those from below the root to the one that is called.
struct CommandPath {
  /// Their names, such as `field` and `add`.
  private(set) var names: [String] = []
  private(set) var command: any ParsableCommand.Type
  /// A word where the name of a command was expected; nil when all commands are known.
  private(set) var unknown: String?

  init(_ arguments: [String], of root: any ParsableCommand.Type) {
    command = root
    for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
      if let next = subcommands.first(where: { $0.configuration.isCalled(word) }) {
        command = next
        names.append(next.configuration.commandName ?? word)
        continue
      }
      if command.configuration.defaultSubcommand == nil { unknown = word }
      return
    }
  }

  /// As it is typed.
  var text: String { (["vicinity"] + names).joined(separator: " ") }
}

extension CommandConfiguration {
  /// Whether a word is the name, or another spelling of it.
  fileprivate func isCalled(_ word: String) -> Bool { commandName == word || aliases.contains(word) }
}
