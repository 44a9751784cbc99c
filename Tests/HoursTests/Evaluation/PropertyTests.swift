import CivilTime
import TestSupport
import Testing
import VicinityLab

@testable import Hours

/// Invariants that hold for every value, checked on random ones.
@Suite struct PropertyTests {
  static let count = TwinQueries.count(usually: 60)

  static let values: [OpeningHours] = {
    var source = RandomHours(seed: 20_261_127)
    // Not tolerant, since that refuses texts with two readings.
    return (0..<count).compactMap { _ in try? OpeningHours(parsing: source.value(), leniency: .common) }
  }()

  @Test func randomValuesAreUnderstood() {
    #expect(Self.values.count == Self.count)
  }

  @Test func printingAndReadingGivesAnEqualValue() throws {
    for hours in Self.values {
      let again = try OpeningHours(parsing: hours.description, leniency: .strict)
      #expect(again == hours, "\(hours)")
      #expect(again.description == hours.description)
    }
  }

  @Test func intervalsAreSortedDisjointAndInsideTheWindow() throws {
    for (schedule, window) in try schedules() {
      var end = window.lowerBound
      var last: HoursInterval?
      for interval in schedule.intervals(in: window) {
        #expect(interval.range.lowerBound >= end && interval.range.upperBound <= window.upperBound)
        #expect(!interval.range.isEmpty && interval.state != .closed)
        if let last, last.range.upperBound == interval.range.lowerBound {
          #expect((last.state, last.comment, last.isOpenEnd) != (interval.state, interval.comment, interval.isOpenEnd))
        }
        end = interval.range.upperBound
        last = interval
      }
    }
  }

  @Test func theStateAtAnInstantIsThatOfItsInterval() throws {
    var random = SplitMix64(seed: 3)
    for (schedule, window) in try schedules() {
      let intervals = Array(schedule.intervals(in: window))
      let bounds = window.lowerBound.secondsSince1970..<window.upperBound.secondsSince1970
      for round in 0..<40 {
        let instant = Instant(secondsSince1970: Int64.random(in: bounds, using: &random))
        let expected = intervals.first { $0.range.contains(instant) }
        #expect(schedule.state(at: instant) == expected?.state ?? .closed, "\(schedule.hours) at \(instant)")
        guard round % 10 == 0 else { continue }
        let moment = schedule.moment(at: instant)
        #expect(moment.state == expected?.state ?? .closed)
        #expect(expected == nil || moment.comment == expected?.comment)
      }
    }
  }

  @Test func theCompiledWeekAgreesWithTheRules() throws {
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    for hours in Self.values where hours.isWeekly {
      let context = HoursContext(zone: zone)
      let week = WeekTable(RuleBook(hours, in: context))
      let book = RuleBook(hours, in: context)
      for day in 20_780..<20_800 {
        let segments = book.segments(onDay: day)
        #expect(segments == week.days[(day + 3) % 7], "\(hours)")
        for segment in segments {
          #expect(week.state(atLocal: Int64(day * 1440 + segment.start) * 60) == segment.verdict.state)
        }
      }
    }
  }

  @Test func theSameHoursAtAnotherPlaceAreThoseBoundThere() throws {
    var random = SplitMix64(seed: 5)
    for (schedule, window) in try schedules() {
      for tails in [HoursContext.Tails.belongToTheirDay, .endWithLaterRules] {
        var elsewhere = HoursContext(zone: .utc)
        elsewhere.tails = Int64.random(in: 0..<2, using: &random) == 0 ? .belongToTheirDay : .endWithLaterRules
        var context = schedule.context
        context.tails = tails
        let moved = Schedule(schedule.hours, in: elsewhere).bound(to: context)
        let new = Schedule(schedule.hours, in: context)
        #expect(moved.isWeekly == new.isWeekly)
        #expect(moved.intervals(in: window).elementsEqual(new.intervals(in: window)), "\(schedule.hours)")
      }
    }
  }

  @Test func theNextChangeIsWhereTheIntervalsChange() throws {
    for (schedule, window) in try schedules() {
      guard let change = schedule.nextChange(after: window.lowerBound), change < window.upperBound else { continue }
      let before = schedule.moment(at: change - 1)
      let after = schedule.moment(at: change)
      #expect((before.state, before.comment, before.isOpenEnd) != (after.state, after.comment, after.isOpenEnd))
      #expect(before.nextChange == change)
    }
  }

  /// Each value at a place, over three weeks around a clock change or New Year.
  private func schedules() throws -> [(Schedule, Range<Instant>)] {
    let zones = try ["Europe/Berlin", "Australia/Lord_Howe", "America/New_York"].map {
      try #require(Zone(identifier: $0))
    }
    let starts = try ["2026-03-20T05:00Z", "2026-10-20T11:00Z", "2026-12-24T00:00Z"].map { try Instant(parsing: $0) }
    let holidays = ListedHolidays(
      days: ["2026-12-25": "Feast", "2026-03-27": "Fast"], school: "2026-12-23"..."2027-01-05")
    return Self.values.enumerated().map { index, hours in
      let context = HoursContext(
        zone: zones[index % 3], latitude: 40, longitude: 10, holidays: index % 2 == 0 ? holidays : nil)
      let start = starts[index / 3 % 3]
      return (Schedule(hours, in: context), start..<(start + 21 * 86_400))
    }
  }
}
