import CivilTime
import Testing

@testable import Recurrence

@Suite("The effort of a recurrence")
struct EffortTests {
  private static let zone = Zone(identifier: "Europe/Berlin") ?? .utc

  private static func set(_ text: String) throws -> RecurrenceSet {
    let start = LocalDateTime(date: LocalDate(dayNumber: 20_000), secondOfDay: 9 * 3600)
    return try RecurrenceSet(parsing: text, start: ICalendarTime(start, .zone(zone)))
  }

  @Test(
    "is the most times of a day",
    arguments: [
      ("FREQ=WEEKLY;BYDAY=FR", 1), ("FREQ=DAILY;BYHOUR=9,12,15;BYMINUTE=0,30", 6), ("FREQ=HOURLY", 24),
      ("FREQ=HOURLY;INTERVAL=7", 4), ("FREQ=HOURLY;INTERVAL=30", 1), ("FREQ=MINUTELY;INTERVAL=15", 96),
      ("FREQ=MINUTELY", 1440), ("FREQ=MINUTELY;BYHOUR=9;BYMINUTE=0,20", 2), ("FREQ=SECONDLY", 86_400),
      ("FREQ=SECONDLY;COUNT=90", 90), ("FREQ=SECONDLY;BYHOUR=9;BYMINUTE=0;BYSECOND=0", 1),
      ("RRULE:FREQ=HOURLY\nRRULE:FREQ=DAILY", 25), ("RRULE:FREQ=DAILY\nEXRULE:FREQ=SECONDLY", 86_401),
      // The candidates of BYSETPOS have to be enumerated.
      ("FREQ=YEARLY;BYHOUR=0,1,2,3;BYMINUTE=0,1,2,3;COUNT=1;BYSETPOS=1", 16),
    ])
  func perDay(text: String, most: Int) throws { #expect(try Self.set(text).mostPerDay == most) }

  @Test("is never less than what a day has")
  func isBound() throws {
    let texts = [
      "FREQ=HOURLY;INTERVAL=5;BYMINUTE=10,50", "FREQ=MINUTELY;INTERVAL=50", "FREQ=DAILY;BYHOUR=1,2;BYSECOND=5,7",
      "FREQ=SECONDLY;INTERVAL=5000", "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=1,5",
    ]
    for text in texts {
      let set = try Self.set(text)
      var days: [Int: Int] = [:]
      for occurrence in set.occurrences().prefix(500) { days[occurrence.start.local.date.dayNumber, default: 0] += 1 }
      #expect(days.values.max() ?? 0 <= set.mostPerDay, "\(text)")
    }
  }

  @Test(
    "is not that of counting, once counts are ends",
    arguments: [
      "FREQ=DAILY;COUNT=400", "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=61", "FREQ=HOURLY;COUNT=3000",
      "FREQ=HOURLY;INTERVAL=3;BYMINUTE=0,30;COUNT=700", "FREQ=MONTHLY;BYDAY=-1SU;BYHOUR=2;BYMINUTE=30;COUNT=40",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=3", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3",
      "RRULE:FREQ=DAILY;COUNT=20\nRRULE:FREQ=WEEKLY;COUNT=30\nEXRULE:FREQ=DAILY;INTERVAL=3;COUNT=5",
    ])
  func counts(text: String) throws {
    let counted = try Self.set(text)
    let ended = counted.withoutCounts()
    #expect(counted.counted > 0 && ended.counted == 0)
    #expect(Array(counted.occurrences()) == Array(ended.occurrences()))
    let window = Instant(secondsSince1970: 1_740_000_000)..<Instant(secondsSince1970: 1_750_000_000)
    #expect(Array(counted.occurrences(in: window)) == Array(ended.occurrences(in: window)))
  }

  @Test("is the same for days and floating times")
  func days() throws {
    for start in [ICalendarTime(LocalDate(dayNumber: 20_000)), try ICalendarTime(parsing: "20241104T090000")] {
      let set = try RecurrenceSet(parsing: "FREQ=WEEKLY;BYDAY=MO,SU;COUNT=9", start: start)
      #expect(
        Array(set.occurrences(floatingIn: Self.zone)) == Array(set.withoutCounts().occurrences(floatingIn: Self.zone)))
    }
  }
}
