import CivilTime
import Foundation

/// The public holidays at a place of which several calendars may be the right one, because its region is unknown.
///
/// A day is a holiday when all calendars say so. On days on which they differ, opening hours are evaluated with each of
/// them, and where the results differ the state is unknown.
public struct PossibleHolidays: HolidayCalendar {
  /// The calendars of which one is right; at least one.
  public let calendars: [PublicHolidays]
  private let memo: Memo

  /// Makes a calendar of several.
  ///
  /// - Parameter calendars: at least one.
  public init(_ calendars: [PublicHolidays]) {
    precondition(!calendars.isEmpty, "one of the calendars must be right, but there are none")
    self.calendars = calendars
    memo = Memo(calendars)
  }

  /// The calendars of a country whose region is unknown; nil for a country without a table.
  ///
  /// - Parameter country: ISO 3166-1 alpha-2.
  public init?(anywhereIn country: String) {
    guard let table = HolidayTable.table(forCountry: country), let whole = PublicHolidays(country: country) else {
      return nil
    }
    let regions = table.regions.compactMap { PublicHolidays(country: country, region: $0.code) }
    self.init(regions.isEmpty || table.acceptsOtherRegions ? [whole] + regions : regions)
  }

  /// The name of the public holiday on a date that is one in every case.
  public func publicHoliday(on date: LocalDate) -> String? {
    isUncertain(on: date) ? nil : calendars[0].publicHoliday(on: date)
  }

  /// Whether the date is a holiday according to some of the calendars only.
  public func isUncertain(on date: LocalDate) -> Bool {
    guard calendars.count > 1, PublicHolidays.supportedYears.contains(date.year) else { return false }
    return memo.uncertainDays(in: date.year).contains(date.dayNumber)
  }

  /// The calendars of which one is right, when there are several.
  public var alternatives: [any HolidayCalendar] { calendars.count > 1 ? calendars : [] }
}

extension PossibleHolidays {
  /// Finds the uncertain days of a year once.
  ///
  /// `@unchecked`: the dictionary is only accessed while `lock` is held; everything else is immutable.
  private final class Memo: @unchecked Sendable {
    private let calendars: [PublicHolidays]
    private let lock = NSLock()
    private var years: [Int: Set<Int>] = [:]

    /// More years than any real query spans; the cache is cleared beyond, so that hostile input cannot grow it.
    private static let capacity = 512

    init(_ calendars: [PublicHolidays]) { self.calendars = calendars }

    func uncertainDays(in year: Int) -> Set<Int> {
      lock.lock()
      defer { lock.unlock() }
      if let known = years[year] { return known }
      if years.count >= Self.capacity { years.removeAll() }
      var counts: [Int: Int] = [:]
      for calendar in calendars {
        for holiday in calendar.entries(in: year) { counts[holiday.date.dayNumber, default: 0] += 1 }
      }
      let days = Set(counts.filter { $0.value < calendars.count }.keys)
      years[year] = days
      return days
    }
  }
}
