import CivilTime
import Foundation
import Testing
import VicinityLab

@Suite struct ZoneTests {
  @Test func everyKnownZoneAgreesWithFoundation() throws {
    var random = SplitMix64(seed: 7)
    for identifier in TimeZone.knownTimeZoneIdentifiers {
      let zone = try #require(Zone(identifier: identifier), "\(identifier)")
      let reference = try #require(TimeZone(identifier: identifier))
      for _ in 0..<60 {
        let instant = Instant(secondsSince1970: Int64.random(in: 0..<4_102_444_800, using: &random))
        #expect(zone.offset(at: instant) == reference.secondsFromGMT(for: instant.date), "\(identifier) \(instant)")
      }
    }
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo", "America/Santiago"])
  func yearsBeyondTheTableRepeatTheRules(identifier: String) throws {
    var random = SplitMix64(seed: 8)
    let zone = try #require(Zone(identifier: identifier))
    let reference = try #require(TimeZone(identifier: identifier))
    for _ in 0..<500 {
      let instant = Instant(secondsSince1970: Int64.random(in: 4_102_444_800..<7_258_118_400, using: &random))
      #expect(zone.offset(at: instant) == reference.secondsFromGMT(for: instant.date), "\(identifier) \(instant)")
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", "2026-03-29T01:59:59", "2026-03-29T00:59:59Z"),
    ("Europe/Berlin", "2026-03-29T02:00:00", "2026-03-29T01:00:00Z"),
    ("Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T01:30:00Z"),
    ("Europe/Berlin", "2026-03-29T03:00:00", "2026-03-29T01:00:00Z"),
    ("Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T00:30:00Z"),
    ("Europe/Berlin", "2026-10-25T03:00:00", "2026-10-25T02:00:00Z"),
    ("Pacific/Apia", "2011-12-30T12:00:00", "2011-12-30T22:00:00Z"),
    ("Asia/Kolkata", "2026-01-01T00:00:00", "2025-12-31T18:30:00Z"),
    ("America/New_York", "2130-07-01T12:00:00", "2130-07-01T16:00:00Z"),
  ])
  func wallClockTimesBecomeInstants(identifier: String, local: String, expected: String) throws {
    let zone = try #require(Zone(identifier: identifier))
    #expect(zone.instant(of: try LocalDateTime(parsing: local)).description == expected)
  }

  @Test func wallClockAndBackIsTheSameInstantExceptInTheRepeatedHour() throws {
    var random = SplitMix64(seed: 9)
    for identifier in TimeZone.knownTimeZoneIdentifiers {
      let zone = try #require(Zone(identifier: identifier))
      for _ in 0..<20 {
        let instant = Instant(secondsSince1970: Int64.random(in: 0..<5_000_000_000, using: &random))
        let back = zone.instant(of: zone.localDateTime(at: instant))
        let repeated = zone.wallClock(at: instant.secondsSince1970).isAmbiguous
        #expect(back == instant || (repeated && back < instant), "\(identifier) \(instant)")
      }
    }
  }

  @Test(arguments: ["Europe/Nowhere", "", "🦊"])
  func unknownZonesAreNil(identifier: String) {
    #expect(Zone(identifier: identifier) == nil)
  }

  @Test func extremeInstantsDoNotOverflow() throws {
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    for seconds in [Int64.min, .min + 1, -1, .max - 1, .max] {
      let instant = Instant(secondsSince1970: seconds)
      #expect(!instant.iso8601(in: zone).isEmpty)
      #expect(!instant.description.isEmpty)
      #expect((instant + 5) - 5 <= Instant(secondsSince1970: .max))
    }
  }
}
