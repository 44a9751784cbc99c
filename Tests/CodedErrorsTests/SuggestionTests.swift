import CodedErrors
import Testing

struct SuggestionTests {
  static let words = ["distance", "price", "-rating", "start", "open", "name", "relevance"]

  @Test(
    arguments: [
      ("distnace", "distance"), ("Distance", "distance"), ("rating", "-rating"), ("relevence", "relevance"),
      ("starts", "start"), ("opne", "open"), ("dist", "distance"), ("xyz", nil), ("", nil), ("a", nil),

    ] as [(String, String?)])
  func `the nearest word is suggested when it is near`(typed: String, meant: String?) {
    #expect(Suggestion.nearest(to: typed, among: Self.words) == meant)
  }

  @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3), ("ab", "ba", 1)])
  func `the distance counts slips of the finger`(left: String, right: String, slips: Int) {
    #expect(Suggestion.editDistance(Array(left), Array(right)) == slips)
    #expect(Suggestion.editDistance(Array(right), Array(left)) == slips)
  }
}
