import CivilTime

extension Vocabulary {
  /// The correct form of the word nearest to an unknown one; nil when none is near.
  static func nearest(to word: String) -> String? {
    guard (2...12).contains(word.count) else { return nil }
    let limit = word.count <= 3 ? 1 : 2
    var best: (distance: Int, text: String)?
    for text in words {
      let distance = distance(word, text.lowercased(), limit: limit)
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, text) }
    }
    return best?.text
  }

  private static let words: [String] =
    Weekday.allCases.map(\.abbreviation) + months + modifiers.map(\.rawValue) + events.map(\.rawValue)
    + ["PH", "SH", "week", "easter", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// The Levenshtein distance: the fewest letters to change, insert or delete.
  private static func distance(_ left: String, _ right: String, limit: Int) -> Int {
    guard abs(left.count - right.count) <= limit else { return limit + 1 }
    let right = Array(right)
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
