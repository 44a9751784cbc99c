import CivilTime
import Hours
import Streams

extension HoursReport {
  /// The report in a format.
  public func text(as format: HoursFormat) -> String {
    switch format {
    case .table: text
    case .json: json.text
    }
  }

  /// The report as an object: `state`, `comment`, `rule` and the `next` changes of a moment, or `openMinutes` of a
  /// window; the `intervals` `[from, to, state, comment]` of the window, else of the seven days from the moment's day
  /// on; `warnings`, and `lacks` for missing information. A place that is not in business is closed without a change,
  /// and has its `operatingStatus`.
  public var json: JSONValue {
    var object = JSONObject([
      ("hours", .string(source)), ("normalized", .string(schedule.hours.description)),
      ("timezone", .string(zone.identifier)),
    ])
    object["operatingStatus"] = notInBusiness.map { .string($0.rawValue) }
    if let window { describe(window, in: &object) } else { describeMoment(in: &object) }
    object["intervals"] = .array(notInBusiness == nil ? schedule.intervals(in: window ?? days).map(interval) : [])
    object["warnings"] = .array(warnings.map(warning))
    object["lacks"] = .array(lacks.map { .string($0) })
    return .object(object)
  }

  private var zone: Zone { schedule.context.zone }

  private func describe(_ window: Range<Instant>, in object: inout JSONObject) {
    object["from"] = time(window.lowerBound)
    object["to"] = time(window.upperBound)
    object["openMinutes"] = .int(notInBusiness == nil ? schedule.openDuration(in: window) / 60 : 0)
  }

  private func describeMoment(in object: inout JSONObject) {
    object["at"] = time(at)
    guard notInBusiness == nil else {
      (object["state"], object["next"]) = (.string(OpeningState.closed.rawValue), .array([]))
      return
    }
    let moment = schedule.moment(at: at)
    object["state"] = .string(moment.state.rawValue)
    object["comment"] = moment.comment.map { .string($0) }
    object["rule"] = moment.rule.map { .string($0) }
    object["next"] = .array(nextMoments.map { change(at: $0.instant, $0.moment) })
  }

  private func change(at instant: Instant, _ moment: HoursMoment) -> JSONValue {
    var object = JSONObject([("at", time(instant)), ("state", .string(moment.state.rawValue))])
    object["comment"] = moment.comment.map { .string($0) }
    return .object(object)
  }

  private func interval(_ interval: HoursInterval) -> JSONValue {
    .array([
      time(interval.range.lowerBound), time(interval.range.upperBound), .string(interval.state.rawValue),
      interval.comment.map { .string($0) } ?? .null,
    ])
  }

  private func warning(_ warning: OpeningHoursWarning) -> JSONValue {
    var object = JSONObject([
      ("position", .int(Int64(warning.position))), ("found", .string(warning.found)),
      ("problem", .string(warning.problem)),
    ])
    object["correction"] = warning.correction.map { .string($0) }
    return .object(object)
  }

  private var days: Range<Instant> {
    let today = zone.localDateTime(at: at).date
    return midnight(today)..<midnight(today + 7)
  }

  private var lacks: [String] {
    (schedule.lacksHolidays ? ["holidays"] : []) + (schedule.lacksCoordinate ? ["coordinate"] : [])
  }

  private func time(_ instant: Instant) -> JSONValue { .string(instant.iso8601(in: zone)) }
}
