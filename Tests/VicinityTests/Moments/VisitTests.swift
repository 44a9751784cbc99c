import CivilTime
import Testing

@testable import Hours
@testable import Vicinity

@Suite("A visit after a wait")
struct VisitTests {
  typealias Case = (hours: String, at: String, wait: Int64, stay: Int64, verdict: OpeningVerdict)

  @Test(
    "finds a place open at the arrival, soon after, and for long enough",
    arguments: [
      ("10:00-12:00", "11:00", 0, 0, .open), ("10:00-12:00", "11:00", 0, 60, .open),
      ("10:00-12:00", "11:00", 0, 61, .closed), ("10:00-12:00", "12:00", 0, 0, .closed),
      ("10:00-12:00", "09:40", 20, 0, .open), ("10:00-12:00", "09:40", 19, 0, .closed),
      ("10:00-12:00", "09:40", 20, 120, .open), ("10:00-12:00", "09:40", 20, 121, .closed),
      // A short opening is skipped in favour of a long enough one, and a comment interrupts nothing.
      ("10:00-10:10,10:15-12:00", "10:00", 15, 60, .open), ("10:00-10:10,10:15-12:00", "10:00", 14, 60, .closed),
      (#"10:00-11:00 open "a", 11:00-12:00 open "b""#, "10:00", 0, 120, .open),
      ("22:00-02:00", "23:00", 0, 180, .open), ("10:00-12:00 unknown", "09:50", 10, 30, .unknown),
      ("10:00-11:00, 11:00-12:00 unknown", "10:00", 0, 90, .unknown), ("18:00+", "17:50", 10, 0, .openEnd),
      ("18:00+", "17:50", 0, 0, .closed), ("off", "10:00", 600, 600, .closed), ("24/7", "10:00", 0, 10_080, .open),
    ] as [Case])
  func visit(hours: String, at: String, wait: Int64, stay: Int64, verdict: OpeningVerdict) throws {
    let schedule = Schedule(try OpeningHours(parsing: hours), in: HoursContext(zone: .utc))
    let arrival = try Instant(parsing: "2026-11-27T\(at):00Z")
    #expect(Visit(arrival: arrival, wait: 60 * wait, stay: 60 * stay).verdict(of: schedule) == verdict)
  }

  @Test(
    "takes whole minutes on the way",
    arguments: [(0.0, 0), (1.0, 1), (64.6, 1), (64.7, 2), (6461.0, 100), (6462.0, 101)] as [(Double, Int64)])
  func way(meters: Double, minutes: Int64) { #expect(Query.Travel.walking.minutes(for: meters) == minutes) }
}

@Suite("The context of a zone")
struct OpeningContextTests {
  @Test(
    "has the holidays of the whole country",
    arguments: [
      ("Europe/Berlin", "2026-12-25", true), ("Europe/Berlin", "2026-01-06", false),
      ("America/Indiana/Knox", "2026-07-04", true), ("Europe/Bucharest", "2026-12-01", true),
      ("Europe/Dublin", "2026-03-17", true), ("Europe/London", "2026-03-17", false),
    ])
  func holidays(zone: String, day: String, isHoliday: Bool) throws {
    let context = try #require(HoursContext(zoneName: zone))
    #expect((context.holidays?.publicHoliday(on: try LocalDate(parsing: day)) != nil) == isHoliday)
    #expect(context.latitude == nil && context.longitude == nil)
  }

  @Test("has no calendar where none is known", arguments: ["Asia/Tokyo", "UTC"])
  func noHolidays(zone: String) throws { #expect(try #require(HoursContext(zoneName: zone)).holidays == nil) }

  @Test("exists for every country with a table")
  func countries() {
    let found = Set(Zone.countryZones.compactMap { ZoneCountry.withHolidays(ofZone: $0) })
    #expect(found == Set(PublicHolidays.countries))
  }
}

extension Zone {
  /// One zone of each country with a holiday table.
  fileprivate static let countryZones = [
    "Europe/Vienna", "Australia/Sydney", "Europe/Brussels", "Europe/Sofia", "America/Toronto", "Europe/Zurich",
    "Asia/Nicosia", "Europe/Prague", "Europe/Berlin", "Europe/Copenhagen", "Europe/Tallinn", "Europe/Madrid",
    "Europe/Helsinki", "Europe/Paris", "Europe/London", "Europe/Athens", "Europe/Zagreb", "Europe/Budapest",
    "Europe/Dublin", "Atlantic/Reykjavik", "Europe/Rome", "Europe/Vilnius", "Europe/Luxembourg", "Europe/Riga",
    "Europe/Malta", "Europe/Amsterdam", "Europe/Oslo", "Europe/Warsaw", "Europe/Lisbon", "Europe/Bucharest",
    "Europe/Stockholm", "Europe/Ljubljana", "Europe/Bratislava", "America/New_York",
  ]
}
