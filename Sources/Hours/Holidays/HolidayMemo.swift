import Foundation

/// Computes the holidays of a year once and caches them.
///
/// `@unchecked`: the dictionary is only accessed while `lock` is held; everything else is immutable.
final class HolidayMemo: @unchecked Sendable {
  private let table: HolidayTable
  private let rules: [HolidayRule]
  private let lock = NSLock()
  private var years: [Int: HolidayYear] = [:]

  /// More years than any real query spans; the cache is cleared beyond, so that hostile input cannot grow it.
  private static let capacity = 512

  init(_ table: HolidayTable, rules: [HolidayRule]) {
    self.table = table
    self.rules = rules
  }

  func year(_ year: Int) -> HolidayYear {
    lock.lock()
    defer { lock.unlock() }
    if let known = years[year] { return known }
    if years.count >= Self.capacity { years.removeAll() }
    let computed = HolidayYear(year, holidays: table.holidays(in: year, by: rules))
    years[year] = computed
    return computed
  }
}
