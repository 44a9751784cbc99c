import CivilTime
import Testing

@testable import Hours

@Suite struct PossibleHolidaysTests {
  private func schedule(_ text: String, _ holidays: any HolidayCalendar) throws -> Schedule {
    Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: .utc, holidays: holidays))
  }

  private func state(_ text: String, _ at: String, in country: String = "DE") throws -> OpeningState {
    let holidays = try #require(PossibleHolidays(anywhereIn: country))
    return try schedule(text, holidays).state(at: try Instant(parsing: at))
  }

  @Test(arguments: [
    // Epiphany, a Wednesday, in three states only.
    ("Mo-Fr 10:00-18:00; PH off", "2027-01-06T12:00:00Z", OpeningState.unknown),
    ("Mo-Fr 10:00-18:00; PH off", "2027-01-06T20:00:00Z", .closed),
    ("Mo-Fr 10:00-18:00; PH off", "2027-01-07T12:00:00Z", .open),
    ("Mo-Fr 10:00-18:00; PH off", "2027-01-01T12:00:00Z", .closed),
    ("Mo-Su 10:00-18:00; PH 12:00-15:00", "2027-01-06T13:00:00Z", .open),
    ("Mo-Su 10:00-18:00; PH 12:00-15:00", "2027-01-06T16:00:00Z", .unknown),
    ("Mo-Su 10:00-18:00", "2027-01-06T12:00:00Z", .open),
    ("PH 10:00-18:00", "2027-01-06T12:00:00Z", .unknown), ("PH 10:00-18:00", "2027-01-07T12:00:00Z", .closed),
    // The evening before and the night after are uncertain too.
    ("Mo-Su 10:00-18:00; PH -1 day off", "2027-01-05T12:00:00Z", .unknown),
    ("Mo-Su 20:00-03:00; PH off", "2027-01-07T01:00:00Z", .unknown),
    ("Mo-Su 20:00-03:00; PH off", "2027-01-06T01:00:00Z", .open),
  ])
  func aDayThatIsAHolidayInAPartIsUnknownWhereItMatters(text: String, at: String, expected: OpeningState) throws {
    #expect(try state(text, at) == expected)
  }

  @Test func aPlaceThatMayBeInACountryWithoutATableHasNoCertainHoliday() throws {
    let states = try #require(PublicHolidays(country: "US"))
    let border = PossibleHolidays([states], isIncomplete: true)
    for (day, expected) in [("2027-07-05", OpeningState.unknown), ("2027-07-06", .open)] {
      let schedule = try schedule("Mo-Su 10:00-18:00; PH off", border)
      #expect(schedule.state(at: try Instant(parsing: "\(day)T12:00:00Z")) == expected)
    }
  }

  @Test func aCountryWithoutRegionalHolidaysLeavesNothingOpen() throws {
    let holidays = try #require(PossibleHolidays(anywhereIn: "AT"))
    #expect(holidays.alternatives.isEmpty)
    #expect(try state("Mo-Fr 10:00-18:00; PH off", "2027-01-06T12:00:00Z", in: "AT") == .closed)
  }

  @Test func aRegionThatIsNotListedCountsWhereOthersAreAccepted() throws {
    // Patriots' Day is a holiday of Massachusetts and Maine.
    #expect(try state("Mo-Fr 10:00-18:00; PH off", "2027-04-19T12:00:00Z", in: "US") == .unknown)
    #expect(try state("Mo-Fr 10:00-18:00; PH off", "2027-07-05T12:00:00Z", in: "US") == .closed)
  }

  @Test func theResultIsThatOfAllCalendarsWhereTheyAgree() throws {
    let all = try #require(PossibleHolidays(anywhereIn: "DE"))
    let texts = [
      "Mo-Fr 10:00-18:00; PH off", "Mo-Su 20:00-03:00; PH off", "Mo-Sa 08:00-20:00; Su,PH 10:00-16:00",
      "Mo-Fr 09:00-17:00; PH -1 day 09:00-12:00; PH off", "PH 12:00-14:00", "Mo-Su 18:00+; PH off",
    ]
    for text in texts {
      let possible = try schedule(text, all)
      let each = try all.calendars.map { try schedule(text, $0) }
      for hour in stride(from: 0, to: 366 * 24, by: 5) {
        let instant = Instant(secondsSince1970: 1_798_758_000 + Int64(hour) * 3600)
        let states = Set(each.map { $0.state(at: instant) })
        let expected = states.count == 1 ? states.first : .unknown
        #expect(possible.state(at: instant) == expected, "\(text) at \(instant)")
      }
    }
  }

  @Test func theCommentSaysWhy() throws {
    let holidays = try #require(PossibleHolidays(anywhereIn: "DE"))
    let moment = try schedule("Mo-Fr 10:00-18:00; PH off", holidays).moment(
      at: try Instant(parsing: "2027-01-06T12:00:00Z"))
    #expect(moment.comment?.contains("region") == true)
  }
}
