import ArgumentParser
import CodedErrors
import Streams

/// The message for a command line that the parser rejects, in the form of the other errors.
///
/// The parser describes its errors only as English text, from which this takes the names and values.
struct WrongUsage: CustomStringConvertible {
  /// Without the name of the program.
  let description: String

  /// - Parameters:
  ///   - error: what the parser threw for the arguments.
  ///   - path: the command that they call.
  init<Root: ParsableCommand>(_ error: any Error, of path: CommandPath, root: Root.Type) {
    let message = root.message(for: error)
    let full = root.fullMessage(for: error, columns: 80)
    guard let finding = Finding(message, of: path, root: root) else {
      description = message
      return
    }
    var lines = [finding.text]
    if let start = full.firstRange(of: "\nHelp:  "), let end = full.firstRange(of: "\nUsage: ") {
      lines.append("Help:  \(full[start.upperBound..<end.lowerBound])")
    }
    if finding.showsUsage {
      lines.append("Usage: \(root.usageString(for: path.command).replacing("\n", with: "\n       "))")
    }
    description = (lines + ["See `\(path.text) --help`."]).joined(separator: "\n")
  }

  /// The first line; nil for the errors of a command's own validation, which say all that there is to say.
  private struct Finding {
    let text: String
    /// Whether the form of the command says more than the line.
    var showsUsage = false

    init?(_ message: String, of path: CommandPath, root: any ParsableCommand.Type) {
      if let option = message.quotation(after: "Unknown option '") {
        text = "\(UnknownOption(option, of: path, root: root))"
      } else if let input = message.quotation(after: "Missing expected argument '") {
        (text, showsUsage) = ("\(input) is missing", true)
      } else if let option = message.quotation(after: "Missing value for '") {
        let name = option.prefix { $0 != " " }
        text = "\(name) needs a value" + (name == option ? "" : ": \(option)")
      } else if let value = Self.badValue(message) {
        text = value
      } else if let word = message.quotation(after: "Unexpected argument '") {
        (text, showsUsage) = ("unexpected argument \"\(word.shortened)\"", true)
      } else if message.contains(" unexpected arguments: '") {
        (text, showsUsage) = (message, true)
      } else {
        return nil
      }
    }

    /// The line for a value that an option or argument cannot have.
    private static func badValue(_ message: String) -> String? {
      guard message.hasPrefix("The value '"), let middle = message.firstRange(of: "' is invalid for '") else {
        return nil
      }
      let value = String(message[..<middle.lowerBound].dropFirst("The value '".count)).asTyped
      let rest = message[middle.upperBound...]
      let input = rest.prefix { $0 != "'" }
      let name = input.hasPrefix("-") ? input.prefix { $0 != " " } : input
      guard let list = rest.firstRange(of: "Please provide one of") else {
        return "\(name): cannot read \"\(value.shortened)\""
      }
      let known = words(in: rest[list.upperBound...])
      let advice = Suggestion.nearest(to: value, among: known).map { " Did you mean \($0)?" } ?? ""
      return "\(name): \"\(value.shortened)\" is not one of \(known.joined(separator: ", ")).\(advice)"
    }

    /// The values of a list: in quotes or, when there are many, each in a line with a hyphen.
    private static func words(in list: Substring) -> [String] {
      let lines = list.split(separator: "\n").filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
      guard lines.isEmpty else { return lines }
      return list.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
  }
}

extension String {
  /// What follows a beginning, up to the next quotation mark; nil without the beginning.
  fileprivate func quotation(after beginning: String) -> String? {
    guard hasPrefix(beginning) else { return nil }
    return String(dropFirst(beginning.count).prefix { $0 != "'" })
  }

  /// Without the space that keeps a minus sign from looking like an option (`CommandLineArguments`).
  package var asTyped: String { hasPrefix(" -") ? String(dropFirst()) : self }
}
