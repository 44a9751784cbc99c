/// What a table may use of the screen it is written to.
public struct TableStyle: Hashable, Sendable {
  /// The columns of the screen; nil leaves long texts whole.
  public var width: Int?
  /// Whether the screen understands colors (ANSI X3.64 escape sequences).
  public var usesColor: Bool

  /// Makes a style; the default suits a file.
  public init(width: Int? = nil, usesColor: Bool = false) {
    self.width = width
    self.usesColor = usesColor
  }

  /// A kind of emphasis.
  package enum Emphasis: String {
    case heading = "1"
    case faint = "2"
    case good = "32"
    case doubtful = "33"
  }

  package func applied(_ emphasis: Emphasis?, to text: String) -> String {
    guard usesColor, let emphasis else { return text }
    return "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m"
  }
}
