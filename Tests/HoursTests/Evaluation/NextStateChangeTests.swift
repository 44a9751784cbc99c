import CivilTime
import Testing

@testable import Hours

@Suite struct NextStateChangeTests {
  @Test func aChangeOfCommentAloneIsNoChangeOfState() throws {
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    let holidays = try #require(PublicHolidays(country: "de"))
    let hours = try OpeningHours(parsing: "Mo-Fr 17:00-01:00; PH off")
    let schedule = Schedule(hours, in: HoursContext(zone: zone, holidays: holidays))
    let christmas = try Instant(parsing: "2026-12-25T20:00:00+01:00")
    #expect(schedule.nextChange(after: christmas) == (try Instant(parsing: "2026-12-26T00:00:00+01:00")))
    #expect(schedule.nextStateChange(after: christmas) == (try Instant(parsing: "2026-12-28T17:00:00+01:00")))
  }

  @Test func whatNeverChangesHasNoNext() throws {
    let schedule = Schedule(try OpeningHours(parsing: "24/7"), in: HoursContext(zone: .utc))
    #expect(schedule.nextStateChange(after: Instant(secondsSince1970: 0)) == nil)
  }
}
