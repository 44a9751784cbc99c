import CivilTime
import Foundation

/// The public holidays at a place whose region is unknown, so that several calendars are possible.
///
/// A day is a holiday when all calendars say so. On days on which they differ, opening hours are evaluated with each of
/// them, and where the results differ the state is unknown.
public struct PossibleHolidays: HolidayCalendar {
  /// The possible calendars; at least one.
  public let calendars: [PublicHolidays]
  /// Whether the place may be outside all of them, so that no holiday is certain.
  public let isIncomplete: Bool
  private let memo: Memo

  /// Makes a calendar of several.
  ///
  /// - Parameters:
  ///   - calendars: at least one.
  ///   - isIncomplete: whether the place may also be in a country without a table.
  public init(_ calendars: [PublicHolidays], isIncomplete: Bool = false) {
    precondition(!calendars.isEmpty, "one of the calendars must be right, but there are none")
    self.calendars = calendars
    self.isIncomplete = isIncomplete
    memo = Memo(calendars, cases: calendars.count + (isIncomplete ? 1 : 0))
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

  /// The name of the public holiday on a date that is one in every possible region.
  public func publicHoliday(on date: LocalDate) -> String? {
    isUncertain(on: date) ? nil : calendars[0].publicHoliday(on: date)
  }

  /// Whether the date is a holiday according to some of the calendars only.
  public func isUncertain(on date: LocalDate) -> Bool {
    guard calendars.count > 1 || isIncomplete, PublicHolidays.supportedYears.contains(date.year) else { return false }
    return memo.uncertainDays(in: date.year).contains(date.dayNumber)
  }

  /// The possible calendars, when there are several.
  public var alternatives: [any HolidayCalendar] {
    if isIncomplete { return calendars + [NoHolidays()] }
    return calendars.count > 1 ? calendars : []
  }
}

/// A calendar without holidays.
private struct NoHolidays: HolidayCalendar {
  func publicHoliday(on date: LocalDate) -> String? { nil }
}

extension PossibleHolidays {
  /// Finds the uncertain days of a year once.
  ///
  /// `@unchecked`: the dictionary is only accessed while `lock` is held; everything else is immutable.
  private final class Memo: @unchecked Sendable {
    private let calendars: [PublicHolidays]
    private let cases: Int
    private let lock = NSLock()
    private var years: [Int: Set<Int>] = [:]

    /// More years than any real query spans; the cache is cleared beyond, so that hostile input cannot grow it.
    private static let capacity = 512

    /// - Parameter cases: the number of calendars that must agree.
    init(_ calendars: [PublicHolidays], cases: Int) { (self.calendars, self.cases) = (calendars, cases) }

    func uncertainDays(in year: Int) -> Set<Int> {
      lock.lock()
      defer { lock.unlock() }
      if let known = years[year] { return known }
      if years.count >= Self.capacity { years.removeAll() }
      var counts: [Int: Int] = [:]
      for calendar in calendars {
        for holiday in calendar.entries(in: year) { counts[holiday.date.dayNumber, default: 0] += 1 }
      }
      let days = Set(counts.filter { $0.value < cases }.keys)
      years[year] = days
      return days
    }
  }
}
