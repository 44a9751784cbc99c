import Testing

@testable import Hours

/// Texts with two plausible readings are refused, so that the state is unknown.
@Suite struct DoubtTests {
  @Test(arguments: [
    "Mo-Fr 9-5", "Wed-Sat 11-8", "TU-Fr 9-6", "3-11", "Mo-Fr 8-12", "Mo-Fr 09:00-5:00", "9:00-5:00", "Mo-Su 10:00-2:00",
    "Mo-Fr 8:30-5:30", "3:00-11:00", "7-7", "7:00-7:00", "Sa 0:00-0:00", "9am-5", "5pm-9", "14:00-8:00; Sa 10-12 Uhr",
    "Mo-Fr 8-18, Sa 9:00-3:30", "0930-0530", "05-02",
    "13-5", "Mo-Fr 14-5", "Mo-Sa 13:00-4",
  ])
  func hoursOfMorningOrAfternoon(text: String) { expectRefusal(text) }

  @Test(arguments: [
    "2pm-12pm", "12pm-12pm", "12am-5pm", "10-11pm", "9-10 pm", "8-12am", "11-2am", "8-midnight", "8-12pm",
  ])
  func noonMidnightAndHalvesOfTheDay(text: String) { expectRefusal(text) }

  @Test(arguments: [
    "Mo-Sa 10-18 closed Sa 10-12", "Closed Mon Tue 10-18", "closed Mo,Tu 10:00-18:00", "Mo closed 10:00-14:00",
    "Mon-Fri 9am-5pm closed Sunday Saturday 10am-2pm", "Su,PH off 10:00-14:00", "Mo-Fr 9am-5pm Jul off",
    "9am-5pm Mon-Fri 10am-2pm", "11am-10pm Sat close 10-12",
  ])
  func statesThatMayBelongToEither(text: String) { expectRefusal(text) }

  @Test(arguments: [
    "Mo-Fr 08:00-12:00, closed 12:00-14:00, 14:00-18:00", "Mo-Fr 08:00-12:00, off 12:00-14:00, 14:00-18:00",
    "Mo-Fr 08:00-12:00, geschlossen 12:00-14:00, 14:00-18:00", "Mo-Fr 08:00-12:00, fermé 12:00-14:00, 14:00-18:00",
    "Mo-Fr 08:00-12:00, chiuso 12:00-14:00, 14:00-18:00", "8-12, closed 12-14, 14-18 Uhr",
    "Mo-Fr 9am-12pm, closed 12pm-1pm, 1pm-5pm", "Mo-Fr 09:00-12:00; closed 12:00-14:00, 14:00-18:00",
    "Mo-Fr 09:00-12:00, closed 12:00-14:00; 14:00-18:00", "Mo-Fr 08:00-12:00, closed 12:00-14:00, open 14:00-18:00",
    "Mo-Fr 08:00-12:00; closed 12:00-14:00; Mo-Fr 14:00-18:00", "Mo-Fr 8-12, open 14-18",
    "Mo-Fr 10:00-14:00, 14:00-16:00 closed, 16:00-20:00",
    "Mo-Fr 12:00-14:30, 14:30-17:30 closed, 17:30-22:00; Sa off",
    "Mo-Fr 11:30-14:00, 14:00-17:00 geschlossen, 17:00-22:00 Uhr", "Mo-Fr 08:00-18:00, 12:00-14:00 closed",
    "Mo-Fr 8-12, 14-16 closed", "Sa 8-18; Mo-Fr 8-12, 13-14 closed", "closed 12:00-14:00; Mo-Fr 08:00-18:00",
    "closed from 2pm to 5pm", "2pm-5pm closed",
  ])
  func aBreakInAListOfTimes(text: String) { expectRefusal(text) }

  @Test(arguments: [
    "Mo-Fr 09:00-12:00, closed, 14:00-18:00", "Mo 10:00-18:00, Tu closed, 10:00-12:00",
    "Mo-Fr 08:00-12:00, 13:00-17:00, Sa closed, 10:00-12:00",
  ])
  func timesAfterAClosedDay(text: String) { expectRefusal(text) }

  @Test(arguments: [
    "Mo-Fr 9-17; Closed", "Mo-Fr 9-17, closed", "Tu, We Closed, 10:00-18:00", "Mo Ruhetag; Mo-So 10-18",
    "Mo-Sa 8-20; So Closed; Mo-So Closed",
  ])
  func partsThatContradictEachOther(text: String) { expectRefusal(text) }

  @Test(arguments: [
    "Tuesday and Friday", "Mo-Fr 12:35-13:05 SU", "Mo-Fr 9-17, Sat", "Mon-Fri 9am-5pm Sat open", "Mo-Fr 9-17 24/7",
    "Domingo a domingo 7:30-19:30", "Mo Sa -06:00-20:00", "Mo-Fr 8:00-17:00 Sa Su PH off",
  ])
  func daysWithoutHours(text: String) { expectRefusal(text) }

  @Test(arguments: [
    // Alone, these are other days in other languages.
    "Di 10:00-12:00", "Do 18:00-22:00", "Ma 9-17", "So 10:00-18:00", "Sa-Do off", "Di-Sa 16:00-04:00",
    "la 10:00-14:00", "pe 16-22",
    // The other words are of a language that does not have them, or of several that do.
    "lundi-vendredi 9-17; So 10-12", "Mo-Pt 09:00-18:00", "Ma-Th 15-21; Fr-Su 13-21 Uhr", "Tu-Fr 10:00-18:00; Di off",
    "Mo-Fr 07:00-18:00, So 07:00-17:00, Su 09:00-16:00", "Pzt-Cum 09:00-18:00; Sa 10:00-14:00",
    "Pazartesi-Cuma 09:00-18:00, Sa 10:00-14:00", "ti on to 11-14", "ma-vr 9-17; ne 10-12",
  ])
  func daysThatAreOthersInAnotherLanguage(text: String) { expectRefusal(text) }

  /// Valid by the specification, but most people who write this mean something else.
  @Test(arguments: [
    "Mo 10:00-18:00; Tu off; 10:00-12:00", "Mo-Sa 09:00-12:00; 14:00-19:00", "Mo off; Mo-Su 10:00-18:00",
    "Mo-Fr 09:00-17:00; off", "Su off; Sa-Mo 10:00-18:00", "PH off; Mo-Fr 10:00-18:00",
    "Dec-Feb off; Mo-Su 10:00-18:00",
    "PH closed, Mo-Fr 10-18", "closed; Mo-Fr 10:00-18:00", "permanently closed; Mo-Fr 10:00-18:00",
    "Mo-Fr 10:00-18:00; permanently closed", "Feiertags geschlossen; Mo-Fr 10-18 Uhr",
  ])
  func aLaterRuleThatRevokesAnEarlierOne(text: String) { expectRefusal(text) }

  @Test(arguments: [
    "Mo 10:00-18:00; Tu off; 10:00-12:00", "Mo off; Mo-Su 10:00-18:00", "PH off; Mo-Fr 10:00-18:00",
    "closed; Mo 10:00-18:00",
  ])
  func theSpecificationIsFollowedWhereItIsAskedFor(text: String) throws {
    for leniency in [OpeningHours.Leniency.strict, .common] {
      #expect(try OpeningHours(parsing: text, leniency: leniency).description == text)
    }
  }

  @Test(arguments: [
    "lunes-viernes 10:00-14:00 open \"mañana\", 16:00-20:00 open \"tarde\"",
    "Mo-Fr 10:00-14:00 open \"shop\", 16:00-20:00 open \"bar\"",
    "mo-fr 10-14 open \"shop\", 16-20 open", "Jul 10:00-14:00 open \"shop\", 16:00-20:00 open \"bar\"",
  ])
  func commentedTimesOfSomeDays(text: String) { expectRefusal(text) }

  @Test(arguments: [
    "Mo-Fr 10:00-18:00 open \"closed\"", "open \"permanently closed\"", "24/7 open \"geschlossen\"",
    "Mo-Fr 10-18 open \"Vorübergehend geschlossen!\"", "lunes 10-18 open \"cerrado\"",
  ])
  func aCommentThatSaysTheOpposite(text: String) { expectRefusal(text) }

  @Test(arguments: ["from 6", "ab 8", "desde las 9", "from 5:00", "6+"])
  func anOpenEndOfMorningOrEvening(text: String) { expectRefusal(text) }

  @Test func aLiteralTextMeansWhatItSays() throws {
    for text in [
      "Mo-Fr 09:00-05:00", "Mo-Fr", "off; Mo-Fr 10:00-18:00", "Mo-Sa 09:00-17:00 closed; Su", "12:00-14:00 closed",
      "Mo-Fr 09:00-17:00; off \"flooded\"", "Mo off; Tu-Su 10:00-18:00; PH off", "Mo-Fr 08:00-18:00; 12:00-13:00 off",
      "Mo-Fr 08:00-18:00 open, 12:00-14:00 closed", "Mo 08:00-17:00, Tu closed, We 10:00-12:00",
      "Mo-Su 07:00-10:00 \"breakfast\", 12:00-14:00 \"lunch\"",
    ] {
      #expect(try OpeningHours(parsing: text).description == text)
    }
  }

  @Test func theReadingOfMapEditorsIsThereForComparisons() throws {
    for (text, expected) in [
      ("Mo-Fr 9:00-5:00", "Mo-Fr 09:00-05:00"),
      ("Mo-Fr 10:00-14:00,14:00-16:00 closed, 16:00-20:00", "Mo-Fr 10:00-14:00,14:00-16:00 closed, 16:00-20:00"),
    ] {
      #expect(try OpeningHours(parsing: text, leniency: .common).description == expected)
    }
  }

  private func expectRefusal(_ text: String, at location: SourceLocation = #_sourceLocation) {
    let error = #expect(throws: OpeningHoursError.self, "\(text)", sourceLocation: location) {
      try OpeningHours(parsing: text)
    }
    #expect(error?.description.contains("expected") == true, sourceLocation: location)
  }
}
