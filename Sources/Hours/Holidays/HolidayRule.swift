import CivilTime

/// One line of a country's table: a holiday, with the regions and years in which it applies.
struct HolidayRule: Sendable {
  let day: HolidayDay
  /// The name in the local language.
  let name: String
  let englishName: String
  /// Codes of the regions that have the holiday; empty for the whole country.
  let regions: Set<String>
  /// Codes of the regions that do not.
  let exceptRegions: Set<String>
  /// The years in which the rule holds, closed.
  let years: ClosedRange<Int>
  let exceptYears: [Int]
  /// The weekdays on which the holiday applies, nil for all.
  let weekdays: Set<Weekday>?
  let substitute: HolidaySubstitute

  /// Makes a line of a table.
  ///
  /// - Parameters:
  ///   - regions: region codes separated by spaces, `"BY BW"`; empty for the whole country; `"*"` among them means that
  ///     the rule also applies while the region is unknown.
  ///   - exceptRegions: likewise, the regions without the holiday.
  ///   - first: first year, inclusive.
  ///   - last: last year, inclusive.
  @inline(never)  // Otherwise the optimizer inlines it into every line of every table, which takes minutes.
  init(
    _ day: HolidayDay, _ name: String, _ englishName: String, in regions: String = "",
    notIn exceptRegions: String = "", from first: Int = Int.min, to last: Int = Int.max,
    except exceptYears: [Int]? = nil, on weekdays: Set<Weekday>? = nil, substitute: HolidaySubstitute? = nil
  ) {
    self.day = day
    self.name = name
    self.englishName = englishName
    self.regions = Set(regions.split(separator: " ").map(String.init))
    self.exceptRegions = Set(exceptRegions.split(separator: " ").map(String.init))
    self.years = first...max(first, last)
    self.exceptYears = exceptYears ?? []
    self.weekdays = weekdays
    self.substitute = substitute ?? .none
  }

  /// Whether the rule applies to a region.
  ///
  /// - Parameter path: empty when the region is unknown; then only the holidays of all regions apply.
  func applies(in path: [String]) -> Bool {
    guard !path.isEmpty else { return regions.isEmpty && exceptRegions.isEmpty || regions.contains("*") }
    guard !path.contains(where: exceptRegions.contains) else { return false }
    return regions.isEmpty || path.contains(where: regions.contains)
  }

  /// The day number before any substitution, nil in a year without the holiday.
  func dayNumber(in year: Int) -> Int? {
    guard years.contains(year), !exceptYears.contains(year), let day = day.dayNumber(in: year) else { return nil }
    guard weekdays?.contains(LocalDate(dayNumber: day).weekday) ?? true else { return nil }
    return day
  }
}
