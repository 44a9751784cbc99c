import CodedErrors

/// Why a text is not a valid `opening_hours` value.
public struct OpeningHoursError: CodedError, Hashable {
  /// The text as given, shortened when it is long.
  public let text: String
  /// The position of the error, in UTF-8 bytes from the start of the text.
  public let position: Int
  /// The text found there; nil at the end of the text.
  public let found: String?
  /// What was expected there.
  public let expected: String
  /// The text to write instead, when there is an obvious correction.
  public let suggestion: String?
}

extension OpeningHoursError {
  /// Stable, for programs.
  public var code: String { "bad-opening-hours" }

  /// The position, what was found and expected there, and the suggestion, in one line.
  public var description: String {
    let place = found.map { "\"\($0)\" at position \(position)" } ?? "the end of the text"
    let hint = suggestion.map { ". \($0)" } ?? ""
    return "\"\(text)\": expected \(expected), found \(place)\(hint)"
  }
}
