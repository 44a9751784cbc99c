import CivilTime
import Testing

@testable import Hours

@Suite("Texts that close a place at all times")
struct ClosureTests {
  private static let now = Instant(secondsSince1970: 1_796_040_000)  // 2026-11-30

  @Test(
    "close every day, or override all that opens",
    arguments: [
      ("off", nil, false), ("24/7 closed \"vacant\"", "vacant", false), ("Mo-Fr off; Sa,Su off", nil, false),
      ("Mo-Su,PH off", nil, false), ("Mo-We off; Th-Su off; PH off", nil, false), ("Jan-Dec off", nil, false),
      ("00:00-12:00 off; 12:00-24:00 off", nil, false), ("Mo-Fr 10:00-20:00; off \"works\"", "works", false),
      ("2026 Jan 01-2028 Dec 31 off", nil, true),
    ] as [(String, String?, Bool)])
  func closed(text: String, comment: String?, hasEnd: Bool) throws {
    let closure = try #require(try OpeningHours(parsing: text).closure(at: Self.now))
    #expect(closure == OpeningHours.Closure(comment: comment, hasEnd: hasEnd))
  }

  @Test(
    "are no texts that leave a time out, or open again",
    arguments: [
      "Mo off", "Mo-Fr off; Su off", "PH off", "Mo-Sa 10:00-20:00; Su off", "off; Mo-Fr 10:00-20:00",
      "Mo-Su 00:00-12:00 off", "Jan-Nov off", "2026 Dec 01-2027 Feb 28 off", "24/7", "unknown", "off || \"on call\"",
    ])
  func others(text: String) throws { #expect(try OpeningHours(parsing: text).closure(at: Self.now) == nil) }
}
