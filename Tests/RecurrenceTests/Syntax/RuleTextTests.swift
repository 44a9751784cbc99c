import Testing

@testable import Recurrence

@Suite("The text of a rule")
struct RuleTextTests {
  @Test(
    "is normalized, and reading the normalized text gives an equal rule",
    arguments: [
      ("FREQ=DAILY", "FREQ=DAILY"),
      ("rrule:freq=weekly;byday=mo", "FREQ=WEEKLY;BYDAY=MO"),
      ("FREQ=WEEKLY;INTERVAL=1;COUNT=2;BYDAY=MO;", "FREQ=WEEKLY;COUNT=2;BYDAY=MO"),
      ("BYDAY=FR,MO,FR;FREQ=WEEKLY;WKST=SU", "FREQ=WEEKLY;BYDAY=MO,FR;WKST=SU"),
      ("FREQ=MONTHLY;BYDAY=+1TU,-1TH,WE;WKST=MO", "FREQ=MONTHLY;BYDAY=-1TH,WE,1TU"),
      ("FREQ=YEARLY;BYWEEKNO=53,-1,2;BYSETPOS=-1,1", "FREQ=YEARLY;BYWEEKNO=-1,2,53;BYSETPOS=-1,1"),
      ("FREQ=YEARLY;BYYEARDAY=366,-366;BYMONTH=12,1", "FREQ=YEARLY;BYMONTH=1,12;BYYEARDAY=-366,366"),
      ("FREQ=MONTHLY;BYMONTHDAY=-31,31,1", "FREQ=MONTHLY;BYMONTHDAY=-31,1,31"),
      ("FREQ=SECONDLY;INTERVAL=90;BYSECOND=60,0,59", "FREQ=SECONDLY;INTERVAL=90;BYSECOND=0,59"),
      ("FREQ=MINUTELY;BYHOUR=23,0;BYMINUTE=59", "FREQ=MINUTELY;BYHOUR=0,23;BYMINUTE=59"),
      (" FREQ = HOURLY ; UNTIL = 20261231T235960Z ", "FREQ=HOURLY;UNTIL=20261231T235959Z"),
      ("FREQ=YEARLY;UNTIL=20301231", "FREQ=YEARLY;UNTIL=20301231"),
      ("FREQ=YEARLY;UNTIL=20301231T120000", "FREQ=YEARLY;UNTIL=20301231T120000"),
    ])
  func normal(text: String, expected: String) throws {
    let rule = try RecurrenceRule(parsing: text)
    #expect(rule.description == expected)
    #expect(try RecurrenceRule(parsing: expected) == rule)
  }

  @Test(
    "that is not understood is refused with place, expectation and suggestion",
    arguments: [
      ("FREQ=WEKLY", 5, "WEKLY", "Did you mean WEEKLY?"),
      ("FREQ=WEEKLY;BYDAYS=MO", 12, "BYDAYS", "Did you mean BYDAY?"),
      ("FREQU=YEARLY;BYMONTH=11", 0, "FREQU", "Did you mean FREQ?"),
      ("FREQ=WEEKLY;BYDAY=MO,Tuesday", 21, "Tuesday", "Did you mean TU?"),
      ("FREQ=YEARLY;BYDAY=55WE", 18, "55", nil),
      ("FREQ=YEARLY;BYDAY=0WE", 18, "0", nil),
      ("FREQ=MONTHLY;BYMONTHDAY=0", 24, "0", nil),
      ("FREQ=YEARLY;BYMONTH=13", 20, "13", nil),
      ("FREQ=YEARLY;BYMONTH=5L", 20, "5L", nil),
      ("FREQ=YEARLY;INTERVAL=MO", 21, "MO", nil),
      ("FREQ=YEARLY;INTERVAL=0", 21, "0", nil),
      ("FREQ=YEARLY;COUNT=99999999999999999999", 18, "99999999999999999999", nil),
      ("FREQ=DAILY;BYHOUR=1,,2", 20, "", nil),
      ("FREQ=DAILY;FREQ=DAILY", 11, "FREQ", nil),
      ("FREQ=DAILY;;COUNT=1", 11, "", nil),
      (";COUNT=0", 0, "", nil),
      ("COUNT=3", 7, nil, "Write for example FREQ=WEEKLY;BYDAY=FR"),
      ("FREQ=MONTHLY;UNTIL=20120924T215959ZZ", 35, "Z", nil),
      ("FREQ=MONTHLY;UNTIL=20120230", 19, "20120230", nil),
      (
        "RSCALE=HEBREW;FREQ=YEARLY", 0, "RSCALE",
        "Rules in other calendars (RFC 7529) are not supported; leave RSCALE out for Gregorian dates"
      ),
    ] as [(String, Int, String?, String?)])
  func refused(text: String, position: Int, found: String?, suggestion: String?) throws {
    let error = try #require(throws: RecurrenceError.self) { try RecurrenceRule(parsing: text) }
    #expect(error.position == position)
    #expect(error.found == found)
    #expect(error.suggestion == suggestion)
  }

  @Test(
    "that the RFC forbids is refused only in strict mode",
    arguments: [
      "FREQ=DAILY;BYWEEKNO=1,5,8", "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=MONTHLY;BYYEARDAY=1", "FREQ=WEEKLY;BYDAY=1MO",
      "FREQ=YEARLY;BYWEEKNO=2;BYDAY=1MO", "FREQ=DAILY;COUNT=1;UNTIL=20300101", "FREQ=DAILY;BYSETPOS=1", "FREQ=DAILY;",
    ])
  func forbidden(text: String) throws {
    _ = try RecurrenceRule(parsing: text)
    #expect(throws: RecurrenceError.self) { try RecurrenceRule(parsing: text, leniency: .strict) }
  }

  @Test("over several lines reports the line of an error")
  func lines() throws {
    let text = "DTSTART:20261127T200000\nRRULE:FREQ=WEEKLY\nEXDATE:20261204T20000"
    let error = try #require(throws: RecurrenceError.self) { try RecurrenceSet(parsing: text) }
    #expect(error.line == 3)
    #expect(error.position == 21)
    #expect(error.expected == "a second from 00 to 59")
  }

  @Test(
    "for a whole recurrence is printed so that reading it gives an equal one",
    arguments: [
      "DTSTART:20261127T200000\nRRULE:FREQ=WEEKLY;BYDAY=FR\nRRULE:FREQ=MONTHLY\nEXRULE:FREQ=YEARLY\nEXDATE:20261204T200000",
      "DTSTART;VALUE=DATE:20261127\nRDATE;VALUE=DATE:20261224,20261226\nEXDATE;VALUE=DATE:20261127",
      "DTSTART;TZID=Europe/Berlin:20261127T200000\nRDATE;VALUE=PERIOD;TZID=Europe/Berlin:20261201T200000/PT2H\n"
        + "RDATE:20261202T190000Z/20261202T203000Z\nEXDATE;VALUE=DATE:20261203",
    ])
  func printed(text: String) throws {
    let set = try RecurrenceSet(parsing: text)
    #expect(try RecurrenceSet(parsing: set.description) == set)
    #expect(try RecurrenceSet(parsing: "DTSTART:20000101T000000\n" + (set.recurrenceText)).rules == set.rules)
  }

  @Test(
    "for a duration is read and printed",
    arguments: [("P1W", "P7D"), ("PT90M", "PT1H30M"), ("-P1DT12H", "-P1DT12H"), ("+PT0S", "PT0S"), ("p2d", "P2D")])
  func duration(text: String, expected: String) throws {
    #expect(try ICalendarDuration(parsing: text).description == expected)
  }

  @Test("that is not a duration is refused", arguments: ["", "P", "PT", "1H", "P1H", "PT1D", "P1DT"])
  func noDuration(text: String) {
    #expect(throws: RecurrenceError.self) { try ICalendarDuration(parsing: text) }
  }
}
