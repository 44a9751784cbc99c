import CivilTime
import Foundation

/// The state shared by copies of a ``Schedule``: the rules, the compiled week, and the cached days.
///
/// `@unchecked`: `memo` and `quiet` are only accessed while `lock` is held, everything else is immutable.
final class ScheduleCore: @unchecked Sendable {
  let book: RuleBook
  let week: WeekTable?
  private let lock = NSLock()
  private var memo: [Int: [Segment]] = [:]
  private var quiet: Run?

  init(_ hours: OpeningHours, in context: HoursContext) {
    book = RuleBook(hours, in: context)
    week = Self.isWeekly(hours, in: context) ? WeekTable(book) : nil
  }

  /// The same hours at another place, with the same tails.
  init(_ core: ScheduleCore, of hours: OpeningHours, in context: HoursContext) {
    book = RuleBook(core.book, in: context)
    // No week depends on its place.
    week = Self.isWeekly(hours, in: context) ? core.week ?? WeekTable(book) : nil
  }

  private static func isWeekly(_ hours: OpeningHours, in context: HoursContext) -> Bool {
    hours.isWeekly || (context.holidays == nil && hours.isWeeklyWithoutHolidays)
  }

  var zone: Zone { book.zone }

  /// The number of days without a change after which there will be none.
  ///
  /// Dates and weekdays of the year realign after 40 years at most (29 February over 2100); a week repeats at once.
  var horizon: Int { week == nil ? 15_000 : 8 }

  /// The segments of a day, cached.
  func segments(onDay number: Int) -> [Segment] {
    if let week { return week.days[(number % 7 + 10) % 7] }
    lock.lock()
    let known = memo[number]
    lock.unlock()
    if let known { return known }
    let segments = book.segments(onDay: number)
    lock.lock()
    if memo.count >= ScheduleCore.memoLimit { memo.removeAll(keepingCapacity: true) }
    memo[number] = segments
    lock.unlock()
    return segments
  }

  /// The same without caching, for walks over years.
  func passingSegments(onDay number: Int) -> [Segment] {
    if let week { return week.days[(number % 7 + 10) % 7] }
    lock.lock()
    let known = memo[number]
    lock.unlock()
    return known ?? book.segments(onDay: number)
  }

  /// A few weeks: the most that nearby queries touch.
  private static let memoLimit = 64

  /// A long interval without any change, cached because it is expensive to find.
  func quietRun(at seconds: Int64) -> Run? {
    lock.lock()
    defer { lock.unlock() }
    guard let quiet, quiet.start <= seconds, seconds < quiet.end else { return nil }
    return quiet
  }

  func remember(quiet run: Run) {
    lock.lock()
    quiet = run
    lock.unlock()
  }
}

extension OpeningHours {
  /// Whether it is weekly once unknown holidays are skipped.
  fileprivate var isWeeklyWithoutHolidays: Bool {
    rules.allSatisfy { rule in
      var rule = rule
      let others = rule.days.filter { $0.holiday == nil }
      if others.isEmpty, !rule.days.isEmpty { rule.days = [] } else { rule.days = others }
      return rule.isWeekly
    }
  }
}
