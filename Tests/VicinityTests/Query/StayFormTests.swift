import CivilTime
import Streams
import Testing

@testable import Vicinity

@Suite("The stay of a query")
struct StayFormTests {
  @Test(
    "is read in all its forms and written back",
    arguments: [
      (#"{"from":"2026-12-01","to":"2026-12-05","guests":2}"#, nil, 4),
      (#"{"from":"2026-12-01","to":"2026-12-05","partly":true,"guests":1}"#, nil, 4),
      (#"{"nights":3,"between":["2026-12-01","2026-12-20"],"weekend":true,"guests":1}"#, 3, 19),
      (#"{"nights":1,"between":["2026-12-01","2026-12-02"],"guests":4}"#, 1, 1),
    ] as [(String, Int?, Int)])
  func forms(text: String, length: Int?, range: Int) throws {
    let stay = try #require(try Query(parsing: #"{"stay":\#(text)}"#.utf8).stay)
    #expect(stay.nightCount == length)
    #expect(stay.nights.count == range)
    #expect(stay.json.text == text)
  }

  @Test(
    "is refused with a reason",
    arguments: [
      (#"{"nights":3}"#, "missing"), (#"{"between":["2026-12-01","2026-12-20"]}"#, "missing"),
      (#"{"from":"2026-12-01"}"#, "missing"), (#"{"from":"2026-12-01","to":"2026-12-01"}"#, "out-of-range"),
      (#"{"nights":3,"from":"2026-12-01","to":"2026-12-20"}"#, "conflict"),
      (#"{"nights":0,"between":["2026-12-01","2026-12-20"]}"#, "out-of-range"),
      (#"{"nights":20,"between":["2026-12-01","2026-12-20"]}"#, "out-of-range"),
      (#"{"nights":2,"between":["2026-12-01","2029-12-20"]}"#, "out-of-range"),
      (#"{"nights":2,"between":["2026-12-20","2026-12-01"]}"#, "out-of-range"),
      (#"{"nights":2,"between":["2026-12-20"]}"#, "wrong-type"),
      (#"{"nights":2,"between":"2026-12-20"}"#, "wrong-type"),
      (#"{"nights":2,"between":["soon","2026-12-20"]}"#, "bad-time"),
      (#"{"nights":2,"between":["2026-12-01","2026-12-20"],"partly":true}"#, "conflict"),
      (#"{"from":"2026-12-01","to":"2026-12-05","weekend":true}"#, "missing"),
      (#"{"from":"2026-12-01","to":"2026-12-05","guests":0}"#, "out-of-range"),
      (#"{"nights":2,"betwen":["2026-12-01","2026-12-20"]}"#, "unknown-key"),
    ])
  func refused(text: String, code: String) {
    #expect {
      try Query(parsing: #"{"stay":\#(text)}"#.utf8)
    } throws: {
      ($0 as? QueryError)?.code == code
    }
  }

  @Test("made in code is refused by the plan like one that was read")
  func planned() throws {
    let nights = try #require(Nights(from: LocalDate(dayNumber: 20_000), to: LocalDate(dayNumber: 20_004)))
    for stay in [
      Query.Stay(nights: nights, guests: 0), .init(nights: nights, nightCount: 5), .init(nights: nights, nightCount: 0),
      .init(nights: nights, weekend: true), .init(nights: nights, nightCount: 2, partly: true),
    ] {
      var query = Query()
      query.stay = stay
      #expect(throws: QueryError.self) { try Plan(query, at: Instant(secondsSince1970: 0)) }
    }
  }
}
