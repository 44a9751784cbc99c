import CivilTime
import Geography
import Recurrence
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("An event that recurs")
struct RecurringEventTests {
  private static let day: Int64 = 86_400
  /// 2026-11-27T20:00:00Z.
  private static let start = SeededWorld.now.secondsSince1970

  private static func event(_ text: String, hours: Int64 = 2) -> RecurringEvent? {
    RecurringEvent(
      text, times: OccurrenceTimes(starts: start, ends: start + hours * 3600), isAllDay: false, zone: .utc)
  }

  /// The brute-force reference.
  private static func all(_ text: String, hours: Int64 = 2, until: Int64) throws -> [OccurrenceTimes] {
    let begins = ICalendarTime(Zone.utc.localDateTime(at: SeededWorld.now), .zone(.utc))
    let set = try RecurrenceSet(parsing: text, start: begins)
    return set.occurrences(in: .distantPast..<Instant(secondsSince1970: until)).map {
      let starts = $0.instant.secondsSince1970
      return OccurrenceTimes(starts: starts, ends: starts + hours * 3600)
    }
  }

  private static let rules = [
    "FREQ=WEEKLY;BYDAY=FR;INTERVAL=2", "FREQ=DAILY;COUNT=500", "FREQ=YEARLY", "FREQ=YEARLY;INTERVAL=50;COUNT=4",
    "FREQ=HOURLY;INTERVAL=2", "FREQ=MONTHLY;BYDAY=1SA;UNTIL=20290101T000000Z",
    "RRULE:FREQ=DAILY;COUNT=5\nRDATE:20900101T100000Z",
  ]

  @Test("returns all its occurrences in any window, however far away", arguments: rules)
  func windows(rule: String) throws {
    let (event, end) = (try #require(Self.event(rule)), Self.start + 90 * 366 * Self.day)
    let bounded = rule.contains("HOURLY") ? Self.start + 200 * Self.day : end
    let all = try Self.all(rule, until: bounded)
    var random = SplitMix64(seed: 5)
    let windows = (0..<4).map { _ in
      let from = Self.start - 100 * Self.day + Int64(random.next() % UInt64(bounded - Self.start))
      return from..<min(bounded, from + Int64(random.next() % UInt64(50 * 366 * Self.day)))
    }
    for window in windows + [Self.start..<bounded] where !window.isEmpty {
      var walk = event.walk(from: window.lowerBound, to: window.upperBound, WorkMeter())
      var found: [OccurrenceTimes] = []
      while let times = try walk.next() { if times.over > window.lowerBound { found.append(times) } }
      #expect(found == all.filter { $0.starts < window.upperBound && $0.over > window.lowerBound }, "\(rule) \(window)")
    }
  }

  @Test("returns the last one that is over", arguments: rules)
  func last(rule: String) throws {
    let event = try #require(Self.event(rule))
    let all = try Self.all(rule, until: Self.start + 900 * Self.day)
    for days: Int64 in [-5, 0, 1, 8, 30, 399, 450, 899] {
      let time = Self.start + days * Self.day + 3 * 3600
      #expect(try event.last(overBy: time, WorkMeter()) == all.last { $0.over <= time }, "\(rule) \(days)")
    }
  }

  @Test("that has ended is not searched for long")
  func ended() throws {
    let event = try #require(Self.event("FREQ=MINUTELY;INTERVAL=15;COUNT=10"))
    let meter = WorkMeter()
    let last = try event.last(overBy: Self.start + 5000 * 366 * Self.day, meter)
    #expect(last?.starts == Self.start + 9 * 900 && meter.occurrences < 5000)
  }

  @Test(
    "more often than every quarter of an hour takes place once",
    arguments: ["FREQ=SECONDLY;COUNT=1000000000", "FREQ=MINUTELY", "FREQ=DAILY;COUNT=10001", "FREQ=SECONDLY"])
  func tooOften(rule: String) throws {
    #expect(Self.event(rule) == nil)
    let dates = EventDates(starts: SeededWorld.now, ends: nil, zone: .utc, recurrence: rule)
    #expect(try dates.next(at: SeededWorld.now + 1) == nil)
  }

  /// A catalog with one event that recurs by `rule`.
  static func catalog(_ rule: String) throws -> TemporaryCatalog {
    var dense = Listing(id: "dense", kind: .event, coordinate: Coordinate(latitude: 48, longitude: 9))
    (dense.starts, dense.ends, dense.timeZone) = (SeededWorld.now, SeededWorld.now + 600, "UTC")
    dense.recurrence = rule
    return try TemporaryCatalog([dense])
  }

  @Test("is listed as far as the limit, and no farther", arguments: ["distance", "start", "open", "name", "price"])
  func limit(sort: String) throws {
    let world = try Self.catalog("FREQ=MINUTELY;INTERVAL=15")
    let text = """
      {"near":{"lat":48,"lon":9},"during":{"from":"2026-11-27T20:00:00Z","to":"9990-01-01T00:00:00Z"},
       "occurrences":"all","limit":3,"sort":"\(sort)","fields":["starts"]}
      """
    var query = try Query(parsing: text.utf8)
    let budget = WorkBudget(occurrences: 5000)
    var starts: [Int64] = []
    for _ in 0..<3 {
      let answer = try world.catalog.answer(query, at: SeededWorld.now, within: budget)
      starts += answer.matches.compactMap { $0.starts?.secondsSince1970 }
      query.after = answer.next
    }
    #expect(starts == (0..<9).map { Self.start + $0 * 900 })
    (query.total, query.after) = (true, nil)
    #expect(throws: TooExpensive(part: .occurrences, limit: 5000)) {
      try world.catalog.answer(query, at: SeededWorld.now, within: budget)
    }
  }

  @Test("counts all of them exactly")
  func total() throws {
    let world = try Self.catalog("FREQ=MINUTELY;INTERVAL=15;UNTIL=20280101T000000Z")
    let text = #"{"during":{"from":"2026-12-01","to":"2027-01-01"},"occurrences":"all","limit":1,"total":true}"#
    #expect(try world.catalog.answer(try Query(parsing: text.utf8), at: SeededWorld.now).total == 31 * 96)
  }

  @Test(
    "is refused by the import, with what to write instead",
    arguments: [
      ("FREQ=SECONDLY;COUNT=1000000000", "86400 times a day"), ("FREQ=MINUTELY", "1440 times a day"),
      ("FREQ=DAILY;COUNT=20000", "Write UNTIL"), ("RRULE:FREQ=HOURLY\nEXRULE:FREQ=MINUTELY", "1464 times a day"),
    ])
  func refused(rule: String, words: String) throws {
    var validator = ListingValidator()
    var event = Listing(id: "e", kind: .event, coordinate: Coordinate(latitude: 48, longitude: 9))
    (event.starts, event.timeZone, event.recurrence) = (SeededWorld.now, "UTC", rule)
    #expect {
      try validator.validate(event)
    } throws: { error in
      guard let rejection = error as? RowRejection else { return false }
      return rejection.code == "recurrence-too-often" && rejection.description.contains(words)
    }
    event.recurrence = "FREQ=MINUTELY;INTERVAL=15;COUNT=10000"
    try validator.validate(event)
  }
}

@Suite("Event times for members")
struct EventDatesTests {
  static let berlin = Zone(identifier: "Europe/Berlin") ?? .utc

  static func instant(_ day: Int, _ hour: Int) throws -> Instant {
    let date = try #require(LocalDate(year: 2026, month: 10, day: day))
    return berlin.instant(of: LocalDateTime(date: date, secondOfDay: hour * 3600))
  }

  @Test("ends an event of whole days with its day, also on the day that has 25 hours")
  func change() throws {
    let dates = EventDates(
      starts: try Self.instant(20, 0), ends: try Self.instant(21, 0), zone: Self.berlin, recurrence: "FREQ=DAILY",
      isAllDay: true)
    let sunday = try Self.instant(25, 0)
    #expect(try dates.next(at: Self.instant(25, 23) + 1800) == sunday)
    #expect(try dates.knownEnd(of: sunday) == Self.instant(26, 0))
    #expect(try dates.end(of: sunday) - sunday == 25 * 3600)
    #expect(try dates.first(during: (Self.instant(25, 23) + 60)..<(Self.instant(25, 23) + 120)) == sunday)
  }

  @Test("agrees with the search about past events, for all kinds of lengths", arguments: 0..<20)
  func twin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let isAllDay = SeededWorld.pick(2, &random) == 0
    let hour = isAllDay ? 0 : SeededWorld.pick(24, &random)
    let starts = try Self.instant(18 + SeededWorld.pick(5, &random), hour)
    let days = 1 + SeededWorld.pick(3, &random)
    let ends: Instant? =
      isAllDay
      ? Self.berlin.instant(of: LocalDateTime(date: Self.berlin.localDateTime(at: starts).date + days, secondOfDay: 0))
      : SeededWorld.pick(4, &random) == 0 ? nil : starts + Int64(600 * (1 + SeededWorld.pick(200, &random)))
    let rule = ["FREQ=DAILY", "FREQ=DAILY;INTERVAL=2;COUNT=6", "FREQ=WEEKLY;BYDAY=SA,SU"][SeededWorld.pick(3, &random)]
    let times = OccurrenceTimes(starts: starts.secondsSince1970, ends: ends?.secondsSince1970 ?? .min)
    let event = try #require(RecurringEvent(rule, times: times, isAllDay: isAllDay, zone: Self.berlin))
    let dates = EventDates(starts: starts, ends: ends, zone: Self.berlin, recurrence: rule, isAllDay: isAllDay)
    for _ in 0..<100 {
      let now = starts + Int64(SeededWorld.pick(12 * 86_400, &random))
      let next = try event.next(at: now.secondsSince1970, WorkMeter())
      #expect(try dates.next(at: now) == next?.start)
      if let next, let start = next.start {
        #expect(try dates.knownEnd(of: start) == next.end)
        #expect(try dates.end(of: start).secondsSince1970 == next.over)
      }
    }
  }
}
