import Vicinity

/// The limits of a text: in characters, for its writers, and in bytes, for storing and sending it. A character may have
/// any number of combining marks.
package struct TextLimit: Sendable {
  var characters: ClosedRange<Int>

  /// Bytes in UTF-8 for each character: enough for the letters of any script in use, with their marks.
  static let bytesPerCharacter = 8

  package init(_ characters: ClosedRange<Int>) { self.characters = characters }

  /// At most `count` characters.
  package init(atMost count: Int) { characters = 0...count }

  /// The most bytes.
  package var bytes: Int { characters.upperBound * Self.bytesPerCharacter }

  /// Whether a text is within the limits.
  package func allows(_ text: String) -> Bool { text.utf8.count <= bytes && characters.contains(text.count) }

  /// The longest prefix of a text within the limits.
  func cut(_ text: String) -> String {
    var cut = String(text.prefix(characters.upperBound))
    while cut.utf8.count > bytes { cut.removeLast() }
    return cut
  }

  /// - Parameter path: the position of the text in the body.
  /// - Throws: `QueryError` for another text.
  package func check(_ text: String, at path: String) throws {
    try checkBytes(text, at: path)
    guard characters.contains(text.count) else {
      let least = characters.lowerBound > 0 ? "\(characters.lowerBound) to " : "at most "
      throw QueryError.outOfRange(
        path: path, found: "\(text.count) characters", allowed: "\(least)\(characters.upperBound) characters")
    }
  }

  /// - Parameter path: the position of the text in the body.
  /// - Throws: `QueryError` for a text with too many bytes, regardless of its characters.
  func checkBytes(_ text: String, at path: String) throws {
    guard text.utf8.count <= bytes else {
      throw QueryError.outOfRange(
        path: path, found: "\(text.utf8.count) bytes", allowed: "at most \(bytes) bytes in UTF-8")
    }
  }
}
