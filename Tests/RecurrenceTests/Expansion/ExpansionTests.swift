import CivilTime
import Testing

@testable import Recurrence

@Suite("Occurrences")
struct ExpansionTests {
  static func set(_ text: String, _ start: String, _ zone: String? = nil) throws -> RecurrenceSet {
    let zone = try zone.map { try #require(Zone(identifier: $0)) }
    return try RecurrenceSet(parsing: text, start: ICalendarTime(parsing: start, in: zone))
  }

  static func instant(_ text: String) throws -> Instant { try Instant(parsing: text) }

  @Test(
    "follow the rule on the wall",
    arguments: [
      ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "20260101T090000", "20260213T090000 20260313T090000 20261113T090000"),
      ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "20260129T090000", "20260129T090000 20260226T090000"),
      ("FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "19961105", "19961105 20001107 20041102"),
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "20240229", "20240229 20280229"),
      ("FREQ=YEARLY;BYDAY=20MO", "19970519T090000", "19970519T090000 19980518T090000 19990517T090000"),
      ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "19970512T090000", "19970512T090000 19980511T090000 19990517T090000"),
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", "19970805", "19970805 19970810 19970819 19970824"),
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "19970805", "19970805 19970817 19970819 19970831"),
      ("FREQ=DAILY;BYHOUR=9;BYMINUTE=0,20;BYSETPOS=-1", "20260101T090000", "20260101T092000 20260102T092000"),
      ("FREQ=HOURLY;INTERVAL=7;BYDAY=TU", "20260101T000000", "20260106T060000 20260106T130000 20260106T200000"),
      ("FREQ=MINUTELY;INTERVAL=1441", "20260131T235900", "20260131T235900 20260202T000000 20260203T000100"),
      ("FREQ=SECONDLY;BYHOUR=3;BYMINUTE=4;BYSECOND=5", "20260101T000000", "20260101T030405 20260102T030405"),
      ("FREQ=HOURLY;BYMINUTE=10,20,30;BYSETPOS=2", "20260101T000000", "20260101T002000 20260101T012000"),
    ])
  func wall(rule: String, start: String, expected: String) throws {
    let expected = expected.split(separator: " ").map(String.init)
    let found = try Self.set(rule, start).occurrences().prefix(expected.count).map(\.start.description)
    #expect(found == expected)
  }

  @Test(
    "that can never be end the search",
    arguments: [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=31",
      "FREQ=SECONDLY;BYMONTH=4;BYMONTHDAY=31", "FREQ=HOURLY;INTERVAL=24;BYHOUR=5",
      "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1",
      "FREQ=SECONDLY;INTERVAL=7;BYDAY=TU;BYHOUR=4;BYMINUTE=4;BYSECOND=4;BYYEARDAY=366;BYMONTH=1",
      "FREQ=HOURLY;BYMINUTE=1;BYSETPOS=5", "FREQ=DAILY;INTERVAL=7;BYDAY=TU", "FREQ=MONTHLY;BYSETPOS=40;BYDAY=MO",
      "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6;BYDAY=MO", "FREQ=SECONDLY;INTERVAL=2147483647;BYMONTH=2;BYMONTHDAY=30",
    ])
  func never(rule: String) throws {
    #expect(try Self.set(rule, "20260101T000000").occurrences().prefix(1).map(\.start).isEmpty)
  }

  @Test("end with the year 9999")
  func lastYear() throws {
    #expect(
      try Self.set("FREQ=YEARLY;INTERVAL=1000", "20000101").occurrences().map(\.start.local.date.year) == [
        2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000,
      ])
  }

  @Test(
    "in a far window are those that walking from the start gives",
    arguments: [
      "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;INTERVAL=5;BYDAY=MO,SU;WKST=SU", "FREQ=MONTHLY;INTERVAL=7;BYMONTHDAY=31",
      "FREQ=YEARLY;INTERVAL=3;BYWEEKNO=1,53;BYDAY=MO", "FREQ=HOURLY;INTERVAL=5",
      "FREQ=MINUTELY;INTERVAL=1439;BYHOUR=1,2",
      "FREQ=DAILY;INTERVAL=3;COUNT=5000", "FREQ=WEEKLY;COUNT=900", "FREQ=HOURLY;INTERVAL=500;COUNT=400",
    ])
  func far(rule: String) throws {
    for zone in [nil, "Europe/Berlin"] {
      let set = try Self.set(rule, "20100104T013000", zone)
      let window = try Self.instant("2031-03-01T00:00:00Z")..<Self.instant("2031-11-30T01:30:00Z")
      let all = set.occurrences(in: .distantPast..<window.upperBound).filter { window.contains($0.instant) }
      #expect(Array(set.occurrences(in: window)) == all)
    }
  }

  @Test("from far away cost nothing where every period has one, whatever the count")
  func counted() throws {
    let set = try Self.set("FREQ=SECONDLY;COUNT=2000000000", "20000101T000000Z")
    let window = try Self.instant("2060-01-01T00:00:00Z")..<Self.instant("2060-01-01T00:00:02Z")
    #expect(set.occurrences(in: window).map(\.start.description) == ["20600101T000000Z", "20600101T000001Z"])
    let end = try Self.instant("2063-05-18T03:33:19Z")
    #expect(set.occurrences(in: end..<(end + 9)).map(\.instant) == [end])
  }

  @Test("at times that the clocks skip happen as long after the change, or not at all")
  func gap() throws {
    let set = try Self.set("FREQ=DAILY;COUNT=3", "20260328T023000", "Europe/Berlin")
    #expect(
      set.occurrences().map(\.instant.description) == [
        "2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z",
      ])
    #expect(set.occurrences().map(\.isShifted) == [false, true, false])
    #expect(
      set.occurrences(skippedTimes: .omitted).map(\.start.description) == [
        "20260328T023000", "20260330T023000", "20260331T023000",
      ])
  }

  @Test("are in the order of the time line, each once, also around a gap")
  func order() throws {
    let text = "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,30;COUNT=4"
    let set = try Self.set(text, "20260329T020000", "Europe/Berlin")
    #expect(set.occurrences().map(\.instant.description) == ["2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z"])
    let apia = try Self.set("FREQ=DAILY;COUNT=4", "20111229T100000", "Pacific/Apia")
    #expect(
      apia.occurrences().map(\.instant.description) == [
        "2011-12-29T20:00:00Z", "2011-12-30T20:00:00Z", "2011-12-31T20:00:00Z",
      ])
  }

  @Test("by the hour leave out the hour that is skipped, and take the first of the hour that is shown twice")
  func hourly() throws {
    let spring = try Self.set("FREQ=HOURLY;COUNT=3", "20260329T010000", "Europe/Berlin")
    #expect(spring.occurrences().map(\.start.description) == ["20260329T010000", "20260329T030000", "20260329T040000"])
    let autumn = try Self.set("FREQ=HOURLY;COUNT=3", "20261025T010000", "Europe/Berlin")
    #expect(
      autumn.occurrences().map(\.instant.description) == [
        "2026-10-24T23:00:00Z", "2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z",
      ])
  }

  @Test(
    "end with UNTIL, inclusive, in the terms of the start",
    arguments: [
      ("FREQ=DAILY;UNTIL=20260103T080000Z", "20260101T090000", "Europe/Berlin", 3),
      ("FREQ=DAILY;UNTIL=20260103T075959Z", "20260101T090000", "Europe/Berlin", 2),
      ("FREQ=DAILY;UNTIL=20260103", "20260101T090000", "Europe/Berlin", 3),
      ("FREQ=DAILY;UNTIL=20260103T090000", "20260101T090000", nil, 3),
      ("FREQ=DAILY;UNTIL=20260103T090000Z", "20260101T090000", nil, 3),
      ("FREQ=DAILY;UNTIL=20260103T085959Z", "20260101T090000Z", nil, 2),
      ("FREQ=DAILY;UNTIL=20260103", "20260101", nil, 3),
      ("FREQ=DAILY;UNTIL=20260103T120000Z", "20260101", nil, 3),
      ("FREQ=DAILY;UNTIL=20251231", "20260101", nil, 0),
      // A time in the repeated hour means its first pass, so a limit in the second pass includes it.
      ("FREQ=DAILY;UNTIL=20261025T011000Z", "20261024T023000", "Europe/Berlin", 2),
    ] as [(String, String, String?, Int)])
  func until(rule: String, start: String, zone: String?, count: Int) throws {
    #expect(try Self.set(rule, start, zone).occurrences().map(\.start).count == count)
  }

  @Test(
    "take in dates and leave out exceptions",
    arguments: [
      ("RDATE:20260105T090000\nEXDATE:20260101T090000", "20260105T090000"),
      ("RRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20260102", "20260101T090000 20260103T090000"),
      ("RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260102T080000Z", "20260101T090000 20260103T090000"),
      ("RRULE:FREQ=DAILY;COUNT=2\nRRULE:FREQ=WEEKLY;COUNT=2", "20260101T090000 20260102T090000 20260108T090000"),
      ("RRULE:FREQ=DAILY;COUNT=4\nEXRULE:FREQ=DAILY;INTERVAL=2", "20260102T090000 20260104T090000"),
      ("RRULE:FREQ=DAILY;COUNT=1\nRDATE;VALUE=DATE:20260104", "20260101T090000 20260104T090000"),
      ("FREQ=DAILY;COUNT=1", "20260101T090000"),
      ("RRULE:FREQ=DAILY;\n COUNT=1\n\n", "20260101T090000"),
    ])
  func sets(text: String, expected: String) throws {
    let found = try Self.set(text, "20260101T090000", "Europe/Berlin").occurrences().map(\.start.description)
    #expect(found.joined(separator: " ") == expected)
  }

  @Test("have the length of their period")
  func period() throws {
    let text = "RRULE:FREQ=DAILY;COUNT=2\nRDATE;VALUE=PERIOD:20260102T090000/PT3H,20260103T090000/20260103T100000"
    let lengths = try Self.set(text, "20260101T090000").occurrences().map { $0.duration?.description }
    #expect(lengths == [nil, "PT3H", "PT1H"])
  }

  @Test("with whole days begin in the zone of the reader")
  func days() throws {
    let zone = try #require(Zone(identifier: "America/Sao_Paulo"))
    let set = try Self.set("FREQ=DAILY;COUNT=2", "20181103")
    // Midnight of the fourth was skipped there; the day was not.
    #expect(
      set.occurrences(floatingIn: zone, skippedTimes: .omitted).map(\.instant.description) == [
        "2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z",
      ])
    #expect(throws: RecurrenceError.self) { try Self.set("FREQ=HOURLY", "20181103") }
  }

  @Test("begin in the half-open window")
  func window() throws {
    let set = try Self.set("FREQ=DAILY", "20260101T000000Z")
    let window = try Self.instant("2026-01-02T00:00:00Z")..<Self.instant("2026-01-04T00:00:00Z")
    #expect(set.occurrences(in: window).map(\.start.description) == ["20260102T000000Z", "20260103T000000Z"])
    #expect(set.occurrences(in: window.lowerBound..<window.lowerBound).map(\.start).isEmpty)
  }
}
