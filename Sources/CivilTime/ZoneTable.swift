import Foundation

/// The offsets of one time zone as a sorted table.
///
/// Built from Foundation's zone data once; an offset is then a binary search.
final class ZoneTable: Sendable {
  let identifier: String
  /// The start of each segment in seconds since 1970; the first is the distant past.
  let starts: [Int64]
  /// Seconds east of UTC in each segment.
  let offsets: [Int]

  /// - Parameters:
  ///   - starts: ascending; the first is the distant past.
  ///   - offsets: one for each start.
  init(identifier: String, starts: [Int64], offsets: [Int]) {
    self.identifier = identifier
    self.starts = starts
    self.offsets = offsets
  }

  convenience init(identifier: String, fixedOffset: Int) {
    self.init(identifier: identifier, starts: [.min], offsets: [fixedOffset])
  }

  init(_ zone: TimeZone, identifier: String) {
    self.identifier = identifier
    var starts: [Int64] = [.min]
    var offsets = [zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0))]
    var now = Date(timeIntervalSince1970: 0)
    while let next = zone.nextDaylightSavingTimeTransition(after: now), next > now,
      next.timeIntervalSince1970 < TimeInterval(ZoneTable.end)
    {
      let offset = zone.secondsFromGMT(for: next)
      if offset != offsets.last {
        starts.append(Int64(next.timeIntervalSince1970.rounded(.up)))
        offsets.append(offset)
      }
      now = next
    }
    self.starts = starts
    self.offsets = offsets
  }

  /// 2100-01-01T00:00:00Z, the end of the table; later years repeat an equivalent year inside it.
  static let end: Int64 = 4_102_444_800

  /// The segment in force at an instant before ``end``.
  ///
  /// - Complexity: O(log *n*), *n* below 300 for every known zone.
  func segment(at seconds: Int64) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) >> 1
      if starts[middle] <= seconds { low = middle } else { high = middle }
    }
    return low
  }

  /// The seconds to subtract from an instant after ``end`` to reach the same day of an equivalent year inside the
  /// table.
  ///
  /// Equivalent years have the same length and the same weekday on 1 January; 2072...2099 contain all fourteen kinds,
  /// and the irregular rules (Ramadan in Morocco) have ended by then.
  static func shift(_ seconds: Int64) -> Int64 {
    guard seconds >= end else { return 0 }
    let year = LocalDateTime(secondsAsUTC: seconds).date.year
    let first = LocalDate(dayNumber: LocalDate.dayNumber(year: year, month: 1, day: 1))
    let twin = twins[(LocalDate.isLeap(year: year) ? 7 : 0) + first.weekday.rawValue]
    return Int64(first.dayNumber - twin) * 86_400
  }

  /// 1 January, as a day number, of one year of each kind: seven common years by weekday, then seven leap years.
  private static let twins: [Int] = {
    var days = [Int](repeating: 0, count: 14)
    for year in 2072...2099 {
      let first = LocalDate(dayNumber: LocalDate.dayNumber(year: year, month: 1, day: 1))
      days[(LocalDate.isLeap(year: year) ? 7 : 0) + first.weekday.rawValue] = first.dayNumber
    }
    return days
  }()
}
