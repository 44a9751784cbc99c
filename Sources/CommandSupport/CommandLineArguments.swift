import Streams
import Vicinity

/// Resolves ambiguities in arguments before they are parsed.
package enum CommandLineArguments {
  /// The arguments with negative numbers and `-rating` protected from being parsed as options, a bare `--open` as
  /// `--open=now`, and `--help-all` as the parser calls it.
  package static func prepared(_ arguments: [String]) -> [String] {
    var prepared: [String] = []
    // Each command has the flag, the root has not.
    var arguments = arguments.drop { quietFlags.contains($0) }
    while let argument = arguments.popFirst() {
      switch argument {
      case "--":
        return prepared + [argument] + arguments
      case "--help-all": prepared.append("--help-hidden")
      case "--open":
        let value = arguments.first.flatMap { isMoment($0) ? $0 : nil }
        if value != nil { arguments.removeFirst() }
        prepared.append("--open=\(value ?? "now")")
      case "--sort", "--front":
        // `-rating` is a key, not an option.
        let value = arguments.first.flatMap { $0.hasPrefix("-") && !$0.hasPrefix("--") ? $0 : nil }
        if value != nil { arguments.removeFirst() }
        prepared.append(value.map { "\(argument)=\($0)" } ?? argument)
      default:
        prepared.append(isNegativeNumber(argument) ? " \(argument)" : argument)
      }
    }
    return prepared
  }

  /// The names of the flag of `QuietOptions`.
  package static let quietFlags = ["-q", "--quiet"]

  /// Whether a flag among the arguments asks for errors only.
  package static func areQuiet(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { quietFlags.contains($0) }
  }

  /// The option, with its value, before a word; nil when there is none.
  package static func option(before word: String, in arguments: [String]) -> String? {
    guard let index = arguments.firstIndex(of: word) else { return nil }
    let before = arguments[..<index].suffix(2)
    guard let start = before.lastIndex(where: { $0.hasPrefix("--") }) else { return nil }
    return before[start...].joined(separator: " ")
  }

  /// `-33.9,151.2`: no option of the command begins with a minus sign and a digit.
  private static func isNegativeNumber(_ argument: String) -> Bool {
    let rest = argument.dropFirst()
    return argument.first == "-" && (rest.first == "." ? rest.dropFirst() : rest).first?.isNumber == true
  }

  /// Whether the word after `--open` is its value; coordinates, ids and options are not.
  private static func isMoment(_ argument: String) -> Bool {
    if argument.hasPrefix("-") || argument.contains(",") { return false }
    // Anything that looks like a date is included, so that the message is about the time and not about a coordinate.
    let looksLikeDate = argument.prefix(4).allSatisfy(\.isNumber) && argument.dropFirst(4).first == "-"
    return argument.contains(":") || looksLikeDate || opening(argument) != nil
  }

  /// The word as a value of `--open`.
  private static func opening(_ argument: String) -> Query.Opening? {
    try? Query(json: .object(JSONObject([("open", .string(argument))]))).open
  }
}
