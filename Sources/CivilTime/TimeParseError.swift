import CodedErrors

/// The error for text that is not a valid date or time.
public struct TimeParseError: CodedError, Hashable {
  /// The text as given.
  public let text: String
  /// The position of the error, in UTF-8 bytes from the start of the text.
  public let position: Int
  /// What was expected there, such as "a month from 01 to 12".
  public let expected: String
}

extension TimeParseError {
  /// Stable, for programs.
  public var code: String { "bad-time" }

  /// The text, the position and the expectation in one line.
  public var description: String {
    let shown = text.count > 60 ? "\(text.prefix(60))…" : text
    return "\"\(shown)\" is not a valid time: expected \(expected) at position \(position)"
  }
}
