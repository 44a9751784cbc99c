import CivilTime
import TestSupport
import Testing

@testable import Recurrence

@Suite("Expanding a rule")
struct TwinTests {
  /// SplitMix64 (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195).
  struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
    mutating func some(_ range: ClosedRange<Int>, chance: Int, signed: Bool = false) -> [Int] {
      guard Int.random(in: 0..<100, using: &self) < chance else { return [] }
      let values = (0..<Int.random(in: 1...3, using: &self)).map { _ in
        Int.random(in: range, using: &self) * (signed && Bool.random(using: &self) ? -1 : 1)
      }
      return Set(values).sorted()
    }
  }

  static func rule(_ frequency: Frequency, _ dice: inout Dice) -> RecurrenceRule {
    var rule = RecurrenceRule(frequency)
    rule.interval = [1, 1, 2, 3, 7].randomElement(using: &dice) ?? 1
    // Few rules with a frequency below a day have an occurrence on the tested day, so they restrict days rarely.
    let chance = frequency.isSubDaily ? 5 : 30
    rule.months = dice.some(1...12, chance: chance)
    rule.monthDays = dice.some(1...31, chance: chance, signed: true)
    if frequency == .yearly || frequency.isSubDaily {
      rule.yearDays = dice.some(1...366, chance: chance / 2, signed: true)
    }
    let ordinals = frequency == .monthly || frequency == .yearly ? 0...5 : 0...0
    rule.weekdays = dice.some(0...6, chance: 40).compactMap(Weekday.init(rawValue:)).map {
      OrdinalWeekday(Int.random(in: ordinals, using: &dice) * (Bool.random(using: &dice) ? 1 : -1), $0)
    }.sorted()
    rule.hours = dice.some(0...23, chance: 30)
    rule.minutes = dice.some(0...59, chance: 30)
    rule.seconds = dice.some(0...59, chance: 30)
    let hasParts = rule.daysAreGiven || rule.timesAreGiven
    if hasParts { rule.setPositions = dice.some(1...3, chance: 30, signed: true) }
    rule.weekStart = Weekday.allCases.randomElement(using: &dice) ?? .monday
    return rule
  }

  @Test("gives the same as a test of each second", arguments: Frequency.allCases)
  func twin(frequency: Frequency) throws {
    var dice = Dice(state: 20_261_121)
    var total = 0
    for _ in 0..<TwinQueries.count(usually: frequency.isSubDaily ? 10 : 25) {
      let rule = Self.rule(frequency, &dice)
      let first = Int.random(in: 20_000...24_000, using: &dice)
      let start = LocalDateTime(
        date: LocalDate(dayNumber: first), secondOfDay: Int.random(in: 0..<86_400, using: &dice))
      let seconds = Self.seconds(rule, start)
      let from = first + (frequency.isSubDaily ? 0 : Int.random(in: 0...1000, using: &dice))
      let days = from..<(from + (frequency.isSubDaily ? 1 : 800))
      let window =
        Instant(
          secondsSince1970: Int64(days.lowerBound) * 86_400)..<Instant(
          secondsSince1970: Int64(days.upperBound) * 86_400)
      var set = RecurrenceSet(start: ICalendarTime(start, .utc))
      set.rules = [rule]
      let found = set.occurrences(in: window).map(\.instant.secondsSince1970)
      let expected = NaiveRecurrence(rule: rule, start: start).moments(days: days, seconds: seconds)
      #expect(found == expected, "\(set)")
      #expect(try RecurrenceRule(parsing: rule.description) == rule)
      total += found.count
    }
    #expect(total > 40)
  }

  /// The seconds of a day to test: all of them if the rule may have any, else those that its hours, minutes and seconds
  /// allow.
  private static func seconds(_ rule: RecurrenceRule, _ start: LocalDateTime) -> [Int] {
    if rule.frequency.isSubDaily { return Array(0..<86_400) }
    let hours = rule.hours.isEmpty ? [start.hour] : rule.hours
    let minutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
    let last = rule.seconds.isEmpty ? [start.second] : rule.seconds
    return hours.flatMap { hour in minutes.flatMap { minute in last.map { hour * 3600 + minute * 60 + $0 } } }
  }

  @Test("gives moments that are sorted, unique and inside the window, in any zone", arguments: Frequency.allCases)
  func sorted(frequency: Frequency) throws {
    var dice = Dice(state: 7)
    let zones = try ["Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo"].map {
      try #require(Zone(identifier: $0))
    }
    for _ in 0..<TwinQueries.count(usually: 20) {
      let zone = zones.randomElement(using: &dice) ?? .utc
      let start = ICalendarTime(
        LocalDateTime(
          date: LocalDate(dayNumber: Int.random(in: 14_000...20_000, using: &dice)),
          secondOfDay: Int.random(in: 0..<48, using: &dice) * 1800),
        .zone(zone))
      var set = RecurrenceSet(start: start)
      set.rules = [Self.rule(frequency, &dice)]
      let window = Instant(secondsSince1970: 1_300_000_000)..<Instant(secondsSince1970: 1_800_000_000)
      for skipped in [SkippedTimes.shifted, .omitted] {
        let found = set.occurrences(in: window, skippedTimes: skipped).prefix(300).map { $0 }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.instant < $1.instant }, "\(set)")
        #expect(found.allSatisfy { window.contains($0.instant) && $0.start.instant() == $0.instant }, "\(set)")
        #expect(skipped == .shifted || found.allSatisfy { !$0.isShifted }, "\(set)")
      }
    }
  }
}
