import CivilTime

/// The public holidays of a country, and of a region in it, computed from the rules of its law.
///
/// The tables include the changes since about 2005. For earlier years the result is what today's rules would give,
/// except where a table records the first year of a holiday; one-off holidays are included if they were announced when
/// the tables were last edited. Not included are municipal holidays (patron saints), school holidays, working days that
/// a government moves for a long weekend, and days on which only shops must close.
///
/// ```swift
/// let holidays = PublicHolidays(country: "de", region: "Bayern")
/// holidays?.publicHoliday(on: date)  // "Heilige Drei Könige"
/// ```
public struct PublicHolidays: HolidayCalendar {
  /// ISO 3166-1 alpha-2 code, capital letters: "DE".
  public let country: String
  /// The region's ISO 3166-2 code without the country: "BY"; nil for the whole country.
  public let region: String?
  private let memo: HolidayMemo

  /// The years for which holidays are computed; other years have none.
  ///
  /// Starts with the first whole year of the Gregorian calendar, which the rule for Easter needs.
  public static let supportedYears = 1583...9999

  /// Makes the calendar of a country or region, nil when there is no table for it.
  ///
  /// Case, accents and spaces do not matter in either parameter.
  /// - Parameters:
  ///   - country: ISO 3166-1 alpha-2, `"de"`, or an ISO 3166-2 code that includes the region, `"DE-BY"`.
  ///   - region: ISO 3166-2 with or without the country, `"by"` or `"DE-BY"`, or a name, `"Bayern"`. Without it only
  ///     the holidays of the whole country are known. For countries without regional holidays any text is accepted.
  public init?(country: String, region: String? = nil) {
    let parts = country.split(separator: "-", maxSplits: 1)
    guard let code = parts.first, let table = HolidayTable.table(forCountry: String(code)) else { return nil }
    let asked = region ?? (parts.count > 1 ? String(parts[1]) : nil)
    guard let path = asked.map({ table.path(toRegion: $0) }) ?? [] else { return nil }
    self.country = table.country
    self.region = path.first
    memo = HolidayMemo(table, rules: table.rules(in: path))
  }

  /// The holidays of a year in order of date, each date once.
  ///
  /// - Returns: an empty array for a year outside ``supportedYears``.
  public func entries(in year: Int) -> [PublicHoliday] {
    guard Self.supportedYears.contains(year) else { return [] }
    return memo.year(year).holidays
  }

  /// The dates and local names of a year's holidays in order of date, each date once.
  public func holidays(in year: Int) -> [(LocalDate, String)] {
    entries(in: year).map { ($0.date, $0.name) }
  }

  /// The holiday on a date, nil when there is none.
  ///
  /// - Complexity: O(1) after the first call for a year, which computes all its holidays.
  public func entry(on date: LocalDate) -> PublicHoliday? {
    let year = date.year
    guard Self.supportedYears.contains(year) else { return nil }
    return memo.year(year).holiday(on: date)
  }

  /// The local name of the public holiday on a date, nil when there is none.
  public func publicHoliday(on date: LocalDate) -> String? { entry(on: date)?.name }
}

extension PublicHolidays: Hashable {
  /// Whether both are calendars of the same country and region.
  public static func == (left: PublicHolidays, right: PublicHolidays) -> Bool {
    left.country == right.country && left.region == right.region
  }

  /// Hashes country and region.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(country)
    hasher.combine(region)
  }
}
