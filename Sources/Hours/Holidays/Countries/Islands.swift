import CivilTime

extension HolidayTable {
  /// Iceland. Source: Lög um 40 stunda vinnuviku 88/1971 art. 6; the half days of 24 and 31 December are left out.
  static let iceland = HolidayTable(
    country: "IS", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Nýársdagur", "New Year's Day"),
      HolidayRule(.easter(-3), "Skírdagur", "Maundy Thursday"),
      HolidayRule(.easter(-2), "Föstudagurinn langi", "Good Friday"),
      HolidayRule(.easter(0), "Páskadagur", "Easter Sunday"),
      HolidayRule(.easter(1), "Annar í páskum", "Easter Monday"),
      HolidayRule(.weekday(.thursday, onOrAfter: 4, 19), "Sumardagurinn fyrsti", "First Day of Summer"),
      HolidayRule(.date(5, 1), "Verkalýðsdagurinn", "Labour Day"),
      HolidayRule(.easter(39), "Uppstigningardagur", "Ascension Day"),
      HolidayRule(.easter(49), "Hvítasunnudagur", "Whit Sunday"),
      HolidayRule(.easter(50), "Annar í hvítasunnu", "Whit Monday"),
      HolidayRule(.date(6, 17), "Þjóðhátíðardagurinn", "National Day"),
      HolidayRule(.nth(1, .monday, 8), "Frídagur verslunarmanna", "Commerce Day"),
      HolidayRule(.date(12, 25), "Jóladagur", "Christmas Day"),
      HolidayRule(.date(12, 26), "Annar í jólum", "Second Day of Christmas"),
    ])

  /// Malta. Source: National Holidays and Other Public Holidays Act (cap. 252).
  static let malta = HolidayTable(
    country: "MT", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "L-Ewwel tas-Sena", "New Year's Day"),
      HolidayRule(.date(2, 10), "Il-Festa tan-Nawfraġju ta' San Pawl", "Saint Paul's Shipwreck"),
      HolidayRule(.date(3, 19), "Il-Festa ta' San Ġużepp", "Saint Joseph's Day"),
      HolidayRule(.date(3, 31), "Jum il-Ħelsien", "Freedom Day"),
      HolidayRule(.easter(-2), "Il-Ġimgħa l-Kbira", "Good Friday"),
      HolidayRule(.date(5, 1), "Jum il-Ħaddiem", "Workers' Day"),
      HolidayRule(.date(6, 7), "Sette Giugno", "Sette Giugno"),
      HolidayRule(.date(6, 29), "Il-Festa ta' San Pietru u San Pawl", "Saints Peter and Paul"),
      HolidayRule(.date(8, 15), "Il-Festa ta' Santa Marija", "Assumption Day"),
      HolidayRule(.date(9, 8), "Jum il-Vitorja", "Victory Day"),
      HolidayRule(.date(9, 21), "Jum l-Indipendenza", "Independence Day"),
      HolidayRule(.date(12, 8), "Il-Festa tal-Immakulata Kunċizzjoni", "Immaculate Conception"),
      HolidayRule(.date(12, 13), "Jum ir-Repubblika", "Republic Day"),
      HolidayRule(.date(12, 25), "Il-Milied", "Christmas Day"),
    ])

  /// Cyprus. Source: the list of public holidays of the Public Administration and Personnel Department.
  ///
  /// Easter Tuesday, on which only banks and some shops close, is left out.
  static let cyprus = HolidayTable(
    country: "CY", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Πρωτοχρονιά", "New Year's Day"),
      HolidayRule(.date(1, 6), "Θεοφάνεια", "Epiphany"),
      HolidayRule(.orthodoxEaster(-48), "Καθαρά Δευτέρα", "Clean Monday"),
      HolidayRule(.date(3, 25), "Ημέρα της Ελληνικής Ανεξαρτησίας", "Greek Independence Day"),
      HolidayRule(.date(4, 1), "Εθνική Ημέρα Κύπρου", "Cyprus National Day"),
      HolidayRule(.orthodoxEaster(-2), "Μεγάλη Παρασκευή", "Good Friday"),
      HolidayRule(.orthodoxEaster(0), "Κυριακή του Πάσχα", "Easter Sunday"),
      HolidayRule(.orthodoxEaster(1), "Δευτέρα του Πάσχα", "Easter Monday"),
      HolidayRule(.date(5, 1), "Εργατική Πρωτομαγιά", "Labour Day"),
      HolidayRule(.orthodoxEaster(50), "Δευτέρα του Κατακλυσμού", "Whit Monday"),
      HolidayRule(.date(8, 15), "Κοίμηση της Θεοτόκου", "Dormition of the Mother of God"),
      HolidayRule(.date(10, 1), "Ημέρα της Κυπριακής Ανεξαρτησίας", "Cyprus Independence Day"),
      HolidayRule(.date(10, 28), "Ημέρα του Όχι", "Ohi Day"),
      HolidayRule(.date(12, 25), "Χριστούγεννα", "Christmas Day"),
      HolidayRule(.date(12, 26), "Δεύτερη μέρα Χριστουγέννων", "Second Day of Christmas"),
    ])
}
