/// The terminal features that a table may use.
public struct TableStyle: Hashable, Sendable {
  /// The width of the terminal in columns; nil leaves long texts uncut.
  public var width: Int?
  /// Whether the terminal supports colors (ANSI X3.64 escape sequences).
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
