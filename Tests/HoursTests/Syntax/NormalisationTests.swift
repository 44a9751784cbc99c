import Testing

@testable import Hours

/// Every construct of the specification, as read and as printed.
@Suite struct NormalisationTests {
  @Test(arguments: [
    ("24/7", "24/7"), ("open", "open"), ("off", "off"), ("closed \"always\"", "closed \"always\""),
    ("\"by appointment\"", "\"by appointment\""), ("24/7 unknown \"ask\"", "24/7 unknown \"ask\""),
    ("\"in term\": Mo-Fr 08:00-22:00", "Mo-Fr 08:00-22:00 \"in term\""),
    ("10:00-12:00; \"in term\": 14:00-16:00", "10:00-12:00 open, 14:00-16:00 \"in term\""),
    ("\"members\": Jan 10:00-12:00 open \"ring\"", "Jan 10:00-12:00 \"members, ring\""),
    ("Mo-Fr 08:00-18:00", "Mo-Fr 08:00-18:00"), ("Mo,We , Fr  08:00-12:00", "Mo,We,Fr 08:00-12:00"),
    ("Mo 08:00-12:00, 13:00-17:00", "Mo 08:00-12:00,13:00-17:00"),
    ("Fr, Sa 09:00-18:00", "Fr,Sa 09:00-18:00"), ("Sa-Mo 22:00-26:00", "Sa-Mo 22:00-26:00"),
    (
      "Mo 10:00-12:00 open, We 14:00-16:00 unknown \"x\" || off",
      "Mo 10:00-12:00 open, We 14:00-16:00 unknown \"x\" || off"
    ),
    ("We[1,-1] 10:00-12:00", "We[1,-1] 10:00-12:00"), ("We[1-3] +2 days", "We[1,2,3] +2 days"),
    ("Sa[-1] -1 day 10:00-11:00", "Sa[-1] -1 day 10:00-11:00"),
    ("PH off", "PH off"), ("SH Mo-Fr,Sa 10:00-12:00", "SH Mo-Fr,Sa 10:00-12:00"), ("PH -1 day", "PH -1 day"),
    ("PH,Mo-Fr 10:00-12:00", "PH,Mo-Fr 10:00-12:00"), ("PH Fr,SH Sa off", "PH Fr,SH Sa off"),
    ("Jan", "Jan"), ("Jan-Mar,Dec 10:00-12:00", "Jan-Mar,Dec 10:00-12:00"), ("Jan 1", "Jan 01"),
    ("Jan 01,06", "Jan 01,Jan 06"), ("Dec 24-26: off", "Dec 24-26 off"), ("Dec 20-Jan 6", "Dec 20-Jan 06"),
    ("2024 Dec 24", "2024 Dec 24"), ("2024 Dec 24-2025 Jan 06 off", "2024 Dec 24-2025 Jan 06 off"),
    ("2024 Dec 24-Jan 06 off", "2024 Dec 24-2025 Jan 06 off"), ("2022 Mar 31-Apr 16", "2022 Mar 31-Apr 16"),
    ("2024 Jan-Feb", "2024 Jan-Feb"), ("2024 Sep 06+", "2024 Sep 06+"), ("Jan 01-31/2", "Jan 01-31/2"),
    ("easter", "easter"), ("easter -2 days-easter +1 day: off", "easter -2 days-easter +1 day off"),
    ("2022 easter -3 days", "2022 easter -3 days"), ("easter +Fr", "easter +Fr"),
    ("Nov Su[-1]-Dec Su[1] -1 day", "Nov Su[-1]-Dec Su[1] -1 day"), ("Nov Th[4] off", "Nov Th[4] off"),
    ("week 1-53/2 Mo", "week 01-53/2 Mo"), ("week 05", "week 05"),
    ("Feb week 6: 10:00-12:00", "Feb week 06 10:00-12:00"),
    ("2012-2016", "2012-2016"), ("2060+", "2060+"), ("2012,2014-2020/2 Mo", "2012,2014-2020/2 Mo"),
    ("2017 Dec 01 16:00-22:00, 2017 Dec 02 12:00-22:00", "2017 Dec 01 16:00-22:00, 2017 Dec 02 12:00-22:00"),
    ("2013/2", "2013/2"), ("2020-2020/3", "2020-2020/3"), ("2020-2022 Dec off", "2020-2022 Dec off"),
    ("sunrise-sunset", "sunrise-sunset"), ("(dawn+01:30)-(dusk-00:10)", "(dawn+01:30)-(dusk-00:10)"),
    ("10:00-sunset", "10:00-sunset"), ("18:00+", "18:00+"), ("10:00-18:00+", "10:00-18:00+"),
    ("10:00-16:00/01:30", "10:00-16:00/01:30"), ("10:00-16:00/90", "10:00-16:00/01:30"),
    ("22:00-48:00", "22:00-48:00"), ("00:00-24:00", "00:00-24:00"),
  ])
  func textsOfTheSpecificationAreNormalised(text: String, expected: String) throws {
    let hours = try OpeningHours(parsing: text)
    #expect(hours.description == expected)
    let again = try OpeningHours(parsing: expected, leniency: .strict)
    #expect(again == hours)
    #expect(again.warnings.isEmpty)
  }

  @Test(arguments: [
    ("mo-fr 8:00-18:00", "Mo-Fr 08:00-18:00"), ("Mo – Fr 08.00 – 18.00", "Mo-Fr 08:00-18:00"),
    ("MONDAY to Friday 8am-6pm", "Mo-Fr 08:00-18:00"), ("Mon-Thu 9:00 a.m. - 5:30 p.m.", "Mo-Th 09:00-17:30"),
    ("4-10 pm", "16:00-22:00"), ("8-18", "08:00-18:00"), ("9 am - 12 am", "09:00-00:00"),
    ("Mo-Do 8:30-20:00 Fr 8:29-18:00", "Mo-Th 08:30-20:00; Fr 08:29-18:00"),
    ("Montag & Dienstag Ruhetag", "Mo,Tu closed"), ("Lundi à Vendredi 8h30-12h", "Mo-Fr 08:30-12:00"),
    ("Понедельник - Суббота 09:00 - 21:00", "Mo-Sa 09:00-21:00"), ("水曜日～土曜日10:00～19:00", "We-Sa 10:00-19:00"),
    ("Mo 12:00-14:00 16:00-18:00", "Mo 12:00-14:00,16:00-18:00"), ("Mo Tu Fr 10:00-12:00", "Mo,Tu,Fr 10:00-12:00"),
    ("10:00-16:00 We open", "We 10:00-16:00 open"), (";; open;", "open"), ("02:00-22:00,\n", "02:00-22:00"),
    ("Mo-Fr: 10:00-12:00", "Mo-Fr 10:00-12:00"), ("Mo-Th SH 14:00-23:00", "SH Mo-Th 14:00-23:00"),
    ("Nov.-Feb. 09:00-17:00", "Nov-Feb 09:00-17:00"), ("„nach Vereinbarung“", "\"nach Vereinbarung\""),
    ("We 09:00-18:00\u{a0}; Sa 09:00-19:00", "We 09:00-18:00; Sa 09:00-19:00"),
    ("week01:10:00-12:00", "week 01 10:00-12:00"),
    ("2020Jun01:10:00-12:10", "2020 Jun 01 10:00-12:10"), ("24 hours", "24/7"), ("24h", "24/7"),
    ("Mo-Fr 0800-1700", "Mo-Fr 08:00-17:00"), ("09 : 00 - 12 : 00", "09:00-12:00"), ("17:00-late", "17:00+"),
    ("daily 10:00-12:00", "Mo-Su 10:00-12:00"), ("Mo+We 09:00-12:00", "Mo,We 09:00-12:00"),
    ("Mo-Fr 24/7", "Mo-Fr 00:00-24:00"),
    ("2024 Mar-2025 Feb off", "2024 Mar 01-2025 Feb 28 off"), ("Mo-Sa 011:00-17:00", "Mo-Sa 11:00-17:00"),
  ])
  func sloppyTextsAreUnderstood(text: String, expected: String) throws {
    let hours = try OpeningHours(parsing: text)
    #expect(hours.description == expected)
    #expect(try OpeningHours(parsing: expected) == hours)
  }

  @Test(arguments: [
    ("mo-fr 08:00-18:00", 0, "mo", "Mo"), ("Mo–Fr 08:00-18:00", 2, "–", "-"), ("Mo 8:00-12:00", 3, "8:00", "08:00"),
    ("Mo 08.00-12:00", 3, "08.00", "08:00"), ("Mo 1pm-3pm", 3, "1pm", "13:00"), ("Di-Mi 10:00-12:00", 0, "Di", "Tu"),
    ("Mo 12:00-14:00 Tu off", 15, "Tu", ";"), ("Mo 10:00-12:00;;Tu off", 15, ";", ""),
  ])
  func aWarningNamesPlaceAndCorrectForm(text: String, position: Int, found: String, correction: String) throws {
    let warning = try #require(try OpeningHours(parsing: text).warnings.first)
    #expect(warning.position == position)
    #expect(warning.found == found)
    #expect(warning.correction == correction)
    #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: text, leniency: .strict) }
  }

  @Test func dayNamesAreReadInTheLanguagesOfTheCountry() throws {
    #expect(try OpeningHours(parsing: "Di-Do 10:00-12:00", country: "AT").description == "Tu-Th 10:00-12:00")
    #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: "Di-Do 10:00-12:00", country: "au") }
  }

  @Test(arguments: ["Thu 10:00-12:00", "7:30am-7pm", "7am-7:30pm"])
  func formsThatOthersRejectAreMarked(text: String) throws {
    #expect(try OpeningHours(parsing: text).warnings.contains(where: \.isUncommon))
    #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: text, leniency: .common) }
  }

  @Test func monthsAreUnderstoodEverywhereThoughOthersWantTheCountrysLanguage() throws {
    #expect(try OpeningHours(parsing: "Mai-Sep", country: "gb").description == "May-Sep")
    #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: "Mai-Sep", country: "gb", leniency: .common) }
    #expect(try OpeningHours(parsing: "Mai-Sep", country: "at", leniency: .common).description == "May-Sep")
  }
}
