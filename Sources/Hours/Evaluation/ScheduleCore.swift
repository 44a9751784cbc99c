import CivilTime
import Foundation

/// What copies of a ``Schedule`` share: the rules, the compiled week, and the days worked out so far.
///
/// `@unchecked`: `memo` and `quiet` are only touched while `lock` is held, everything else is immutable.
final class ScheduleCore: @unchecked Sendable {
  let book: RuleBook
  let week: WeekTable?
  private let lock = NSLock()
  private var memo: [Int: [Segment]] = [:]
  private var quiet: Run?

  init(_ hours: OpeningHours, in context: HoursContext) {
    book = RuleBook(hours, in: context)
    let isWeekly = hours.isWeekly || (context.holidays == nil && hours.isWeeklyWithoutHolidays)
    week = isWeekly ? WeekTable(book) : nil
  }

  var zone: Zone { book.zone }

  /// Days without a change after which there will be none.
  ///
  /// A day and weekday of the year meet again after 40 years at most (29 February over 2100); a week repeats at once.
  var horizon: Int { week == nil ? 15_000 : 8 }

  /// What holds on a day; worked out once as long as it is remembered.
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

  /// The same without remembering it, for walks over years.
  func passingSegments(onDay number: Int) -> [Segment] {
    if let week { return week.days[(number % 7 + 10) % 7] }
    lock.lock()
    let known = memo[number]
    lock.unlock()
    return known ?? book.segments(onDay: number)
  }

  /// A few weeks of days, the most that nearby questions touch.
  private static let memoLimit = 64

  /// A stretch without any change that was long to find, kept so that it is found once.
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
  /// Whether it is weekly once holidays are passed over because none are known.
  fileprivate var isWeeklyWithoutHolidays: Bool {
    rules.allSatisfy { rule in
      var rule = rule
      let others = rule.days.filter { $0.holiday == nil }
      if others.isEmpty, !rule.days.isEmpty { rule.days = [] } else { rule.days = others }
      return rule.isWeekly
    }
  }
}
