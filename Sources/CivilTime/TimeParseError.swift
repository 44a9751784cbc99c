import CodedErrors

/// The error for text that is not a valid date or time.
public struct TimeParseError: CodedError, Hashable {
  /// The text as given.
  public let text: String
  /// The position of the error, in UTF-8 bytes from the start of the text.
  public let position: Int
  /// What was expected there, such as "a month from 01 to 12".
  public let expected: String
  /// Why the date does not exist, such as "February 2026 has 28 days"; nil for other errors.
  public let nonexistence: String?

  init(text: String, position: Int, expected: String, nonexistence: String? = nil) {
    (self.text, self.position, self.expected, self.nonexistence) = (text, position, expected, nonexistence)
  }
}

extension TimeParseError {
  /// Stable, for programs.
  public var code: String { "bad-time" }

  /// The text, the position and the expectation in one line.
  public var description: String {
    let shown = text.count > 60 ? "\(text.prefix(60))…" : text
    if let nonexistence { return "\"\(shown)\" does not exist: \(nonexistence)" }
    return "\"\(shown)\" is not a valid time: expected \(expectation)"
  }

  /// What was expected, and where; an error at the start is about the whole text.
  package var expectation: String { position == 0 ? expected : "\(expected) at position \(position + 1)" }
}
