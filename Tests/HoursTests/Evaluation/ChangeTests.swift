import CivilTime
import Testing

@testable import Hours

@Suite struct ChangeTests {
  @Test(
    arguments: [
      ("24/7", nil), ("off", nil), ("Mo-Su 00:00-24:00", nil), ("Jan-Dec", nil),
      ("10:00-12:00", "2026-11-27T12:00:00Z"),
      ("Sa 10:00-12:00", "2026-11-28T10:00:00Z"), ("2029 Jan", "2029-01-01T00:00:00Z"),
      ("2400 Jan 01 10:00-12:00", "2400-01-01T10:00:00Z"), ("8000-9000", "8000-01-01T00:00:00Z"),
      ("Feb 29 Tu 10:00-12:00", "2028-02-29T10:00:00Z"), ("Feb 29 Mo 10:00-12:00", "2044-02-29T10:00:00Z"),
      ("2020-2025", nil), ("11:00-12:00 open \"x\"; 11:30-13:00 open \"y\"", "2026-11-27T11:30:00Z"),
      ("week 53 Fr 10:00-12:00", "2027-01-01T10:00:00Z"), ("2026 Nov 27+", nil),
    ] as [(String, String?)])
  func theNextChangeIsFoundHoweverFar(text: String, expected: String?) throws {
    let schedule = Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: .utc))
    let now = try Instant(parsing: "2026-11-27T11:00:00Z")
    #expect(schedule.nextChange(after: now)?.description == expected)
    #expect(schedule.nextChange(after: now)?.description == expected, "the second time, from memory")
  }

  @Test func manyRulesThatLookAlikeAreNotTakenForNoChange() throws {
    let text = "Mo-Fr 00:00-06:00, Mo-Fr 06:00-12:00, Mo-Fr 12:00-18:00, Mo-Fr 18:00-24:00"
    let schedule = Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: .utc))
    let monday = try Instant(parsing: "2026-11-23T00:00:00Z")
    #expect(schedule.nextChange(after: monday)?.description == "2026-11-28T00:00:00Z")
  }

  @Test func aMomentTellsStateCommentAndDecidingRule() throws {
    let hours = try OpeningHours(parsing: "Mo-Fr 10:00-18:00; Fr 10:00-14:00 open \"short\"; Dec 25 off \"feast\"")
    let schedule = Schedule(hours, in: HoursContext(zone: .utc))
    let open = schedule.moment(at: try Instant(parsing: "2026-11-27T11:00:00Z"))
    #expect(open.state == .open)
    #expect(open.comment == "short")
    #expect(open.ruleIndex == 1)
    #expect(open.rule == "Fr 10:00-14:00 open \"short\"")
    #expect(open.nextChange?.description == "2026-11-27T14:00:00Z")
    let closed = schedule.moment(at: try Instant(parsing: "2026-12-25T11:00:00Z"))
    #expect(closed.state == .closed)
    #expect(closed.comment == "feast")
    let byDefault = schedule.moment(at: try Instant(parsing: "2026-11-28T11:00:00Z"))
    #expect(byDefault.ruleIndex == nil)
  }

  @Test func anOpenEndIsFlagged() throws {
    let schedule = Schedule(try OpeningHours(parsing: "18:00+"), in: HoursContext(zone: .utc))
    let moment = schedule.moment(at: try Instant(parsing: "2026-11-27T20:00:00Z"))
    #expect(moment.state == .unknown)
    #expect(moment.isOpenEnd)
  }

  @Test(arguments: [
    ("10:00-12:00", OpeningState.open, 3600), ("10:00-11:30", .closed, 1800),
    ("10:00-11:30 || unknown", .unknown, 1800),
    ("off", .closed, 0), ("24/7", .open, 3600),
  ])
  func aWindowIsOpenThroughoutOrNot(text: String, state: OpeningState, seconds: Int64) throws {
    let schedule = Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: .utc))
    let from = try Instant(parsing: "2026-11-27T11:00:00Z")
    #expect(schedule.isOpen(throughout: from..<(from + 3600)) == state)
    #expect(schedule.openDuration(in: from..<(from + 3600)) == seconds)
  }

  @Test func theNightTheClocksGoBackIsAnHourLonger() throws {
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    let schedule = Schedule(try OpeningHours(parsing: "20:00-06:00"), in: HoursContext(zone: zone))
    let from = try Instant(parsing: "2026-10-24T12:00:00+02:00")
    #expect(schedule.openDuration(in: from..<(from + 90_000)) == 11 * 3600)
  }

  @Test(arguments: ["24/7", "off", "Mo-Fr 10:00-12:00", "2020-2030", "easter", "sunrise-sunset", "Jan-Dec", "week 53"])
  func extremeInstantsAndWindowsEnd(text: String) throws {
    let schedule = Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: .utc, latitude: 90, longitude: 180))
    for seconds in [Int64.min, -62_135_596_800, 253_402_300_799, .max] {
      let instant = Instant(secondsSince1970: seconds)
      _ = schedule.moment(at: instant)
      _ = schedule.isOpen(throughout: instant..<(instant + 1))
    }
    let all = Instant(secondsSince1970: .min)..<Instant(secondsSince1970: .max)
    #expect(Array(schedule.intervals(in: all).prefix(3)).count <= 3)
  }
}
