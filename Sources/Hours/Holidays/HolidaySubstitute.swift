import CivilTime

/// What happens to a holiday that falls on a day off.
struct HolidaySubstitute: Sendable {
  /// By the weekday it falls on, how many days the holiday moves; the original day is then an ordinary one.
  var moved: [Weekday: Int] = [:]
  /// By the weekday it falls on, how many days later (negative: earlier) an additional day off follows.
  var added: [Weekday: Int] = [:]
  /// The weekdays after which the next day that is neither weekend nor holiday is a day off as well.
  var nextWorkdayAfter: Set<Weekday> = []

  /// The holiday stays where it falls.
  static let none = HolidaySubstitute()

  /// The holiday moves to another day.
  @inline(never)
  static func moves(_ shifts: [Weekday: Int]) -> HolidaySubstitute { .init(moved: shifts) }

  /// The holiday stays and another day becomes a day off too.
  @inline(never)
  static func adds(_ shifts: [Weekday: Int]) -> HolidaySubstitute { .init(added: shifts) }

  /// A holiday on a Saturday or Sunday adds the next day that is neither weekend nor holiday.
  static let nextWorkday = HolidaySubstitute(nextWorkdayAfter: [.saturday, .sunday])

  /// A holiday on a Saturday or Sunday moves to the Monday after it.
  static let movesToMonday = moves([.saturday: 2, .sunday: 1])

  /// A holiday on a Saturday or Sunday adds the Monday after it.
  static let addsMonday = adds([.saturday: 2, .sunday: 1])

  /// A holiday on a Sunday adds the Monday after it.
  static let addsMondayAfterSunday = adds([.sunday: 1])

  /// A holiday on a Sunday moves to the Monday after it.
  static let movesFromSunday = moves([.sunday: 1])
}
