import CivilTime
import Hours
import Testing
import VicinityLab

@testable import Vicinity

/// The status from the weekly table against that of the schedule itself.
@Suite("Opening states by the minute of the week")
struct WeekClockTests {
  private static let hours = [
    "Mo-Th 17:00-01:00; Fr,Sa 17:00-03:00", "24/7", "Mo-Su 10:00-22:00", "Mo-Fr 11:30-14:00,17:30-23:00",
    "Fr 20:00-04:00", "Mo off", "Tu-Su 00:00-24:00", "Su 01:30-03:30", "Sa 22:00-26:00; Mo unknown",
    "Mo 00:00-12:00; Su 12:00-24:00", "Mo-Su 02:00-02:30",
  ]
  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "UTC",
  ]

  @Test("they equal those of the schedule, also around changes of the clocks", arguments: zones)
  func twin(identifier: String) throws {
    let zone = try #require(Zone(identifier: identifier))
    var random = SplitMix64(seed: 5)
    var told = 0
    for text in Self.hours {
      let inUTC = Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: .utc))
      let schedule = inUTC.bound(to: HoursContext(zone: zone))
      let table = ScheduleTable()
      table.set(table.week(of: inUTC), zone: 1, for: 3)
      guard case .weekly(let week, zone: 1) = table[3] else {
        Issue.record("\(text) is weekly")
        continue
      }
      for _ in 0..<400 {
        // 2026 and 2027, in steps of half a minute.
        let instant = Instant(secondsSince1970: 1_767_225_600 + Int64(random.next() % (2 * 365 * 2880)) * 30)
        guard let wall = WeekClock(zone, at: instant), let status = OpeningStatus(weekly: week, at: wall) else {
          continue
        }
        told += 1
        #expect(status == OpeningStatus(schedule, at: instant, withRule: false))
      }
    }
    #expect(told > 300 * Self.hours.count)
  }

  @Test("visits are judged as by the schedule", arguments: zones)
  func visits(identifier: String) throws {
    let zone = try #require(Zone(identifier: identifier))
    var random = SplitMix64(seed: 6)
    var told = 0
    for text in Self.hours {
      let inUTC = Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: .utc))
      let schedule = inUTC.bound(to: HoursContext(zone: zone))
      let table = ScheduleTable()
      let week = try #require(table.week(of: inUTC))
      for _ in 0..<300 {
        let arrival = Instant(secondsSince1970: 1_767_225_600 + Int64(random.next() % (2 * 365 * 86_400)))
        // From a moment to more than a week, by minutes and by seconds.
        let lengths: [Int64] = [0, 1, 59, 600, 5400, 86_400, 700_000]
        func length() -> Int64 {
          let most = lengths[Int(random.next() % 7)]
          return most == 0 ? 0 : Int64(random.next() % UInt64(most))
        }
        let visit = Visit(arrival: arrival, wait: length(), stay: length())
        guard let clock = WeekClock(zone, at: arrival), zone.isSteady(from: arrival, through: arrival + visit.length)
        else { continue }
        told += 1
        #expect(visit.verdict(of: week, at: clock.second) == visit.verdict(of: schedule), "\(text), \(visit)")
      }
    }
    #expect(told > 200 * Self.hours.count)
  }

  @Test("at the turn of a change of the clocks nothing is promised")
  func changes() throws {
    let berlin = try #require(Zone(identifier: "Europe/Berlin"))
    let change = try Instant(parsing: "2026-10-25T01:00:00Z")
    #expect(berlin.isSteady(from: change - 86_400, through: change - 1))
    #expect(!berlin.isSteady(from: change - 86_400, through: change))
    #expect(berlin.isSteady(from: change, through: change + 86_400))
    #expect(WeekClock(berlin, at: change + 3600) == nil)
    #expect(WeekClock(berlin, at: change + 100_000) != nil)
    #expect(!berlin.isSteady(from: Instant(secondsSince1970: -1), through: change))
    #expect(!berlin.isSteady(from: change, through: .distantFuture))
  }

  @Test("comments are left to the schedule")
  func comments() throws {
    let table = ScheduleTable()
    let cases = [("24/7", false), ("18:00+", true), (#"Mo 10:00-12:00 "ring""#, true), (#"Mo off "rest""#, true)]
    for (text, hasComments) in cases {
      let schedule = Schedule(try OpeningHours(parsing: text), in: HoursContext(zone: .utc))
      table.set(table.week(of: schedule), zone: 0, for: 1)
      guard case .weekly(let week, _) = table[1] else {
        Issue.record("\(text) is weekly")
        continue
      }
      #expect(week.hasComments == hasComments)
    }
  }
}
