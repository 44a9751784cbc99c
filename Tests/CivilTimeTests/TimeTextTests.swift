import CivilTime
import Foundation
import Testing

@Suite struct TimeTextTests {
  @Test(arguments: [
    ("2026-11-27T21:00:00Z", "2026-11-27T21:00:00Z"), ("2026-11-27T22:00+01:00", "2026-11-27T21:00:00Z"),
    ("2026-11-27 22:00:00.999+0100", "2026-11-27T21:00:00Z"), ("2026-11-27T22:00:00+01", "2026-11-27T21:00:00Z"),
    ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"), ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59-12:00", "+10000-01-01T11:59:59Z"), ("2024-02-29t00:00:00z", "2024-02-29T00:00:00Z"),
  ])
  func instantsAreReadAndWritten(text: String, expected: String) throws {
    #expect(try Instant(parsing: text).description == expected)
  }

  @Test(arguments: [
    "", "2026", "2026-02-30T00:00Z", "2026-13-01T00:00Z", "2026-01-01T24:00Z", "2026-01-01T25:61Z",
    "2026-01-01T00:60Z", "2026-01-01T00:00", "2026-01-01T00:00:60Z", "2026-01-01T00:00Zx", "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00+1", "2026-01-01T00:00+24:00", "-2026-01-01T00:00Z", "２０２６-01-01T00:00Z", "2023-02-29T00:00Z",
    "2026-1-1T00:00Z", "2026-01-01_00:00Z",
  ])
  func malformedInstantsAreRejected(text: String) {
    #expect(throws: TimeParseError.self) { try Instant(parsing: text) }
  }

  @Test func anErrorNamesPlaceAndExpectation() {
    let error = #expect(throws: TimeParseError.self) { try LocalDate(parsing: "2026-02-30") }
    #expect(error?.position == 8)
    #expect(error?.expected == "a day from 01 to 28")
    #expect(error?.description == "\"2026-02-30\" does not exist: February 2026 has 28 days")
    let month = #expect(throws: TimeParseError.self) { try LocalDate(parsing: "2026-13-01") }
    #expect(
      month?.description == "\"2026-13-01\" is not a valid time: expected a month from 01 to 12 at position 6")
  }

  @Test func aTextOfAnotherFormIsShownTheForm() {
    for text in ["yesterday", "1.12.2026", "2026/12/01", ""] {
      let error = #expect(throws: TimeParseError.self) { try LocalDate(parsing: text) }
      #expect(error?.description == "\"\(text)\" is not a valid time: expected a date such as 2026-12-01")
    }
    let error = #expect(throws: TimeParseError.self) { try Instant(parsing: "now") }
    #expect(error?.expected == "a time with an offset such as 2026-11-27T21:00:00+01:00")
  }

  @Test(arguments: [
    (2026, 11, 27, Weekday.friday), (1970, 1, 1, .thursday), (2000, 2, 29, .tuesday), (1969, 12, 31, .wednesday),
    (1600, 1, 1, .saturday), (2100, 3, 1, .monday),
  ])
  func datesKnowTheirWeekday(year: Int, month: Int, day: Int, weekday: Weekday) throws {
    let date = try #require(LocalDate(year: year, month: month, day: day))
    #expect(date.weekday == weekday)
    #expect(date.parts == (year, month, day))
  }

  @Test func everyDayOfNineHundredYearsFollowsTheOneBefore() {
    var previous = LocalDate(dayNumber: -135_141)
    for number in -135_140...193_578 {
      let date = LocalDate(dayNumber: number)
      let (year, month, day) = date.parts
      #expect(LocalDate(year: year, month: month, day: day) == date)
      let last = LocalDate.length(ofMonth: previous.month, year: previous.year)
      #expect(day == (previous.day == last ? 1 : previous.day + 1))
      #expect(date.weekday.rawValue == (previous.weekday.rawValue + 1) % 7)
      previous = date
    }
  }

  @Test func timesTravelAsJSONStrings() throws {
    let times = [try Instant(parsing: "2026-11-27T22:00:00+01:00")]
    let data = try JSONEncoder().encode(times)
    #expect(String(decoding: data, as: UTF8.self) == "[\"2026-11-27T21:00:00Z\"]")
    #expect(try JSONDecoder().decode([Instant].self, from: data) == times)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([LocalDate].self, from: Data("[\"2026-02-30\"]".utf8))
    }
  }

  @Test func anInstantCanBeShownWithTheOffsetOfAZone() throws {
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    #expect(try Instant(parsing: "2026-11-27T21:00:00Z").iso8601(in: zone) == "2026-11-27T22:00:00+01:00")
    #expect(
      try Instant(parsing: "2026-07-01T00:30:00+05:30").iso8601(in: Zone(secondsEastOfUTC: -12_600))
        == "2026-06-30T15:30:00-03:30")
  }
}
