import CivilTime

/// School holidays provided by the caller: named periods and the span for which the list is complete.
public struct SchoolHolidays: Hashable, Sendable {
  /// One period of school holidays, both days inclusive.
  public struct Period: Hashable, Sendable {
    /// The name, such as "Sommerferien".
    public let name: String
    /// The first free day.
    public let first: LocalDate
    /// The last free day, inclusive.
    public let last: LocalDate

    /// Makes a period; nil when it would end before it begins.
    public init?(_ name: String, from first: LocalDate, through last: LocalDate) {
      guard first <= last else { return nil }
      self.name = name
      self.first = first
      self.last = last
    }
  }

  /// The periods in order of their first day.
  public let periods: [Period]
  /// The inclusive range of days for which the list is complete; nil when only the periods are known.
  public let known: ClosedRange<LocalDate>?
  /// The latest last day among the periods up to each index, where a look-up can stop.
  private let latestEnd: [LocalDate]

  /// Makes the list.
  ///
  /// - Parameters:
  ///   - periods: in any order; where they overlap, the one that begins last provides the name.
  ///   - known: the inclusive range in which every day outside the periods is a school day. Without it the range from
  ///     the first day of the first period through the last day of the last one.
  public init(_ periods: [Period], known: ClosedRange<LocalDate>? = nil) {
    let sorted = periods.sorted { ($0.first, $0.last, $0.name) < ($1.first, $1.last, $1.name) }
    var latest: [LocalDate] = []
    for period in sorted { latest.append(max(period.last, latest.last ?? period.last)) }
    self.periods = sorted
    latestEnd = latest
    self.known = known ?? sorted.first.flatMap { first in latest.last.map { first.first...$0 } }
  }

  /// Whether a date is a school holiday, if known.
  ///
  /// - Complexity: O(log n) in the number of periods when they do not overlap.
  public func schoolHoliday(on date: LocalDate) -> SchoolHoliday {
    var index = firstIndex(after: date) - 1
    while index >= 0, latestEnd[index] >= date {
      if periods[index].last >= date { return .holiday(name: periods[index].name) }
      index -= 1
    }
    return known?.contains(date) == true ? .schoolDay : .unknown
  }

  /// The index of the first period that begins after a date.
  private func firstIndex(after date: LocalDate) -> Int {
    var (low, high) = (0, periods.count)
    while low < high {
      let middle = (low + high) / 2
      if periods[middle].first <= date { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SchoolHolidays.Period: Codable {
  private enum CodingKeys: String, CodingKey { case name, first, last }

  /// Reads an object with `name`, `first` and `last`; throws when the period would end before it begins.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .name)
    let first = try container.decode(LocalDate.self, forKey: .first)
    let last = try container.decode(LocalDate.self, forKey: .last)
    guard let period = Self(name, from: first, through: last) else {
      throw DecodingError.dataCorruptedError(
        forKey: .last, in: container,
        debugDescription: "school holidays \"\(name)\" end on \(last), before they begin on \(first); swap the dates")
    }
    self = period
  }
}
