/// A sloppy spelling that was accepted, with its correct form.
public struct OpeningHoursWarning: Hashable, Sendable {
  /// Its position, in UTF-8 bytes from the start of the text.
  public let position: Int
  /// The text that was found there.
  public let found: String
  /// What is wrong with it.
  public let problem: String
  /// The correct form, when it is short.
  public let correction: String?
  /// Whether `opening_hours.js` would reject the value because of it.
  public let isUncommon: Bool
}

extension OpeningHoursWarning: CustomStringConvertible {
  /// The position, the problem and the correct form in one line.
  public var description: String {
    "position \(position): \"\(found)\": \(problem)\(correction.map { $0.isEmpty ? "; leave it out" : "; write \"\($0)\"" } ?? "")"
  }
}
