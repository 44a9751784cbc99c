import CivilTime
import Hours
import Streams
import Testing

@testable import Vicinity

struct TableTextTests {
  @Test(arguments: [
    ("bar", 3), ("Łódź", 4), ("居酒屋", 6), ("ﾊﾞｰ", 3), ("e\u{301}", 1), ("🍺", 2), ("❤️", 2), ("👨‍👩‍👧", 2), ("", 0), ("한국", 4),
    ("a\u{200B}b", 2),
  ])
  func `a text is as wide as a terminal shows it`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("Biergarten", 10, "Biergarten"), ("Biergarten", 9, "Biergart…"), ("居酒屋横丁", 6, "居酒…"), ("居酒屋横丁", 7, "居酒屋…"),
    ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func `a long text ends in an ellipsis and never exceeds the width`(text: String, width: Int, shown: String) {
    #expect(text.truncated(to: width) == shown)
    #expect(shown.displayWidth <= width)
  }

  @Test func `nothing in a name can move the cursor`() {
    #expect("a\u{1B}[2Jb\nc\u{202E}d".printable == "a [2Jb c d")
    #expect("Łódź 🍺".printable == "Łódź 🍺")
    #expect("a\u{1B}[2J\u{7}\tb\r\nc\u{9B}\u{2066}d".printableLines == "a [2J \tb \nc  d")
    #expect("x\u{1B}]0;y\u{7}".shortened == "x ]0;y ")
  }

  @Test(arguments: [
    (Price(minorUnits: 450, currency: "EUR"), "€4.50"), (Price(minorUnits: 0, currency: "EUR"), "free"),
    (Price(minorUnits: 1205, currency: "RON"), "12.05 RON"), (Price(minorUnits: 500, currency: "JPY"), "¥500"),
    (Price(minorUnits: 1500, currency: "KWD"), "1.500 KWD"), (Price(minorUnits: 7, currency: nil), "0.07"),
  ])
  func `a price is written as its country does`(price: Price, text: String) {
    #expect(price.text == text)
  }

  // A Friday, 21:00 in Berlin.
  static let now = "2026-11-27T21:00:00+01:00"

  @Test(arguments: [
    ("2026-11-28T02:00:00+01:00", "02:00"), ("2026-11-27T23:30:00+01:00", "23:30"),
    ("2026-11-28T09:30:00+01:00", "Sa 09:30"),
    ("2026-12-03T17:00:00+01:00", "Th 17:00"), ("2026-12-04T17:00:00+01:00", "4 Dec 17:00"),
    ("2027-01-01T00:00:00+01:00", "1 Jan 2027 00:00"), ("2026-11-27T08:00:00+01:00", "08:00"),
    ("2026-11-26T08:00:00+01:00", "26 Nov 08:00"),
  ])
  func `an instant is told as a person would`(instant: String, text: String) throws {
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    let clock = LocalTimeText(zone: zone, now: try Instant(parsing: Self.now))
    #expect(clock.short(try Instant(parsing: instant)) == text)
  }

  @Test(
    arguments: [
      ("2026-11-27T20:00:00+01:00", "2026-11-28T01:00:00+01:00", "today 20:00–01:00"),
      ("2026-11-28T20:00:00+01:00", nil, "tomorrow 20:00"),
      ("2026-12-05T20:00:00+01:00", "2026-12-05T23:00:00+01:00", "Sa 5 Dec 20:00–23:00"),
      ("2026-12-05T20:00:00+01:00", "2026-12-07T02:00:00+01:00", "5 Dec 20:00 – 7 Dec 02:00"),
    ] as [(String, String?, String)])
  func `a span names its day once`(start: String, end: String?, text: String) throws {
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    let clock = LocalTimeText(zone: zone, now: try Instant(parsing: Self.now))
    #expect(clock.span(from: try Instant(parsing: start), to: try end.map { try Instant(parsing: $0) }) == text)
  }

  @Test(
    arguments: [
      (0, nil), (-60, nil), (1, "in 1 min"), (60, "in 1 min"), (61, "in 2 min"), (3599, "in 1 h"), (3600, "in 1 h"),
      (4800, "in 1 h 20 min"), (10_800, "in 3 h"), (86_399, "in 1 day"), (172_799, "in 2 days"), (172_800, "in 2 days"),
    ] as [(Int64, String?)])
  func `a wait is told to the minute within a day`(seconds: Int64, text: String?) throws {
    let now = try Instant(parsing: Self.now)
    #expect(LocalTimeText(zone: .utc, now: now).wait(until: now + seconds) == text)
  }

  @Test func `the state of a bar and of an event are told in their own words`() throws {
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    let clock = LocalTimeText(zone: zone, now: try Instant(parsing: Self.now))
    let change = try Instant(parsing: "2026-11-28T02:00:00+01:00")
    let open = OpeningStatus(state: .open, nextChange: change)
    #expect(open.text(kind: .bar, clock: clock) == "closes 02:00, in 5 h")
    #expect(open.text(kind: .event, clock: clock) == "ends 02:00, in 5 h")
    #expect(open.sentence(kind: .bar, clock: clock) == "open, closes 02:00, in 5 h")
    let closed = OpeningStatus(state: .closed, nextChange: change, comment: "ring the bell")
    #expect(closed.text(kind: .bar, clock: clock) == "opens 02:00, in 5 h (ring the bell)")
    #expect(OpeningStatus(state: .open).sentence(kind: .bar, clock: clock) == "open")
    #expect(
      OpeningStatus(state: .unknown, nextChange: change).sentence(kind: .bar, clock: clock).hasPrefix("unknown until"))
    #expect(OpeningStatus(state: .closed).text(kind: .event, clock: clock) == "over")
    #expect(OpeningStatus(state: .unknown).text(kind: .bar, clock: clock) == "unknown")
  }
}
