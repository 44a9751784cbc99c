import Streams
import Vicinity

extension JSONWriter {
  /// `"corrected": [{"typed": "jszz", "words": ["jazz"]}]`; nothing without corrections.
  mutating func corrected(_ corrections: [WordCorrection]) {
    guard !corrections.isEmpty else { return }
    key("corrected")
    array { json in
      for correction in corrections {
        json.object { json in
          json.member("typed", correction.typed)
          json.key("words")
          json.array { for word in correction.words { $0.string(word) } }
        }
      }
    }
  }
}
