import CivilTime
import Testing

@testable import Hours

/// The meaning of each construct, in Berlin. 2026-11-23 is a Monday in week 48.
@Suite struct ScheduleTests {
  static let openEnd = "\"\(Verdict.openEndComment)\""

  @Test(arguments: [
    ("2026-11-23", 2, "10:00-12:00", "Mo 23 10:00-12:00, Tu 24 10:00-12:00"),
    ("2026-11-23", 2, "24/7", "Mo 23 00:00-48:00"),
    ("2026-11-23", 2, "02:00-02:00; Mo off", "Mo 23 00:00-02:00, Tu 24 02:00-24:00"),
    (
      "2026-11-23", 3, "Mo,We 10:00-12:00,14:00-15:00",
      "Mo 23 10:00-12:00, Mo 23 14:00-15:00, We 25 10:00-12:00, We 25 14:00-15:00"
    ),
    ("2026-11-28", 3, "Sa-Mo 10:00-11:00", "Sa 28 10:00-11:00, Su 29 10:00-11:00, Mo 30 10:00-11:00"),
    ("2026-11-23", 3, "Mo 22:00-02:00", "Mo 23 22:00-26:00"), ("2026-11-23", 3, "Mo 22:00-26:00", "Mo 23 22:00-26:00"),
    ("2026-11-23", 4, "Mo 20:00-48:00", "Mo 23 20:00-48:00"),
    // Rules replace each other on their days...
    ("2026-11-23", 2, "Mo-Fr 10:00-16:00; Tu 12:00-18:00", "Mo 23 10:00-16:00, Tu 24 12:00-18:00"),
    ("2026-11-23", 2, "Mo-Fr 10:00-16:00; Tu off", "Mo 23 10:00-16:00"),
    ("2026-11-23", 1, "10:00-16:00; 12:00-13:00 off", "Mo 23 10:00-12:00, Mo 23 13:00-16:00"),
    // ...or add to each other, or act as fallbacks.
    ("2026-11-23", 2, "Mo-Fr 10:00-12:00, Tu 14:00-18:00", "Mo 23 10:00-12:00, Tu 24 10:00-12:00, Tu 24 14:00-18:00"),
    ("2026-11-23", 1, "10:00-20:00 open, 12:00-14:00 closed", "Mo 23 10:00-12:00, Mo 23 14:00-20:00"),
    (
      "2026-11-23", 1, "10:00-12:00 || unknown \"ring\"",
      "Mo 23 00:00-10:00 unknown \"ring\", Mo 23 10:00-12:00, Mo 23 12:00-24:00 unknown \"ring\""
    ),
    (
      "2026-11-23", 2, "Mo 10:00-12:00 || \"ring\"; Tu off",
      "Mo 23 00:00-10:00 unknown \"ring\", Mo 23 10:00-12:00, Mo 23 12:00-24:00 unknown \"ring\""
    ),
    // A span belongs to the day it begins on.
    (
      "2026-11-26", 2, "Su-Th 18:00-02:00; Fr-Sa 18:00-04:00", "Th 26 00:00-02:00, Th 26 18:00-26:00, Fr 27 18:00-24:00"
    ),
    ("2026-11-27", 2, "Fr 20:00-04:00; Sa off", "Fr 27 20:00-28:00"),
    ("2026-11-27", 2, "Fr 20:00-04:00; Sa 02:00-06:00 off", "Fr 27 20:00-26:00"),
    ("2026-11-23", 2, "20:00-02:00; Mo off", "Mo 23 00:00-02:00, Tu 24 20:00-24:00"),
    // States and comments.
    ("2026-11-23", 1, "\"ask\"", "Mo 23 00:00-24:00 unknown \"ask\""), ("2026-11-23", 1, "closed \"gone\"", ""),
    (
      "2026-11-23", 1, "10:00-12:00 open \"x\", 12:00-14:00 open \"y\"",
      "Mo 23 10:00-12:00 \"x\", Mo 23 12:00-14:00 \"y\""
    ),
    (
      "2026-11-23", 1, "10:00-20:00; \"in term\": 08:00-12:00",
      "Mo 23 08:00-12:00 unknown \"in term\", Mo 23 12:00-20:00"
    ),
    ("2026-11-23", 1, "unknown", "Mo 23 00:00-24:00 unknown"),
    ("2026-11-23", 1, "open \"x\"", "Mo 23 00:00-24:00 \"x\""),
    ("2026-11-23", 1, "24/7 closed", ""),
    ("2026-11-23", 2, "Mo off || 10:00-12:00", "Mo 23 10:00-12:00, Tu 24 10:00-12:00"),
    ("2026-11-23", 2, "24/7; Mo 10:00-12:00 off", "Mo 23 00:00-10:00, Mo 23 12:00-48:00"),
    (
      "2026-11-23", 2, "Mo 10:00-12:00 || Tu 10:00-11:00 || unknown \"?\"",
      "Mo 23 00:00-10:00 unknown \"?\", Mo 23 10:00-12:00, Mo 23 12:00-34:00 unknown \"?\", Tu 24 10:00-11:00, Tu 24 11:00-24:00 unknown \"?\""
    ),
    // Open ends.
    ("2026-11-23", 2, "Mo 18:00+", "Mo 23 18:00-28:00 unknown \(openEnd)"),
    ("2026-11-23", 2, "Mo 11:00+", "Mo 23 11:00-24:00 unknown \(openEnd)"),
    ("2026-11-23", 2, "Mo 10:00-23:00+", "Mo 23 10:00-23:00, Mo 23 23:00-31:00 unknown \(openEnd)"),
    // Weeks, months, dates, years.
    ("2026-11-23", 8, "week 48 Tu 10:00-11:00", "Tu 24 10:00-11:00"),
    ("2026-11-23", 8, "week 49 Mo 10:00-11:00", "Mo 30 10:00-11:00"),
    ("2026-11-30", 2, "Nov 10:00-11:00", "Mo 30 10:00-11:00"),
    ("2026-11-23", 9, "Nov 29-Dec 1 10:00-11:00", "Su 29 10:00-11:00, Mo 30 10:00-11:00, Tu 01 10:00-11:00"),
    ("2026-12-31", 2, "Dec 31-Jan 01 10:00-11:00", "Th 31 10:00-11:00, Fr 01 10:00-11:00"),
    ("2026-12-31", 2, "2027+ 10:00-11:00", "Fr 01 10:00-11:00"),
    ("2026-12-31", 2, "2026 10:00-11:00", "Th 31 10:00-11:00"),
    ("2026-11-23", 8, "We[-1] 10:00-11:00", "We 25 10:00-11:00"),
    ("2026-11-23", 8, "Tu[4] +1 day 10:00-11:00", "We 25 10:00-11:00"),
    ("2026-11-23", 8, "Nov Th[4] 10:00-11:00", "Th 26 10:00-11:00"),
    ("2024-02-28", 3, "Feb 29 10:00-11:00", "Th 29 10:00-11:00"), ("2026-02-28", 2, "Feb 29 10:00-11:00", ""),
    (
      "2026-04-01", 6, "easter -2 days-easter +1 day 10:00-11:00",
      "Fr 03 10:00-11:00, Sa 04 10:00-11:00, Su 05 10:00-11:00, Mo 06 10:00-11:00"
    ),
    ("2026-11-23", 4, "Nov 23-30/2 10:00-11:00", "Mo 23 10:00-11:00, We 25 10:00-11:00"),
    ("2026-12-24", 2, "Dec 25 -1 day 10:00-11:00", "Th 24 10:00-11:00"),
    ("2026-12-19", 9, "Dec 25 -Su 10:00-11:00", "Su 20 10:00-11:00"),
    ("2026-12-25", 9, "Dec 25 +Su 10:00-11:00", "Su 27 10:00-11:00"),
    ("2026-12-25", 3, "Dec 24 +2 days-Jan 06 10:00-11:00", "Sa 26 10:00-11:00, Su 27 10:00-11:00"),
    ("2026-11-30", 2, "2026 Nov 10:00-11:00", "Mo 30 10:00-11:00"),
    ("2026-11-30", 2, "2025 Nov 10:00-11:00", ""),
    ("2026-11-30", 2, "2026 Dec 01-2027 Jan 06 10:00-11:00", "Tu 01 10:00-11:00"),
    ("2026-11-30", 2, "2026 Dec 01+ 10:00-11:00", "Tu 01 10:00-11:00"),
    ("2026-11-30", 3, "Oct-Nov,Dec 02 10:00-11:00", "Mo 30 10:00-11:00, We 02 10:00-11:00"),
    ("2026-11-30", 3, "Nov Mo[-1]-Dec Tu[1] 10:00-11:00", "Mo 30 10:00-11:00, Tu 01 10:00-11:00"),
    ("2026-12-31", 2, "2025-2026 10:00-11:00", "Th 31 10:00-11:00"),
    ("2026-12-31", 2, "2025-2031/2 10:00-11:00", "Fr 01 10:00-11:00"),
    ("2026-11-23", 8, "week 48-50/2 Mo 10:00-11:00", "Mo 23 10:00-11:00"),
    ("2026-11-23", 8, "week 47,49 Mo 10:00-11:00", "Mo 30 10:00-11:00"),
    ("2026-11-02", 28, "Mo[1-2,-1] 10:00-11:00", "Mo 02 10:00-11:00, Mo 09 10:00-11:00"),
    ("2026-11-28", 3, "Mo[1] -2 days 10:00-11:00", ""),
    ("2026-12-04", 3, "Mo[1] -2 days 10:00-11:00", "Sa 05 10:00-11:00"),
    ("2027-03-27", 3, "easter 10:00-11:00", "Su 28 10:00-11:00"),
    ("2027-03-27", 3, "2026 easter 10:00-11:00", ""),
    ("2027-03-27", 3, "Mar 28-easter 10:00-11:00", "Su 28 10:00-11:00"),
    ("2026-11-23", 1, "10:00-16:00/90", "Mo 23 10:00-16:00"),
    ("2026-11-23", 1, "10:00-16:00/01:30", "Mo 23 10:00-16:00"),
    // The nights the clocks change: 02:00 is 03:00 on 29 March, 03:00 is 02:00 again on 25 October.
    ("2026-03-29", 1, "01:00-02:30", "Su 29 01:00-03:30"), ("2026-03-29", 1, "02:00-04:00", "Su 29 03:00-04:00"),
    ("2026-10-25", 1, "01:00-02:30", "Su 25 01:00-02:30"), ("2026-10-25", 1, "02:30-04:00", "Su 25 02:30-04:00"),
  ])
  func constructsMeanWhatTheyShould(day: String, days: Int, text: String, expected: String) throws {
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    let schedule = Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: zone))
    #expect(ScheduleTable.text(schedule, from: try LocalDate(parsing: day), days: days) == expected)
  }

  @Test(arguments: [
    ("Mo-Fr 10:00-12:00; PH off", "Mo 21 10:00-12:00, Tu 22 10:00-12:00"),
    ("Tu-We,PH 10:00-12:00", "Tu 22 10:00-12:00, We 23 10:00-12:00 \"Feast\""),
    ("PH 10:00-12:00", "We 23 10:00-12:00 \"Feast\""), ("PH We 10:00-12:00", "We 23 10:00-12:00 \"Feast\""),
    ("PH Mo 10:00-12:00", ""), ("PH -1 day 10:00-12:00", "Tu 22 10:00-12:00 \"Day before Feast\""),
    ("SH 10:00-12:00", "We 23 10:00-12:00 \"holidays\""),
    ("PH,SH 10:00-12:00", "We 23 10:00-12:00 \"Feast\""), ("PH +1 day 10:00-12:00", ""),
    ("Mo,SH 10:00-12:00", "Mo 21 10:00-12:00, We 23 10:00-12:00 \"holidays\""),
    ("SH Tu-We 10:00-12:00", "We 23 10:00-12:00 \"holidays\""),
    ("10:00-12:00; PH,SH off", "Mo 21 10:00-12:00, Tu 22 10:00-12:00"),
    ("Mo-We 10:00-12:00; SH off", "Mo 21 10:00-12:00, Tu 22 10:00-12:00"),
  ])
  func holidaysComeFromTheCalendar(text: String, expected: String) throws {
    let holidays = ListedHolidays(days: ["2026-12-23": "Feast"], school: "2026-12-23"..."2026-12-31")
    let schedule = Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: .utc, holidays: holidays))
    #expect(ScheduleTable.text(schedule, from: try LocalDate(parsing: "2026-12-21"), days: 3) == expected)
    #expect(!schedule.lacksHolidays)
  }

  @Test(arguments: [
    ("Mo-Fr 10:00-12:00; PH off", "Mo 21 10:00-12:00"), ("Mo 10:00-12:00; PH 13:00-14:00", "Mo 21 10:00-12:00"),
    ("PH 10:00-12:00", "Mo 21 10:00-12:00 unknown"), ("SH Mo 10:00-12:00", "Mo 21 10:00-12:00 unknown"),
    ("PH Tu 10:00-12:00", ""),
  ])
  func withoutACalendarHolidaysArePassedOverOrUnknown(text: String, expected: String) throws {
    let schedule = Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: .utc))
    #expect(ScheduleTable.text(schedule, from: try LocalDate(parsing: "2026-12-21"), days: 1) == expected)
    #expect(schedule.lacksHolidays)
  }

  @Test(arguments: [
    ("sunrise-sunset", "Mo 23 07:44-16:02"), ("(sunrise+01:00)-(sunset-01:00)", "Mo 23 08:44-15:02"),
    ("dawn-dusk", "Mo 23 07:05-16:41"), ("(dusk-00:41)-26:00", "Mo 23 00:00-02:00, Mo 23 16:00-24:00"),
    ("10:00-sunset", "Mo 23 10:00-16:02"), ("sunset-18:00", "Mo 23 16:02-18:00"),
  ])
  func theSunRisesAndSetsOverBerlin(text: String, expected: String) throws {
    // Expected times: an almanac for 52.52 N, 13.405 E; a minute of difference is allowed for rounding.
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    let context = HoursContext(zone: zone, latitude: 52.52, longitude: 13.405)
    let schedule = Schedule(try OpeningHours(parsing: text), in: context)
    let found = ScheduleTable.text(schedule, from: try LocalDate(parsing: "2026-11-23"), days: 1)
    #expect(minutes(found).elementsEqual(minutes(expected)) { abs($0 - $1) <= 2 }, "\(found)")
  }

  private func minutes(_ text: String) -> [Int] {
    text.split(whereSeparator: { $0 == " " || $0 == "-" }).compactMap { part in
      let fields = part.split(separator: ":").compactMap { Int($0) }
      return fields.count == 2 ? fields[0] * 60 + fields[1] : nil
    }
  }

  @Test(arguments: [
    ("2026-06-21", "sunrise-sunset", "Su 21 00:00-24:00"), ("2026-12-21", "sunrise-sunset", ""),
    ("2026-12-21", "sunset-sunrise", "Mo 21 00:00-24:00"), ("2026-06-21", "sunset-sunrise", ""),
  ])
  func nearThePolesTheSunStaysUpOrDown(day: String, text: String, expected: String) throws {
    let zone = try #require(Zone(identifier: "Arctic/Longyearbyen"))
    let context = HoursContext(zone: zone, latitude: 78.22, longitude: 15.65)
    let schedule = Schedule(try OpeningHours(parsing: text), in: context)
    #expect(ScheduleTable.text(schedule, from: try LocalDate(parsing: day), days: 1) == expected)
  }

  @Test func withoutACoordinateTheSunDecidesNothing() throws {
    let schedule = Schedule(try OpeningHours(parsing: "10:00-sunset"), in: HoursContext(zone: .utc))
    #expect(schedule.lacksCoordinate)
    #expect(
      ScheduleTable.text(schedule, from: try LocalDate(parsing: "2026-11-23"), days: 1)
        == "Mo 23 10:00-12:00, Mo 23 12:00-24:00 unknown")
  }
}
