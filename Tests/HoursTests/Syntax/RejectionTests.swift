import Testing

@testable import Hours

@Suite struct RejectionTests {
  @Test(arguments: [
    ("", 0), ("\n", 1), (";", 1), ("|| open", 0), ("Mo-Fr 08:00", 11), ("08:00-12:00,14:00", 17), ("25:00-26:00", 0),
    ("24:00-26:00", 0), ("08:00-48:01", 6), ("12:61-13:00", 3), ("49:00-50:00", 0), ("10:00-100:00", 6),
    ("week 00", 5), ("week 54", 5), ("week 50-10", 8), ("week 1-50/99", 10), ("week week 05", 5),
    ("week 05, Aug Mo", 9), ("Jan 32", 4), ("Apr 31", 4), ("Jan 00", 4), ("Jun 30-24", 7), ("Apr 1-Nov", 6),
    ("2014-2012", 5), ("2014-", 5), ("2014/0", 5), ("Mo,,Th", 3), ("Jan,,Dec", 4), ("Mo[0]", 3), ("Mo[6]", 3),
    ("We[4-2]", 5), ("Su-PH", 2), ("easter +370 days", 8), ("(sunset-1)", 8), ("(sunset+01:00-24:00", 13),
    ("sunrise-(", 9), ("12:00-15:00/5", 12), ("14:00/", 5), ("Mo \"open", 8), ("Mo 10:00-12:00 \"a\" \"b\"", 19),
    ("Mo 10:00-12:00 || ", 18), ("ring the bell", 0), ("Mo 10:00-12:00 often", 15), ("week 02:;", 8), ("7.00-", 5),
    ("25am-2pm", 0), ("Mo-Fr 08:00-12:00 #", 18), ("\u{0}", 0), ("🦊", 0), ("-18:00", 0),
  ])
  func textsThatAreNoValuesAreRejectedAtTheirFault(text: String, position: Int) throws {
    let error = #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: text) }
    #expect(error?.position == position, "\(error?.description ?? "")")
    #expect(error?.description.isEmpty == false)
  }

  @Test(arguments: [
    ("Mo-Fri 08:00-12:00 opn", "open"), ("Mondy 08:00-12:00", "Monday"), ("Mo 08:00", "08:00+"),
    ("Jan 10, Mo 08:00-12:00", ";"), ("week 50-10", "week 50-53,01-10"),
  ])
  func anErrorSuggestsTheLikelyWish(text: String, suggestion: String) {
    let error = #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: text) }
    #expect(error?.suggestion?.contains(suggestion) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    "Mo zu", "Fe 10:00-12:00", "Uhu 10-12", "Nov. Sul 9-12", "Tuw 10-12", "summer 10-18", "Satt 9-12", "sunny 10-18",
    "M-Fo 9-17",
  ])
  func anErrorDoesNotGuessAtWordsThatAreFar(text: String) {
    let error = #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: text) }
    #expect(error?.suggestion?.contains("mean") != true, "\(error?.description ?? "")")
  }

  @Test func longTextsAreRefusedBeforeTheyCostAnything() {
    let text = String(repeating: "Mo 10:00-12:00; ", count: 10_000)
    let error = #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: text) }
    #expect(error?.position == OpeningHours.maximumLength)
  }

  @Test func theLosslessInitialiserGivesNilInsteadOfAnError() {
    #expect(OpeningHours("Mo-Fr 08:00-18:00") != nil)
    #expect(OpeningHours("whenever") == nil)
  }
}
