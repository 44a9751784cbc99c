import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Tags in one cell") struct TagTextTests {
  @Test func `come back as they were`() {
    var random = SplitMix64(seed: 7)
    let characters: [Character] = ["a", "é", ";", "|", ",", "\\", " "]
    for _ in 0..<2_000 {
      let tags = (0..<Int(random.next() % 4 + 1)).map { _ in
        String((0..<Int(random.next() % 5)).map { _ in characters[Int(random.next() % 7)] })
      }
      #expect(TagText.tags(in: TagText.text(of: tags)) == tags)
    }
  }

  @Test func `of other programs are separated by semicolons, commas or bars`() {
    #expect(TagText.tags(in: "wine;live music|jazz,bar") == ["wine", "live music", "jazz", "bar"])
  }
}
