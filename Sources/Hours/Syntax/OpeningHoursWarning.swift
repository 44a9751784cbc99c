/// A sloppy spelling that was understood, and the form to write instead.
public struct OpeningHoursWarning: Hashable, Sendable {
  /// Where it stands, in UTF-8 bytes from the start of the text.
  public let position: Int
  /// The text that was found there.
  public let found: String
  /// What is wrong with it.
  public let problem: String
  /// The correct form, when it is short enough to say.
  public let correction: String?
  /// Whether `opening_hours.js` would reject the value for it.
  public let isUncommon: Bool
}

extension OpeningHoursWarning: CustomStringConvertible {
  /// The place, the problem and the correct form in one line.
  public var description: String {
    "position \(position): \"\(found)\": \(problem)\(correction.map { $0.isEmpty ? "; leave it out" : "; write \"\($0)\"" } ?? "")"
  }
}
