import CivilTime
import CodedErrors
import Hours
import Streams
import Vicinity

/// An evaluation of opening hours: state, applicable rule, changes, a week, and corrections.
public struct HoursReport: Sendable {
  let source: String
  let schedule: Schedule
  let at: Instant
  let window: Range<Instant>?
  let clock: LocalTimeText
  /// The operating status that closes the place whatever its hours say; nil for a place in business.
  var notInBusiness: OperatingStatus?

  /// The number of changes shown.
  private static let changes = 6

  /// Makes a report for an instant, or for a window that begins with it.
  init(text: String, schedule: Schedule, at: Instant, window: Range<Instant>? = nil) {
    source = text
    self.schedule = schedule
    self.at = at
    self.window = window
    clock = LocalTimeText(zone: schedule.context.zone, now: at)
  }

  /// The report as lines of text.
  public var text: String {
    let zone = schedule.context.zone
    let off = notInBusiness.map { ["state    \(Obstacle.notInBusiness($0).description(in: zone))"] }
    let body = off ?? window.map { windowLines($0) } ?? momentLines
    return (hoursLines + body + remarks).map(\.printable).joined(separator: "\n")
  }

  private var hoursLines: [String] {
    let normalised = schedule.hours.description
    return ["hours    \(source)"] + (normalised == source ? [] : ["better   \(normalised)"])
  }

  private var momentLines: [String] {
    let moment = schedule.moment(at: at)
    let status = OpeningStatus(state: moment.state, nextChange: schedule.nextStateChange(after: at))
    var lines = ["at       \(dayAndTime(at)) \(schedule.context.zone.identifier)", "state    \(words(status))"]
    if let comment = moment.comment { lines.append("comment  \(comment)") }
    lines.append("rule     \(moment.rule ?? "none applies")")
    return lines + Self.labelled("next", nextLines) + Self.labelled("week", week(from: at))
  }

  /// A change to unknown is neither an opening nor a closing, so it is worded differently.
  private func words(_ status: OpeningStatus) -> String {
    guard let next = status.nextChange, schedule.state(at: next) == .unknown else {
      return status.sentence(kind: .bar, clock: clock)
    }
    return "\(status.state.rawValue), unknown from \(clock.short(next))"
  }

  /// The next few changes of state or comment.
  var nextMoments: [(instant: Instant, moment: HoursMoment)] {
    var moments: [(instant: Instant, moment: HoursMoment)] = []
    while moments.count < Self.changes, let next = schedule.nextChange(after: moments.last?.instant ?? at) {
      moments.append((next, schedule.moment(at: next)))
    }
    return moments
  }

  private var nextLines: [String] {
    let lines = nextMoments.map { instant, moment in
      "\(dayAndTime(instant)) \(moment.state.rawValue)\(moment.comment.map { " (\($0))" } ?? "")"
    }
    return lines.isEmpty ? ["never changes"] : lines
  }

  private func windowLines(_ window: Range<Instant>) -> [String] {
    let intervals = schedule.intervals(in: window).map { interval in
      let span = "\(dayAndTime(interval.range.lowerBound)) – \(dayAndTime(interval.range.upperBound))"
      return "\(span) \(interval.state.rawValue)\(interval.comment.map { " (\($0))" } ?? "")"
    }
    let bounds = "\(dayAndTime(window.lowerBound)) – \(dayAndTime(window.upperBound))"
    let minutes = schedule.openDuration(in: window) / 60
    return ["window   \(bounds) \(schedule.context.zone.identifier)"]
      + Self.labelled("open", intervals.isEmpty ? ["never"] : intervals)
      + ["total    \(minutes / 60) h \(minutes % 60) min open"]
  }

  /// Corrections, and information missing for a complete evaluation.
  private var remarks: [String] {
    var lines = warnings.map { "warning  \($0)" }
    if schedule.lacksHolidays { lines.append("note     the hours mention holidays, but the country is unknown") }
    if schedule.lacksCoordinate { lines.append("note     the hours depend on the sun, but the position is unknown") }
    return lines
  }

  /// Next steps to a full answer where data is missing.
  public var remedies: [Remedy] {
    (schedule.lacksHolidays ? [.nameCountry] : []) + (schedule.lacksCoordinate ? [.placeHours] : [])
  }

  var warnings: [OpeningHoursWarning] { schedule.hours.warnings.sorted { $0.position < $1.position } }

  /// A local time such as `Fr 2026-11-27 22:30`.
  private func dayAndTime(_ instant: Instant) -> String {
    let local = schedule.context.zone.localDateTime(at: instant)
    return "\(local.date.weekday.abbreviation) \(local.date) \(local.description.suffix(8).prefix(5))"
  }

  private static func labelled(_ label: String, _ lines: [String]) -> [String] {
    lines.enumerated().map { index, line in
      (index == 0 ? label : "").padded(to: 9) + line
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
