import CivilTime

extension HolidayTable {
  /// Germany.
  ///
  /// Sources: the Sunday and holiday acts of the states (BayFTG, FTG BW, ...), collected by the Federal Ministry of the
  /// Interior, "Gesetzliche Feiertage"; 3 October by Einigungsvertrag art. 2. Reformation Day 2017 by an act of each
  /// state, since 2018 in HB, HH, NI, SH. In Bavaria, Assumption Day is a holiday where Catholics are the majority
  /// (1708 of 2056 municipalities, BayFTG art. 1); the code BY-EV stands for the others. Corpus Christi in single
  /// municipalities of SN and TH is left out.
  static let germany = HolidayTable(
    country: "DE", regions: germanStates,
    rules: [
      HolidayRule(.date(1, 1), "Neujahr", "New Year's Day"),
      HolidayRule(.date(1, 6), "Heilige Drei Könige", "Epiphany", in: "BW BY ST"),
      HolidayRule(.date(3, 8), "Internationaler Frauentag", "International Women's Day", in: "BE", from: 2019),
      HolidayRule(.date(3, 8), "Internationaler Frauentag", "International Women's Day", in: "MV", from: 2023),
      HolidayRule(.easter(-2), "Karfreitag", "Good Friday"),
      HolidayRule(.easter(0), "Ostersonntag", "Easter Sunday", in: "BB"),
      HolidayRule(.easter(1), "Ostermontag", "Easter Monday"),
      HolidayRule(.date(5, 1), "Tag der Arbeit", "Labour Day"),
      HolidayRule(.once(2020, 5, 8), "75. Jahrestag der Befreiung", "75th Anniversary of Liberation", in: "BE"),
      HolidayRule(.once(2025, 5, 8), "80. Jahrestag der Befreiung", "80th Anniversary of Liberation", in: "BE"),
      HolidayRule(
        .once(2028, 6, 17), "75. Jahrestag des Volksaufstandes", "75th Anniversary of the Uprising", in: "BE"),
      HolidayRule(.easter(39), "Christi Himmelfahrt", "Ascension Day"),
      HolidayRule(.easter(49), "Pfingstsonntag", "Whit Sunday", in: "BB"),
      HolidayRule(.easter(50), "Pfingstmontag", "Whit Monday"),
      HolidayRule(.easter(60), "Fronleichnam", "Corpus Christi", in: "BW BY HE NW RP SL"),
      HolidayRule(.date(8, 8), "Augsburger Friedensfest", "Augsburg Peace Festival", in: "BY-A"),
      HolidayRule(.date(8, 15), "Mariä Himmelfahrt", "Assumption Day", in: "BY SL", notIn: "BY-EV"),
      HolidayRule(.date(9, 20), "Weltkindertag", "World Children's Day", in: "TH", from: 2019),
      HolidayRule(.date(10, 3), "Tag der Deutschen Einheit", "German Unity Day"),
      HolidayRule(.date(10, 31), "Reformationstag", "Reformation Day", in: "BB MV SN ST TH"),
      HolidayRule(.once(2017, 10, 31), "Reformationstag", "Reformation Day"),
      HolidayRule(.date(10, 31), "Reformationstag", "Reformation Day", in: "HB HH NI SH", from: 2018),
      HolidayRule(.date(11, 1), "Allerheiligen", "All Saints' Day", in: "BW BY NW RP SL"),
      HolidayRule(.weekday(.wednesday, onOrAfter: 11, 16), "Buß- und Bettag", "Repentance Day", in: "SN"),
      HolidayRule(.date(12, 25), "1. Weihnachtstag", "Christmas Day"),
      HolidayRule(.date(12, 26), "2. Weihnachtstag", "Second Day of Christmas"),
    ])

  private static let germanStates = [
    HolidayRegion("BB", "Brandenburg"), HolidayRegion("BE", "Berlin"),
    HolidayRegion("BW", "Baden-Württemberg", "Baden-Wuerttemberg"),
    HolidayRegion("BY", "Bayern", "Bavaria", "Freistaat Bayern"),
    HolidayRegion("BY-A", "Augsburg", within: "BY"),
    HolidayRegion("BY-EV", "Bayern (überwiegend evangelische Gemeinden)", within: "BY"),
    HolidayRegion("HB", "Bremen", "Freie Hansestadt Bremen"), HolidayRegion("HE", "Hessen", "Hesse"),
    HolidayRegion("HH", "Hamburg"), HolidayRegion("MV", "Mecklenburg-Vorpommern"),
    HolidayRegion("NI", "Niedersachsen", "Lower Saxony"),
    HolidayRegion("NW", "Nordrhein-Westfalen", "North Rhine-Westphalia", "NRW"),
    HolidayRegion("RP", "Rheinland-Pfalz", "Rhineland-Palatinate"),
    HolidayRegion("SH", "Schleswig-Holstein"), HolidayRegion("SL", "Saarland"),
    HolidayRegion("SN", "Sachsen", "Saxony", "Freistaat Sachsen"),
    HolidayRegion("ST", "Sachsen-Anhalt", "Saxony-Anhalt"),
    HolidayRegion("TH", "Thüringen", "Thueringen", "Thuringia", "Freistaat Thüringen"),
  ]
}
