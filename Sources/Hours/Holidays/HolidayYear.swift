import CivilTime

/// The holidays of one year, indexed by day.
struct HolidayYear: Sendable {
  let holidays: [PublicHoliday]
  private let firstDay: Int
  /// By day of the year, one more than the index of the day's holiday, or 0. No year has more than 255 holidays.
  private let indexByDay: [UInt8]

  /// Indexes the holidays of a year by day.
  ///
  /// - Parameter holidays: the holidays of the year, sorted, at most one per date.
  init(_ year: Int, holidays: [PublicHoliday]) {
    self.holidays = holidays
    firstDay = LocalDate.dayNumber(year: year, month: 1, day: 1)
    var index = [UInt8](repeating: 0, count: 366)
    for (position, holiday) in holidays.enumerated() {
      index[holiday.date.dayNumber - firstDay] = UInt8(position + 1)
    }
    indexByDay = index
  }

  /// The holiday on a date of this year.
  ///
  /// - Complexity: O(1).
  func holiday(on date: LocalDate) -> PublicHoliday? {
    let position = Int(indexByDay[date.dayNumber - firstDay])
    return position == 0 ? nil : holidays[position - 1]
  }
}
