/// Suggests corrections of misspelled words.
enum Suggestion {
  /// The known word with the fewest letters different, at most two.
  static func nearest(to word: String, among known: [String]) -> String? {
    guard (2...20).contains(word.utf8.count) else { return nil }
    let best = known.map { ($0, distance(Array(word.utf8), Array($0.utf8))) }.min { $0.1 < $1.1 }
    return best.flatMap { $0.1 <= 2 ? "Did you mean \($0.0)?" : nil }
  }

  /// The Levenshtein distance: the fewest letters to change, insert or delete.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (line, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in right.indices {
        let substituted = diagonal + (right[column] == letter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
