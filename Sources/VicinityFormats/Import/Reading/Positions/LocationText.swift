import Geography
import Streams
import Vicinity

/// The location of an event as text, which may contain its position.
enum LocationText {
  /// The position that a text is or contains: two numbers of degrees, as in `Keller (48.7758, 9.1829)`, or the link of
  /// a map; nil for other texts, also for two numbers that may be of anything else.
  static func coordinate(in text: String) -> Coordinate? {
    guard text.utf8.count <= longest else { return nil }
    let found = position(of: text) ?? parts(of: text).lazy.compactMap { position(of: $0) }.first
    return found.flatMap { $0.isValid ? $0 : nil }
  }

  /// The text, unless it is nothing but a position.
  static func address(in text: String) -> String? {
    text.utf8.count <= longest && position(of: text).map { $0.isValid } ?? false ? nil : text
  }

  /// Bytes; a longer text is a description.
  private static let longest = 2000

  /// The position that a whole text is.
  private static func position(of text: String) -> Coordinate? {
    // `Hall 3/4` and `12 15` are no degrees.
    let isLink = text.contains("://") || text.lowercased().hasPrefix("geo:")
    let isCertain = isLink || text.contains("°") || text.matches(of: /\d[.,]\d{2,}/).count == 2
    return isCertain ? try? PositionText.coordinate(in: text) : nil
  }

  /// Links, and what is in brackets.
  private static func parts(of text: String) -> [String] {
    let words = text.split { $0.isWhitespace || "<>\"".contains($0) }.map(String.init)
    let links = words.filter { $0.contains("://") || $0.lowercased().hasPrefix("geo:") }
    let brackets = text.matches(of: /[(\[](?<inner>[^()\[\]]+)[)\]]/).map { String($0.inner) }
    let pairs = text.matches(of: /-?\d{1,2}\.\d{3,}\s*[,;]\s*-?\d{1,3}\.\d{3,}/).map { String($0.output) }
    return links + brackets + pairs
  }
}
