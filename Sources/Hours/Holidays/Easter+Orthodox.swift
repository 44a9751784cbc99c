import CivilTime

extension Easter {
  /// The day number, in the Gregorian calendar, of Orthodox Easter Sunday.
  ///
  /// Source: J. Meeus, "Astronomical Algorithms", 2nd ed., chapter 8, Easter in the Julian calendar. The Julian date is
  /// then moved by the difference of the calendars, 13 days from 1900 to 2099.
  /// - Parameter year: Gregorian, 1583 or later.
  static func orthodox(_ year: Int) -> Int {
    let moon = (19 * (year % 19) + 15) % 30
    let toSunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
    let marchDays = moon + toSunday + 22
    let calendarDifference = year / 100 - year / 400 - 2
    return LocalDate.dayNumber(year: year, month: 3, day: 1) + marchDays - 1 + calendarDifference
  }
}
