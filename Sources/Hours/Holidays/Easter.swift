/// Computes the date of Easter Sunday.
enum Easter {
  /// The day number of Easter Sunday of the western churches.
  ///
  /// Source: J. Meeus, "Astronomical Algorithms", 2nd ed., chapter 8, the anonymous algorithm of 1876 that Butcher's
  /// Ecclesiastical Calendar prints; valid for every year of the Gregorian calendar.
  /// - Parameter year: Gregorian, 1583 or later; earlier years are computed proleptically.
  static func western(_ year: Int) -> Int {
    let golden = year % 19
    let (century, yearOfCentury) = (year / 100, year % 100)
    let correction = (century - (century + 8) / 25 + 1) / 3
    let epact = (19 * golden + century - century / 4 - correction + 15) % 30
    let toSunday = (32 + 2 * (century % 4) + 2 * (yearOfCentury / 4) - epact - yearOfCentury % 4) % 7
    let shift = (golden + 11 * epact + 22 * toSunday) / 451
    let marchDays = epact + toSunday - 7 * shift + 22
    return LocalDate.dayNumber(year: year, month: 3, day: 1) + marchDays - 1
  }

  /// The day number, in the Gregorian calendar, of Easter Sunday of the Orthodox churches.
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
