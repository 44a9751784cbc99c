import CivilTime

/// How a holiday's date is computed from the year.
enum HolidayDay: Sendable {
  /// The same month and day each year.
  case date(Int, Int)
  /// One day of one year only: year, month, day.
  case once(Int, Int, Int)
  /// Days after Western Easter Sunday; negative before.
  case easter(Int)
  /// Days after the Orthodox Easter Sunday; negative before.
  case orthodoxEaster(Int)
  /// The nth given weekday of a month; -1 is the last one.
  case nth(Int, Weekday, Int)
  /// The first given weekday on or after a month and day.
  case weekday(Weekday, onOrAfter: Int, Int)
  /// Anything else; the function returns a day number, or nil in a year without the holiday.
  case computed(@Sendable (Int) -> Int?)

  /// The day number of the holiday in a year, nil in a year without it.
  func dayNumber(in year: Int) -> Int? {
    switch self {
    case .date(let month, let day): LocalDate.dayNumber(year: year, month: month, day: day)
    case .once(let only, let month, let day):
      year == only ? LocalDate.dayNumber(year: year, month: month, day: day) : nil
    case .easter(let offset): Easter.dayNumber(year: year) + offset
    case .orthodoxEaster(let offset): Easter.orthodox(year) + offset
    case .nth(let count, let weekday, let month): Self.nth(count, weekday, month: month, year: year)
    case .weekday(let weekday, let month, let day): Self.first(weekday, onOrAfter: month, day, year: year)
    case .computed(let rule): rule(year)
    }
  }

  private static func first(_ weekday: Weekday, onOrAfter month: Int, _ day: Int, year: Int) -> Int {
    let start = LocalDate.dayNumber(year: year, month: month, day: day)
    return start + (weekday.rawValue - LocalDate(dayNumber: start).weekday.rawValue + 7) % 7
  }

  private static func nth(_ count: Int, _ weekday: Weekday, month: Int, year: Int) -> Int {
    guard count < 0 else { return first(weekday, onOrAfter: month, 1, year: year) + 7 * (count - 1) }
    let lastSeven = LocalDate.length(ofMonth: month, year: year) - 6
    return first(weekday, onOrAfter: month, lastSeven, year: year) + 7 * (count + 1)
  }
}
