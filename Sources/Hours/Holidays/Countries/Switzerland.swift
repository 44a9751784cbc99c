import CivilTime

extension HolidayTable {
  /// Switzerland.
  ///
  /// Source: "Gesetzliche Feiertage und Tage, die in der Schweiz wie gesetzliche Feiertage behandelt werden", Federal
  /// Office of Justice; 1 August by Federal Constitution art. 110. Half days and days of single districts or
  /// municipalities are left out, except that a day observed by most of a canton counts for all of it.
  static let switzerland = HolidayTable(
    country: "CH", regions: swissCantons,
    rules: [
      HolidayRule(.date(1, 1), "Neujahr", "New Year's Day"),
      HolidayRule(.date(1, 2), "Berchtoldstag", "Saint Berchtold's Day", in: "AG BE JU LU TG VD"),
      HolidayRule(.date(1, 2), "Deux Janvier", "Second of January", in: "NE", on: [.monday]),
      HolidayRule(.date(1, 6), "Dreikönigstag", "Epiphany", in: "SZ TI UR"),
      HolidayRule(.date(3, 1), "Instauration de la République", "Republic Day", in: "NE"),
      HolidayRule(.date(3, 19), "Josefstag", "Saint Joseph's Day", in: "NW SZ TI UR VS"),
      HolidayRule(.computed(battleOfNaefels), "Näfelser Fahrt", "Battle of Näfels", in: "GL"),
      HolidayRule(.easter(-2), "Karfreitag", "Good Friday", notIn: "TI VS"),
      HolidayRule(
        .easter(1), "Ostermontag", "Easter Monday", in: "AG AI AR BE BL BS GE GL GR JU LU SG SH SZ TG TI UR VD ZH"),
      HolidayRule(.date(5, 1), "Tag der Arbeit", "Labour Day", in: "AG BL BS JU NE SH TG TI ZH"),
      HolidayRule(.easter(39), "Auffahrt", "Ascension Day"),
      HolidayRule(
        .easter(50), "Pfingstmontag", "Whit Monday", in: "AG AI AR BE BL BS GE GL GR JU LU SG SH SZ TG TI UR VD ZH"),
      HolidayRule(.easter(60), "Fronleichnam", "Corpus Christi", in: "AG AI FR JU LU NW OW SO SZ TI UR VS ZG"),
      HolidayRule(.date(6, 23), "Commémoration du plébiscite jurassien", "Independence Day", in: "JU"),
      HolidayRule(.date(6, 29), "Santi Pietro e Paolo", "Saints Peter and Paul", in: "TI"),
      HolidayRule(.date(8, 1), "Bundesfeier", "National Day"),
      HolidayRule(.date(8, 15), "Mariä Himmelfahrt", "Assumption Day", in: "AG AI FR JU LU NW OW SO SZ TI UR VS ZG"),
      HolidayRule(.weekday(.thursday, onOrAfter: 9, 5), "Jeûne genevois", "Genevan Fast", in: "GE"),
      HolidayRule(.weekday(.monday, onOrAfter: 9, 16), "Lundi du Jeûne", "Prayer Monday", in: "VD"),
      HolidayRule(.date(9, 25), "Bruder Klaus", "Saint Nicholas of Flüe", in: "OW"),
      HolidayRule(
        .date(11, 1), "Allerheiligen", "All Saints' Day", in: "AG AI FR GL JU LU NW OW SG SO SZ TI UR VS ZG"),
      HolidayRule(.date(12, 8), "Mariä Empfängnis", "Immaculate Conception", in: "AG AI FR LU NW OW SZ TI UR VS ZG"),
      HolidayRule(.date(12, 25), "Weihnachten", "Christmas Day"),
      HolidayRule(
        .date(12, 26), "Stephanstag", "Saint Stephen's Day", in: "AG BE BL BS GL GR LU SG SH SZ TG TI UR ZH"),
      HolidayRule(
        .date(12, 26), "Stephanstag", "Saint Stephen's Day", in: "AI AR",
        on: [.monday, .wednesday, .thursday, .friday, .sunday]),
      HolidayRule(.date(12, 26), "Lendemain de Noël", "Saint Stephen's Day", in: "NE", on: [.monday]),
      HolidayRule(.date(12, 31), "Restauration de la République", "Restoration Day", in: "GE"),
    ])

  /// The first Thursday of April, a week later when that is Maundy Thursday (Landsgemeinde of Glarus).
  private static func battleOfNaefels(_ year: Int) -> Int? {
    guard let thursday = HolidayDay.nth(1, .thursday, 4).dayNumber(in: year) else { return nil }
    return thursday == Easter.dayNumber(year: year) - 3 ? thursday + 7 : thursday
  }

  private static let swissCantons = [
    HolidayRegion("AG", "Aargau", "Argovie"), HolidayRegion("AI", "Appenzell Innerrhoden"),
    HolidayRegion("AR", "Appenzell Ausserrhoden"), HolidayRegion("BE", "Bern", "Berne", "Bern/Berne"),
    HolidayRegion("BL", "Basel-Landschaft"), HolidayRegion("BS", "Basel-Stadt"),
    HolidayRegion("FR", "Fribourg", "Freiburg", "Fribourg/Freiburg"),
    HolidayRegion("GE", "Genève", "Genf", "Geneva"), HolidayRegion("GL", "Glarus"),
    HolidayRegion("GR", "Graubünden", "Grischun", "Grigioni", "Graubünden/Grischun/Grigioni"),
    HolidayRegion("JU", "Jura"), HolidayRegion("LU", "Luzern", "Lucerne"),
    HolidayRegion("NE", "Neuchâtel", "Neuenburg"), HolidayRegion("NW", "Nidwalden"), HolidayRegion("OW", "Obwalden"),
    HolidayRegion("SG", "St. Gallen", "Sankt Gallen"), HolidayRegion("SH", "Schaffhausen"),
    HolidayRegion("SO", "Solothurn", "Soleure"), HolidayRegion("SZ", "Schwyz"),
    HolidayRegion("TG", "Thurgau"), HolidayRegion("TI", "Ticino", "Tessin"), HolidayRegion("UR", "Uri"),
    HolidayRegion("VD", "Vaud", "Waadt"), HolidayRegion("VS", "Valais", "Wallis", "Valais/Wallis"),
    HolidayRegion("ZG", "Zug"), HolidayRegion("ZH", "Zürich", "Zuerich", "Zurich"),
  ]
}
