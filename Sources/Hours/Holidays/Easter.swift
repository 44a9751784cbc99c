import CivilTime

enum Easter {
  /// The day number of Western Easter Sunday.
  ///
  /// Source: the "Anonymous Gregorian algorithm", Nature 13 (1876) p. 487; Meeus, Astronomical Algorithms, ch. 8.
  static func dayNumber(year: Int) -> Int {
    // The Easter cycle is 5 700 000 years; a positive residue keeps the divisions right.
    let y = ((year % 5_700_000) + 5_700_000) % 5_700_000
    let a = y % 19
    let (b, c) = y.quotientAndRemainder(dividingBy: 100)
    let (d, e) = b.quotientAndRemainder(dividingBy: 4)
    let g = (8 * b + 13) / 25
    let h = (19 * a + b - d - g + 15) % 30
    let (i, k) = c.quotientAndRemainder(dividingBy: 4)
    let l = (32 + 2 * e + 2 * i - h - k) % 7
    let m = (a + 11 * h + 22 * l) / 451
    let (month, day) = (h + l - 7 * m + 114).quotientAndRemainder(dividingBy: 31)
    return LocalDate.dayNumber(year: year, month: month, day: day + 1)
  }
}
