/// Makes what people type unambiguous before it is parsed.
enum CommandLineArguments {
  /// The arguments with negative numbers and `-rating` kept from looking like options, and `--open` alone meaning `--open=now`.
  static func prepared(_ arguments: [String]) -> [String] {
    var prepared: [String] = []
    var arguments = arguments[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--":
        return prepared + [argument] + arguments
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

  /// The option, with its value, that stands before a word; nil when there is none.
  static func option(before word: String, in arguments: [String]) -> String? {
    guard let index = arguments.firstIndex(of: word) else { return nil }
    let before = arguments[..<index].suffix(2)
    guard let start = before.lastIndex(where: { $0.hasPrefix("--") }) else { return nil }
    return before[start...].joined(separator: " ")
  }

  /// `-33.9,151.2`: a minus sign with a digit behind it starts no option of ours.
  private static func isNegativeNumber(_ argument: String) -> Bool {
    let rest = argument.dropFirst()
    return argument.first == "-" && (rest.first == "." ? rest.dropFirst() : rest).first?.isNumber == true
  }

  /// Whether the word behind `--open` belongs to it; coordinates, ids and options do not.
  private static func isMoment(_ argument: String) -> Bool {
    if argument.hasPrefix("-") || argument.contains(",") { return false }
    // What only looks like a date is taken too, so that the message speaks of the time and not of a coordinate.
    let looksLikeDate = argument.prefix(4).allSatisfy(\.isNumber) && argument.dropFirst(4).first == "-"
    return argument.lowercased() == "now" || argument.contains(":") || looksLikeDate
  }
}
