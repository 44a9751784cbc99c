import CivilTime

extension HolidayTable {
  /// Estonia. Source: Pühade ja tähtpäevade seadus § 2.
  static let estonia = HolidayTable(
    country: "EE", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Uusaasta", "New Year's Day"),
      HolidayRule(.date(2, 24), "Iseseisvuspäev", "Independence Day"),
      HolidayRule(.easter(-2), "Suur reede", "Good Friday"),
      HolidayRule(.easter(0), "Ülestõusmispühade 1. püha", "Easter Sunday"),
      HolidayRule(.date(5, 1), "Kevadpüha", "May Day"),
      HolidayRule(.easter(49), "Nelipühade 1. püha", "Whit Sunday"),
      HolidayRule(.date(6, 23), "Võidupüha", "Victory Day"),
      HolidayRule(.date(6, 24), "Jaanipäev", "Midsummer Day"),
      HolidayRule(.date(8, 20), "Taasiseseisvumispäev", "Independence Restoration Day"),
      HolidayRule(.date(12, 24), "Jõululaupäev", "Christmas Eve", from: 2005),
      HolidayRule(.date(12, 25), "Esimene jõulupüha", "Christmas Day"),
      HolidayRule(.date(12, 26), "Teine jõulupüha", "Second Day of Christmas"),
    ])

  /// Latvia. Source: Likums "Par svētku, atceres un atzīmējamām dienām" art. 1; 4 May and 18 November on a weekend
  /// are followed by a day off. Working days that the government swaps are left out.
  static let latvia = HolidayTable(
    country: "LV", acceptsOtherRegions: true, substituteSuffix: " (pārceltā diena)",
    rules: [
      HolidayRule(.date(1, 1), "Jaungada diena", "New Year's Day"),
      HolidayRule(.easter(-2), "Lielā Piektdiena", "Good Friday"),
      HolidayRule(.easter(0), "Lieldienas", "Easter Sunday"),
      HolidayRule(.easter(1), "Otrās Lieldienas", "Easter Monday"),
      HolidayRule(.date(5, 1), "Darba svētki", "Labour Day"),
      HolidayRule(
        .date(5, 4), "Neatkarības atjaunošanas diena", "Independence Restoration Day", substitute: .nextWorkday),
      HolidayRule(.nth(2, .sunday, 5), "Mātes diena", "Mother's Day"),
      HolidayRule(.easter(49), "Vasarsvētki", "Whit Sunday"),
      HolidayRule(.once(2023, 5, 29), "Hokeja izlases bronzas diena", "Ice Hockey Bronze Medal Day"),
      HolidayRule(.date(6, 23), "Līgo diena", "Midsummer Eve"),
      HolidayRule(.date(6, 24), "Jāņu diena", "Midsummer Day"),
      HolidayRule(.once(2018, 7, 9), "Dziesmu un deju svētku noslēgums", "Song and Dance Celebration"),
      HolidayRule(.once(2023, 7, 10), "Dziesmu un deju svētku noslēgums", "Song and Dance Celebration"),
      HolidayRule(.once(2018, 9, 24), "Pāvesta Franciska vizīte", "Visit of Pope Francis"),
      HolidayRule(.date(11, 18), "Proklamēšanas diena", "Proclamation Day", substitute: .nextWorkday),
      HolidayRule(.date(12, 24), "Ziemassvētku vakars", "Christmas Eve"),
      HolidayRule(.date(12, 25), "Ziemassvētki", "Christmas Day"),
      HolidayRule(.date(12, 26), "Otrie Ziemassvētki", "Second Day of Christmas"),
      HolidayRule(.date(12, 31), "Vecgada diena", "New Year's Eve"),
    ])

  /// Lithuania. Source: Darbo kodeksas art. 123; All Souls' Day since 2020.
  static let lithuania = HolidayTable(
    country: "LT", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Naujieji metai", "New Year's Day"),
      HolidayRule(.date(2, 16), "Lietuvos valstybės atkūrimo diena", "Restoration of the State Day"),
      HolidayRule(.date(3, 11), "Lietuvos nepriklausomybės atkūrimo diena", "Restoration of Independence Day"),
      HolidayRule(.easter(0), "Šv. Velykos", "Easter Sunday"),
      HolidayRule(.easter(1), "Antroji šv. Velykų diena", "Easter Monday"),
      HolidayRule(.date(5, 1), "Tarptautinė darbo diena", "Labour Day"),
      HolidayRule(.nth(1, .sunday, 5), "Motinos diena", "Mother's Day"),
      HolidayRule(.nth(1, .sunday, 6), "Tėvo diena", "Father's Day"),
      HolidayRule(.date(6, 24), "Joninės", "Saint John's Day"),
      HolidayRule(.date(7, 6), "Valstybės diena", "Statehood Day"),
      HolidayRule(.date(8, 15), "Žolinė", "Assumption Day"),
      HolidayRule(.date(11, 1), "Visų šventųjų diena", "All Saints' Day"),
      HolidayRule(.date(11, 2), "Vėlinės", "All Souls' Day", from: 2020),
      HolidayRule(.date(12, 24), "Kūčios", "Christmas Eve"),
      HolidayRule(.date(12, 25), "Šv. Kalėdos", "Christmas Day"),
      HolidayRule(.date(12, 26), "Antroji šv. Kalėdų diena", "Second Day of Christmas"),
    ])
}
