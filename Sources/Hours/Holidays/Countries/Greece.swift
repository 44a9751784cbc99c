import CivilTime

extension HolidayTable {
  /// Greece. Sources: act 4468/2017 art. 42 and royal decree 748/1966; the Ministry of Labour moves 1 May when it falls
  /// on a Sunday or in Holy Week, as in 2013, 2016, 2021, 2022 and 2024.
  static let greece = HolidayTable(
    country: "GR", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Πρωτοχρονιά", "New Year's Day"),
      HolidayRule(.date(1, 6), "Θεοφάνεια", "Epiphany"),
      HolidayRule(.orthodoxEaster(-48), "Καθαρά Δευτέρα", "Clean Monday"),
      HolidayRule(.date(3, 25), "Ευαγγελισμός - Εθνική Εορτή", "Independence Day"),
      HolidayRule(.orthodoxEaster(-2), "Μεγάλη Παρασκευή", "Good Friday"),
      HolidayRule(.orthodoxEaster(0), "Κυριακή του Πάσχα", "Easter Sunday"),
      HolidayRule(.orthodoxEaster(1), "Δευτέρα του Πάσχα", "Easter Monday"),
      HolidayRule(.computed(greekLabourDay), "Εργατική Πρωτομαγιά", "Labour Day"),
      HolidayRule(.orthodoxEaster(50), "Δευτέρα του Αγίου Πνεύματος", "Whit Monday"),
      HolidayRule(.date(8, 15), "Κοίμηση της Θεοτόκου", "Dormition of the Mother of God"),
      HolidayRule(.date(10, 28), "Ημέρα του Όχι", "Ohi Day"),
      HolidayRule(.date(12, 25), "Χριστούγεννα", "Christmas Day"),
      HolidayRule(.date(12, 26), "Σύναξη της Θεοτόκου", "Second Day of Christmas"),
    ])

  /// 1 May; the Tuesday after Easter when it falls in Holy Week or on Easter; else the Monday after a Sunday.
  private static func greekLabourDay(_ year: Int) -> Int? {
    let first = LocalDate.dayNumber(year: year, month: 5, day: 1)
    let easter = Easter.orthodox(year)
    if (easter - 6...easter).contains(first) { return easter + 2 }
    return LocalDate(dayNumber: first).weekday == .sunday ? first + 1 : first
  }
}
