import CivilTime
import Vicinity

/// A date whose day and month may not be known yet.
enum WrittenDate: Equatable {
  case known(LocalDate)
  /// Three numbers with the same mark between them.
  case numbers(DateNumbers)
  /// A day, the name of a month, and a year: the months of the name in each language that has it.
  case named(day: Int, months: MonthNames.Meanings, year: Int)

  /// A date whose month is known if all languages agree; nil if it does not exist.
  init?(day: Int, months: MonthNames.Meanings, year: Int) {
    if let month = months.month {
      guard let date = LocalDate(year: year, month: month, day: day) else { return nil }
      self = .known(date)
    } else {
      self = .named(day: day, months: months, year: year)
    }
  }

  /// The day; nil if there is none such as 31 April.
  /// - Parameters:
  ///   - order: that of the column; nil when nothing has decided it.
  ///   - zone: that of the place, whose country tells the language of a month.
  func day(_ order: DateOrder?, in zone: Zone?) throws(DateText.Failure) -> LocalDate? {
    switch self {
    case .known(let day): return day
    case .numbers(let numbers): return try numbers.day(order)
    case .named(let day, let months, let year):
      let country = zone.flatMap { ZoneCountry.code(ofZone: $0.identifier) }
      guard let month = months.month(inCountry: country) else { throw .monthUnclear(months.word) }
      return LocalDate(year: year, month: month, day: day)
    }
  }

  /// The year as written.
  var year: Int {
    switch self {
    case .known(let day): day.year
    case .numbers(let numbers): numbers.lastYear
    case .named(_, _, let year): year
    }
  }
}

/// The three numbers of a date such as 05/12/2026.
struct DateNumbers: Equatable {
  var first: Int
  var second: Int
  var last: Int
  /// Whether the last number has the four digits of a year.
  var hasLongYear: Bool
  var mark: Character

  /// The year, if it comes last.
  var lastYear: Int { hasLongYear ? last : Self.year(last) }
  /// The year, if it comes first.
  var firstYear: Int { Self.year(first) }

  /// Two digits are a year from 1980 to 2079.
  static func year(_ digits: Int) -> Int { digits + (digits < 80 ? 2000 : 1900) }

  /// The orders in which there is such a day. Dates with slashes have the year first only if it can be nothing else.
  var orders: Set<DateOrder> {
    let found = Set(DateOrder.allCases.filter { day(in: $0) != nil })
    return mark == "-" || first > 31 ? found : found.subtracting([.ymd])
  }

  func day(_ order: DateOrder?) throws(DateText.Failure) -> LocalDate? {
    // A date that can only be read in one way is read in that way.
    if let order, let day = day(in: order) { return day }
    let others = order == nil ? orders : orders.subtracting([.ymd])
    let days = Set(others.compactMap { day(in: $0) })
    guard days.count <= 1 else { throw .ambiguous(days.sorted().map(\.description)) }
    return days.first
  }

  private func day(in order: DateOrder) -> LocalDate? {
    switch order {
    case .dmy: LocalDate(year: lastYear, month: second, day: first)
    case .mdy: LocalDate(year: lastYear, month: first, day: second)
    case .ymd: hasLongYear ? nil : LocalDate(year: firstYear, month: second, day: last)
    }
  }
}
