import CivilTime

/// A half-open interval with one verdict, in seconds since 1970.
struct Run {
  var start: Int64
  var end: Int64
  var verdict: Verdict
}

/// Walks a schedule day by day and converts local times to instants.
///
/// Pieces are contiguous and in order. A boundary inside the spring gap moves forward by the length of the gap; pieces
/// that vanish in it are skipped. In autumn a boundary in the repeated hour is its first occurrence.
struct PieceCursor {
  private let core: ScheduleCore
  private(set) var day: Int
  private let firstDay: Int
  private var segments: [Segment]
  private var index = 0
  private var clock: Int64

  /// Starts with the day before that of the instant, so that the first piece covers the instant.
  init(_ core: ScheduleCore, at seconds: Int64) {
    self.core = core
    let local = core.zone.localDateTime(at: Instant(secondsSince1970: seconds))
    day = local.date.dayNumber - 1
    firstDay = day
    segments = core.segments(onDay: day)
    clock = core.zone.seconds(ofLocal: Int64(day) * 86_400)
  }

  mutating func next() -> Run {
    while true {
      let verdict = segments[index].verdict
      index += 1
      var end = Int64(day) * 86_400
      if index < segments.count {
        end += Int64(segments[index].start) * 60
      } else {
        end += 86_400
        advanceDay()
        if verdict == .closed { end += skipSilentDays() }
      }
      let instant = core.zone.seconds(ofLocal: end)
      guard instant > clock else { continue }
      defer { clock = instant }
      return Run(start: clock, end: instant, verdict: verdict)
    }
  }

  private mutating func advanceDay() {
    day += 1
    index = 0
    segments = day - firstDay <= PieceCursor.nearDays ? core.segments(onDay: day) : core.passingSegments(onDay: day)
  }

  /// The number of days cached because nearby queries are likely to need them.
  private static let nearDays = 8

  /// Skips whole years in which no rule can match and returns the seconds skipped; the first days may have tails.
  private mutating func skipSilentDays() -> Int64 {
    let start = day
    while day < LocalDate.dayNumberBounds.upperBound - 400 {
      let date = LocalDate(dayNumber: day)
      let (year, month, dayOfMonth) = date.parts
      guard month > 1 || dayOfMonth > 4, core.book.isSilent(in: year) else { break }
      guard year < core.book.lastYear else {
        day = start + PieceCursor.longestSkip
        break
      }
      // Land on 5 January if the next year is silent as well, else on the 1st.
      let nextYear = LocalDate.dayNumber(year: year + 1, month: 1, day: 1)
      day = core.book.isSilent(in: year + 1) ? nextYear + 4 : nextYear
      guard day - start < PieceCursor.longestSkip else { break }
    }
    if day > start { segments = core.passingSegments(onDay: day) }
    return Int64(day - start) * 86_400
  }

  /// Ten thousand years: every year that can be written lies within.
  private static let longestSkip = 3_652_500
}

/// Merges pieces that look the same into runs that reach from one change to the next.
struct RunCursor {
  private let core: ScheduleCore
  private var pieces: PieceCursor
  private var pending: Run
  private var isFinished = false
  /// The end of the window: a run that reaches it is not followed further.
  private let limit: Int64

  /// Starts with the run at an instant, clipped at its start.
  init(_ core: ScheduleCore, at seconds: Int64, until limit: Int64 = .max) {
    self.core = core
    self.limit = limit
    pieces = PieceCursor(core, at: seconds)
    pending = pieces.next()
    while pending.end <= seconds { pending = pieces.next() }
  }

  /// The next run; nil after one that never ends.
  mutating func next() -> Run? {
    guard !isFinished else { return nil }
    var run = pending
    var quietDays = 0
    while true {
      if let quiet = core.quietRun(at: run.end), quiet.verdict.looksLike(run.verdict) { return finish(run) }
      let day = pieces.day
      pending = pieces.next()
      if !pending.verdict.looksLike(run.verdict) { return run }
      run.end = pending.end
      if run.end >= limit {
        isFinished = true
        return run
      }
      // Silent years are skipped in one piece and do not count: a rule may follow them.
      quietDays += pieces.day == day || pending.end - pending.start > 2 * 86_400 ? 0 : 1
      if quietDays > core.horizon || quietDays * core.book.cost > RunCursor.workLimit || run.end >= RunCursor.endOfTime
      {
        core.remember(quiet: Run(start: run.start, end: .max, verdict: run.verdict))
        return finish(run)
      }
    }
  }

  private mutating func finish(_ run: Run) -> Run {
    isFinished = true
    return Run(start: run.start, end: .max, verdict: run.verdict)
  }

  /// The search for a change gives up after this many steps; only contrived texts reach it.
  private static let workLimit = 2_000_000

  private static let endOfTime = Instant.distantFuture.secondsSince1970 - 400 * 86_400
}
