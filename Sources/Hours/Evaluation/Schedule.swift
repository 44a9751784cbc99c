import CivilTime

/// Opening hours bound to a place and prepared for evaluation.
///
/// Copies share cached results and may be used from any thread. Weekly values are answered from a table of minutes of
/// the week, others day by day with a cache of recent days.
///
/// Spans belong to the day they begin on: `Fr 20:00-04:00; Sa off` is open on Saturday at 01:00. Times are local times.
/// A start or end that is skipped in spring moves forward by the length of the gap; a time repeated in autumn means its
/// first occurrence.
public struct Schedule: Sendable {
  /// The opening hours.
  public let hours: OpeningHours
  /// The place.
  public let context: HoursContext
  private let core: ScheduleCore

  /// Binds a value to a place.
  public init(_ hours: OpeningHours, in context: HoursContext) {
    self.init(hours: hours, context: context, core: ScheduleCore(hours, in: context))
  }

  /// The same hours at another place; compiled rules are shared.
  public func bound(to context: HoursContext) -> Schedule {
    guard context.tails == self.context.tails else { return Schedule(hours, in: context) }
    return Schedule(hours: hours, context: context, core: ScheduleCore(core, of: hours, in: context))
  }

  private init(hours: OpeningHours, context: HoursContext, core: ScheduleCore) {
    (self.hours, self.context, self.core) = (hours, context, core)
  }

  /// Whether it was compiled to a week; this includes values with holidays when no calendar is given.
  public var isWeekly: Bool { core.week != nil }

  /// Whether the state is the same at all times, as for `24/7`: then it is known without a time zone.
  public var isConstant: Bool { hours.isWeekly && nextChange(after: Instant(secondsSince1970: 0)) == nil }

  /// Whether holidays are mentioned but no calendar is given, so that they are skipped or count as unknown.
  public var lacksHolidays: Bool { hours.usesHolidays && context.holidays == nil }

  /// Whether sun times are mentioned but no valid coordinate is given, so that the state is unknown around them.
  public var lacksCoordinate: Bool { hours.usesSun && context.coordinate == nil }
}

extension Schedule {
  /// Whether the place is open at an instant.
  ///
  /// - Complexity: two binary searches for a weekly value; for others the rules once per day, then a cache look-up.
  public func state(at instant: Instant) -> OpeningState {
    let seconds = instant.clampedSeconds
    let (local, isAmbiguous) = core.zone.wallClock(at: seconds)
    if isAmbiguous { return piece(at: seconds).verdict.state }
    if let week = core.week { return week.state(atLocal: local) }
    let day = local.quotient(86_400)
    let minute = Int(local - day * 86_400) / 60
    return core.segments(onDay: Int(day)).last { $0.start <= minute }?.verdict.state ?? .closed
  }

  /// The full result at an instant: state, comment, the rule that applies, and the next change.
  public func moment(at instant: Instant) -> HoursMoment {
    let verdict = piece(at: instant.clampedSeconds).verdict
    return HoursMoment(
      state: verdict.state, comment: verdict.comment, isOpenEnd: verdict.isOpenEnd, ruleIndex: verdict.rule,
      rule: verdict.rule.map { hours.rules[$0].description }, nextChange: nextChange(after: instant))
  }

  /// The next instant after this one at which state or comment changes; nil when they never do.
  ///
  /// Rules may lie any number of years ahead. More than 40 years in which rules apply without a change count as never.
  public func nextChange(after instant: Instant) -> Instant? {
    var runs = RunCursor(core, at: instant.clampedSeconds)
    guard let run = runs.next(), run.end != .max else { return nil }
    return Instant(secondsSince1970: run.end)
  }

  /// The open and unknown intervals in a window, computed lazily.
  public func intervals(in window: Range<Instant>) -> HoursIntervals {
    HoursIntervals(core: core, window: window)
  }

  /// Whether the place is open throughout a window: closed if it is closed at any time, else unknown if it is unknown
  /// at any time. An empty window gives the state at its instant.
  public func isOpen(throughout window: Range<Instant>) -> OpeningState {
    guard !window.isEmpty else { return state(at: window.lowerBound) }
    let end = window.upperBound.clampedSeconds
    var runs = RunCursor(core, at: window.lowerBound.clampedSeconds, until: end)
    var result = OpeningState.open
    while let run = runs.next(), run.start < end {
      if run.verdict.state == .closed { return .closed }
      if run.verdict.state == .unknown { result = .unknown }
    }
    return result
  }

  /// How long the place is open in a window, in seconds.
  public func openDuration(in window: Range<Instant>) -> Int64 { duration(of: .open, in: window) }

  /// How long the place has a given state in a window, in seconds.
  public func duration(of state: OpeningState, in window: Range<Instant>) -> Int64 {
    let window = window.clamped(to: Instant.distantPast..<Instant.distantFuture)
    var seconds: [OpeningState: Int64] = [:]
    for interval in intervals(in: window) {
      seconds[interval.state, default: 0] += interval.range.upperBound - interval.range.lowerBound
    }
    let notClosed = seconds.values.reduce(0, +)
    return state == .closed ? window.upperBound - window.lowerBound - notClosed : seconds[state] ?? 0
  }

  private func piece(at seconds: Int64) -> Run {
    var pieces = PieceCursor(core, at: seconds)
    var piece = pieces.next()
    while piece.end <= seconds { piece = pieces.next() }
    return piece
  }
}

extension Rule: CustomStringConvertible {
  /// The normalized text of only this rule.
  public var description: String {
    var printer = Printer()
    printer.print(self)
    return printer.text
  }
}
