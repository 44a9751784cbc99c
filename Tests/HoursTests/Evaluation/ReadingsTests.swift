import CivilTime
import Testing

@testable import Hours

/// Where people may read a text differently from the specification, the state is unknown and never inverted.
@Suite("Hours with two readings are unknown where they differ")
struct ReadingsTests {
  /// A state in Bavaria; 2027-01-05 is a Tuesday, the day after it Epiphany.
  private func state(
    _ text: String, _ time: String, _ leniency: OpeningHours.Leniency = .tolerant,
    tails: HoursContext.Tails = .belongToTheirDay
  ) throws -> OpeningState {
    let context = HoursContext(
      zone: try #require(Zone(identifier: "Europe/Berlin")), holidays: PublicHolidays(country: "DE", region: "BY"),
      tails: tails)
    let hours = try OpeningHours(parsing: text, country: "DE", leniency: leniency)
    return Schedule(hours, in: context).state(at: try Instant(parsing: "2027-01-\(time):00+01:00"))
  }

  @Test(
    "a rule after a comma that overlaps those before it",
    arguments: [
      ("täglich 11-23 Uhr, Dienstag 17-23 Uhr", "05T13:00", "05T18:00", "07T13:00"),
      ("daily 11am-11pm, Tue 5pm-11pm", "05T13:00", "05T18:00", "07T13:00"),
      ("Mo-Su 11:00-23:00, Tu 17:00-23:00", "05T13:00", "05T18:00", "07T13:00"),
      ("Mo-Fr 9-18 Uhr, Di 14-20 Uhr", "05T10:00", "05T15:00", "07T10:00"),
      ("Mo-Sa 10-20 Uhr, So und Feiertage 12-18 Uhr", "06T11:00", "06T13:00", "05T11:00"),
      ("Mo-Fr 10:00-18:00, Sa, Su, PH 12:00-18:00", "06T11:00", "06T13:00", "05T11:00"),
      ("Mo-Sa 10am-8pm, Sun & Bank Holidays 12-6pm", "06T19:00", "06T13:00", "05T19:00"),
      ("Mo-Sa 08:00-12:00, Su,PH 14:00-18:00", "06T09:00", "06T15:00", "05T09:00"),
    ])
  func additions(text: String, unknown: String, open: String, usual: String) throws {
    #expect(try state(text, unknown) == .unknown)
    #expect(try state(text, open) == .open)
    #expect(try state(text, usual) == .open)
  }

  @Test(
    "but not one that covers them, or has other hours or days",
    arguments: [
      ("Mo-Fr 09:00-12:00, Tu 14:00-18:00", "05T10:00"), ("Mo-Fr 10:00-18:00, Tu 10:00-20:00", "05T11:00"),
      ("Mo-Fr 10:00-18:00, Sa,PH 10:00-18:00", "06T11:00"), ("Tu-Fr 11:30-14:00, Tu-Su,PH 17:30-23:00", "06T12:00"),
      ("Apr-Sep Mo-Su 10:00-20:00, Oct-Mar Mo-Su 10:00-18:00", "05T11:00"),
      ("Mo-Fr 18:00-02:00, Tu 17:00-03:00", "05T19:00"),
    ])
  func clear(text: String, time: String) throws { #expect(try state(text, time) == .open) }

  @Test(
    "school holidays that are not known",
    arguments: ["Mo-Su 10:00-18:00; SH off", "Mo-Fr 10:00-18:00; SH,PH off", "Mo-Fr 12:00-18:00; SH 14:00-16:00"])
  func schoolHolidays(text: String) throws {
    #expect(try state(text, "05T13:00") == .unknown)
    #expect(try state(text, "05T20:00") == .closed)
  }

  @Test("school holidays that cannot matter")
  func otherDays() throws {
    #expect(try state("Mo-Fr 10:00-18:00; SH Sa 10:00-12:00", "05T13:00") == .open)
    #expect(try state("Mo-Fr 10:00-18:00; PH,SH off", "06T13:00") == .closed)
  }

  @Test(
    "times that a text that only closes leaves undefined",
    arguments: [
      ("Tu off", "05T13:00", "07T13:00"), ("dienstags geschlossen", "05T13:00", "07T13:00"),
      ("PH off", "06T13:00", "05T13:00"), ("12:00-14:00 off", "05T13:00", "05T20:00"),
      ("Oct-Apr closed", "05T13:00", "05T13:00"),
    ])
  func closures(text: String, closed: String, other: String) throws {
    #expect(try state(text, closed) == .closed)
    #expect(try state(text, other) == (closed == other ? .closed : .unknown))
  }

  @Test("but a text that closes all days is closed", arguments: ["off", "closed", "Mo-Su off", "Mo-Fr off; Sa,Su off"])
  func alwaysClosed(text: String) throws { #expect(try state(text, "05T13:00") == .closed) }

  @Test("midnight to midnight", arguments: ["Tu 00:00-00:00", "Tu 0:00-0:00", "Mo-Fr 10:00-18:00; Sa 00:00-00:00"])
  func midnight(text: String) {
    #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: text) }
  }

  @Test("the specification where it is asked for, and opening_hours.js where its results are")
  func literal() throws {
    for leniency in [OpeningHours.Leniency.strict, .common] {
      #expect(try state("Mo-Su 11:00-23:00, Tu 17:00-23:00", "05T13:00", leniency) == .open)
      #expect(try state("Tu off", "07T13:00", leniency) == .closed)
    }
    #expect(try state("Mo-Su 11:00-23:00, Tu 17:00-23:00", "05T13:00", tails: .endWithLaterRules) == .open)
  }

  @Test(
    "a comment that says closed beside the word open",
    arguments: [
      "open \"closed for renovation\"", "10:00-18:00 open \"closed until further notice\"",
      "24/7 open \"geschlossen bis auf Weiteres\"", "Mo-Fr open \"closed for now\"",
      "10:00-18:00 open \"Sundays closed\"",
      "open \"currently closed due to covid\"",
    ])
  func comments(text: String) {
    #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: text) }
  }

  @Test("a comment on something else that closes", arguments: ["Mo-Su 21:00-23:00 open \"Kitchen closed\""])
  func otherComments(text: String) throws { #expect(try state(text, "05T22:00") == .open) }
}
