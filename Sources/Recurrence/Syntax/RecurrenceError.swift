import CodedErrors

/// Why a text is not a valid recurrence.
public struct RecurrenceError: CodedError, Hashable {
  /// The line as given, shortened when it is long.
  public internal(set) var text: String
  /// The number of the line in the text, from 1.
  public internal(set) var line = 1
  /// The position of the error, in UTF-8 bytes from the start of the line.
  public internal(set) var position: Int
  /// The text found there; nil at the end of the line.
  public let found: String?
  /// What was expected there.
  public let expected: String
  /// The text to write instead, when there is an obvious correction.
  public let suggestion: String?

  init(_ text: String, at position: Int, found: String?, expected: String, suggestion: String? = nil) {
    self.text = text.count > 80 ? "\(text.prefix(80))…" : text
    self.position = position
    self.found = found.map { $0.count > 40 ? "\($0.prefix(40))…" : $0 }
    self.expected = expected
    self.suggestion = suggestion
  }
}

extension RecurrenceError {
  /// Stable, for programs.
  public var code: String { "bad-recurrence" }

  /// The position, what was found and expected there, and the suggestion, in one line.
  public var description: String {
    let place = found.map { "\"\($0)\" at position \(position)" } ?? "the end of the text"
    let hint = suggestion.map { ". \($0)" } ?? ""
    return "\(line > 1 ? "line \(line): " : "")\"\(text)\": expected \(expected), found \(place)\(hint)"
  }

  /// The same error inside a longer text.
  func moved(by offset: Int, in text: String, line: Int) -> RecurrenceError {
    var error = RecurrenceError(
      text, at: position + offset, found: found, expected: expected, suggestion: suggestion)
    error.line = line
    return error
  }
}
