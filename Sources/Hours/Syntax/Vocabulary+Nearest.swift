import CivilTime
import CodedErrors

extension Vocabulary {
  /// The correct form of the word nearest to an unknown one; nil when none is near, or several are.
  ///
  /// A word of two letters is near to any other, and one of three letters to words of four only: "Zu" and "Fe" are no
  /// spellings of days.
  static func nearest(to word: String) -> String? {
    guard (3...12).contains(word.count) else { return nil }
    let limit = word.count < 6 ? 1 : 2
    let letters = Array(word)
    var best: (distance: Int, texts: [String]) = (limit + 1, [])
    // The distance is at least the difference of the lengths.
    for text in words where text.count > 2 && abs(text.count - letters.count) <= limit {
      let known = Array(text.lowercased())
      guard known.first == letters.first, letters.count > 3 || known.count > 3 else { continue }
      let distance = Suggestion.editDistance(letters, known, limit: limit)
      guard distance <= limit, distance <= best.distance else { continue }
      best = (distance, distance < best.distance ? [text] : best.texts + [text])
    }
    return best.texts.count == 1 ? best.texts[0] : nil
  }

  private static let words: [String] =
    Weekday.allCases.map(\.abbreviation) + months + modifiers.map(\.rawValue) + events.map(\.rawValue)
    + ["PH", "SH", "week", "easter", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}
