/// A text that is not the date or time it should be.
public struct TimeParseError: Error, Hashable, Sendable {
  /// The text as given.
  public let text: String
  /// Where it went wrong, in UTF-8 bytes from the start of the text.
  public let position: Int
  /// What was expected there, such as "a month from 01 to 12".
  public let expected: String
}

extension TimeParseError: CustomStringConvertible {
  /// The text, the place and the expectation in one line.
  public var description: String {
    let shown = text.count > 60 ? "\(text.prefix(60))…" : text
    return "\"\(shown)\" is not a valid time: expected \(expected) at position \(position)"
  }
}
