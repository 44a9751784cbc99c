import CivilTime
import CodedErrors

extension Vocabulary {
  /// The correct form of the word nearest to an unknown one; nil when none is near.
  static func nearest(to word: String) -> String? {
    guard (2...12).contains(word.count) else { return nil }
    let limit = word.count <= 3 ? 1 : 2
    let letters = Array(word)
    var best: (distance: Int, text: String)?
    // The distance is at least the difference of the lengths.
    for text in words where abs(text.count - letters.count) <= limit {
      let distance = Suggestion.editDistance(letters, Array(text.lowercased()), countingSwaps: false)
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, text) }
    }
    return best?.text
  }

  private static let words: [String] =
    Weekday.allCases.map(\.abbreviation) + months + modifiers.map(\.rawValue) + events.map(\.rawValue)
    + ["PH", "SH", "week", "easter", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}
