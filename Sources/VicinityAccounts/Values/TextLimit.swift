import Vicinity

/// The limits of a text: in letters, for its writers, and in bytes, for storing and sending it. A letter may have any
/// number of marks.
package struct TextLimit: Sendable {
  var letters: ClosedRange<Int>

  /// Bytes in UTF-8 for each letter: as many as the letters of any script in use need, with their marks.
  static let bytesPerLetter = 8

  package init(_ letters: ClosedRange<Int>) { self.letters = letters }

  /// At most `letters` letters.
  package init(atMost letters: Int) { self.letters = 0...letters }

  /// The most bytes.
  package var bytes: Int { letters.upperBound * Self.bytesPerLetter }

  /// Whether a text is within the limits.
  package func allows(_ text: String) -> Bool { text.utf8.count <= bytes && letters.contains(text.count) }

  /// The longest prefix of a text within the limits.
  func cut(_ text: String) -> String {
    var cut = String(text.prefix(letters.upperBound))
    while cut.utf8.count > bytes { cut.removeLast() }
    return cut
  }

  /// - Parameter path: the position of the text in the body.
  /// - Throws: `QueryError` for another text.
  package func check(_ text: String, at path: String) throws {
    try checkBytes(text, at: path)
    guard letters.contains(text.count) else {
      let least = letters.lowerBound > 0 ? "\(letters.lowerBound) to " : "at most "
      throw QueryError.outOfRange(
        path: path, found: "\(text.count) letters", allowed: "\(least)\(letters.upperBound) letters")
    }
  }

  /// - Parameter path: the position of the text in the body.
  /// - Throws: `QueryError` for a text with too many bytes, whatever its letters are.
  func checkBytes(_ text: String, at path: String) throws {
    guard text.utf8.count <= bytes else {
      throw QueryError.outOfRange(
        path: path, found: "\(text.utf8.count) bytes", allowed: "at most \(bytes) bytes in UTF-8")
    }
  }
}
