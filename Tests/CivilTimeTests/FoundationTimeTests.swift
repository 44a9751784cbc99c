import CivilTime
import Foundation
import Testing
import VicinityLab

@Suite("Conversions from and to Foundation")
struct FoundationTimeTests {
  @Test("instants and dates convert both ways, to the second, rounded down")
  func dates() throws {
    let instant = try Instant(parsing: "2026-11-27T21:00:00Z")
    #expect(Instant(instant.date) == instant && Date(instant) == instant.date)
    #expect(Instant(instant.date.addingTimeInterval(0.999)) == instant)
    #expect(Instant(Date(timeIntervalSince1970: -0.5)) == Instant(secondsSince1970: -1))
    #expect(Instant(Date(timeIntervalSince1970: .nan)) == Instant(secondsSince1970: 0))
    #expect(Instant(Date(timeIntervalSince1970: .infinity)) > .distantFuture)
    #expect(abs(Instant.now - Instant(Date())) <= 1)
  }

  @Test("durations are added in whole seconds, rounded down")
  func durations() {
    let start = Instant(secondsSince1970: 100)
    #expect(start + .seconds(90) == start + 90 && start - .seconds(90) == start - 90)
    #expect(start + .milliseconds(1999) == start + 1 && start + .milliseconds(-1) == start - 1)
    #expect(start - .milliseconds(1) == start - 1 && start - .milliseconds(-1) == start)
    #expect(start.duration(to: start + 3600) == .seconds(3600))
    #expect(start + .seconds(Int64.max) == Instant(secondsSince1970: .max))
  }

  @Test("every zone of Foundation converts both ways", arguments: TimeZone.knownTimeZoneIdentifiers)
  func zones(identifier: String) throws {
    let known = try #require(TimeZone(identifier: identifier))
    let zone = Zone(known)
    #expect(zone == Zone(identifier: identifier) && zone.timeZone == known)
  }

  @Test("zones with a fixed offset convert where Foundation has them")
  func offsets() throws {
    let zone = Zone(secondsEastOfUTC: 5 * 3600 + 1800)
    #expect(zone.timeZone?.secondsFromGMT() == 19_800)
    let known = try #require(TimeZone(secondsFromGMT: -12_600))
    #expect(Zone(known).offset(at: .now) == -12_600 && Zone(known).timeZone?.secondsFromGMT() == -12_600)
    #expect(Zone(secondsEastOfUTC: 20 * 3600).timeZone == nil)
    #expect(Zone.current.identifier == TimeZone.current.identifier)
  }

  @Test("dates and times convert through components, as the calendar of Foundation reads them")
  func components() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let zone = Zone(calendar.timeZone)
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let instant = Instant(secondsSince1970: Int64.random(in: 0..<4_000_000_000, using: &random))
      let local = LocalDateTime(instant.date, in: zone)
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: instant.date)
      #expect(LocalDateTime(parts) == local && LocalDate(parts) == local.date)
      #expect(LocalDate(instant.date, in: zone) == local.date)
      #expect(local.date.weekday.calendarWeekday == parts.weekday)
      #expect(parts.weekday.flatMap { Weekday(calendarWeekday: $0) } == local.date.weekday)
      #expect(LocalDateTime(local.dateComponents) == local && LocalDate(local.date.dateComponents) == local.date)
    }
  }

  @Test("components that are no date, or of another calendar, are refused")
  func refusedComponents() {
    #expect(LocalDate(DateComponents(year: 2026, month: 2, day: 30)) == nil)
    #expect(LocalDate(DateComponents(year: 2026, month: 2)) == nil)
    #expect(LocalDate(DateComponents(era: 0, year: 20, month: 2, day: 1)) == nil)
    #expect(LocalDate(DateComponents(calendar: Calendar(identifier: .hebrew), year: 5787, month: 2, day: 1)) == nil)
    #expect(LocalDateTime(DateComponents(year: 2026, month: 2, day: 1, hour: 24)) == nil)
    #expect(Weekday(calendarWeekday: 0) == nil && Weekday(calendarWeekday: 8) == nil)
  }
}
