import CivilTime
import Hours
import Streams
import Vicinity

/// The expectation of a conformance case.
struct HoursExpectation {
  let kind: String
  private let fields: JSONObject
  private let zone: Zone
  private let isFloating: Bool

  init(_ fields: JSONObject, zone: Zone) {
    self.fields = fields
    self.zone = zone
    kind = fields["kind"]?.string ?? "intervals"
    isFloating = fields["timezone"]?.string == nil
  }

  /// Nil when our answer is the expected one, else the difference as text.
  func mismatch(of asked: HoursCase) throws(CaseError) -> String? {
    let hours: OpeningHours
    do throws(OpeningHoursError) { hours = try asked.hours } catch {
      return isError ? nil : "refused: \(error)"
    }
    if isError { return "understood as \(hours)" }
    let schedule = Schedule(hours, in: asked.context)
    switch kind {
    case "error", "ok", "warn": return nil
    case "intervals": return try intervalsMismatch(schedule, asked.window)
    case "equal": return equalMismatch(schedule)
    case "state", "states": return try statesMismatch(schedule)
    default: return try changeMismatch(schedule)
    }
  }

  var isError: Bool { kind == "error" || fields["expected_error"]?.bool == true }

  /// The allowed error of a boundary in seconds: five minutes for sun times.
  private var tolerance: Int64 { fields["solar"]?.bool == true ? 300 : 0 }

  private func isNear(_ left: Instant?, _ right: Instant?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= tolerance
  }

  /// An instant of the case; nil for null, and the end of time for a year beyond 9999.
  private func instant(_ value: JSONValue?) throws(CaseError) -> Instant? {
    guard let text = value?.string else { return nil }
    return text.hasPrefix("+1") ? .distantFuture : try HoursCase.instant(text, "expected", zone)
  }

  private func text(_ instant: Instant?) -> String {
    guard let instant else { return "never" }
    return isFloating ? zone.localDateTime(at: instant).description : instant.iso8601(in: zone)
  }
}

// MARK: Intervals and states

extension HoursExpectation {
  /// An interval without the rule that applies.
  private struct Stretch: Equatable {
    var from: Instant
    var to: Instant
    var state: String
    var comment: String?
  }

  private func intervalsMismatch(_ schedule: Schedule, _ window: Range<Instant>?) throws(CaseError) -> String? {
    guard let window else { throw CaseError("\"from\" and \"to\" are missing") }
    let found = merged(stretches(schedule, window))
    let expected = merged(try expectedStretches())
    let pair = zip(found, expected).first { !agree($0, $1) }
    if let (found, expected) = pair { return "\(text(found)) for \(text(expected))" }
    return found.count == expected.count ? nil : "\(found.count) intervals for \(expected.count)"
  }

  private func stretches(_ schedule: Schedule, _ window: Range<Instant>) -> [Stretch] {
    schedule.intervals(in: window).map { interval in
      let comment = interval.comment.flatMap { $0.isEmpty ? nil : $0 }
      return Stretch(
        from: interval.range.lowerBound, to: interval.range.upperBound, state: interval.state.rawValue,
        comment: comment)
    }
  }

  private func expectedStretches() throws(CaseError) -> [Stretch] {
    var stretches: [Stretch] = []
    for entry in fields["expected_open_intervals"]?.array ?? [] {
      guard let parts = entry.array, parts.count >= 3, let from = try instant(parts[0]), let to = try instant(parts[1])
      else { throw CaseError("\"expected_open_intervals\": \(entry.text.shortened) must be [from, to, state]") }
      let comment = parts.count > 3 ? parts[3].string : nil
      stretches.append(Stretch(from: from, to: to, state: parts[2].string ?? "", comment: comment))
    }
    return stretches
  }

  /// Merges adjacent intervals with equal values.
  private func merged(_ stretches: [Stretch]) -> [Stretch] {
    stretches.reduce(into: []) { result, next in
      if let last = result.last, last.to == next.from, last.state == next.state, last.comment == next.comment {
        result[result.count - 1].to = next.to
      } else {
        result.append(next)
      }
    }
  }

  private func agree(_ left: Stretch, _ right: Stretch) -> Bool {
    isNear(left.from, right.from) && isNear(left.to, right.to) && left.state == right.state
      && left.comment == right.comment
  }

  private func text(_ stretch: Stretch) -> String {
    "\(text(stretch.from)) \(text(stretch.to)) \(stretch.state)\(stretch.comment.map { " \"\($0)\"" } ?? "")"
  }

  private func statesMismatch(_ schedule: Schedule) throws(CaseError) -> String? {
    let times = fields["at"]?.array ?? [fields["at"] ?? .null]
    let states = fields["expected"]?.array ?? [fields["expected"] ?? .null]
    for (time, state) in zip(times, states) {
      guard let at = try instant(time) else { throw CaseError("\"at\" must be a time") }
      let found = schedule.state(at: at).rawValue
      if found != state.string { return "\(found) for \(state.string ?? "-") at \(text(at))" }
    }
    return nil
  }

  /// Whether two texts have the same meaning over the five years 2020 to 2024, or should not.
  private func equalMismatch(_ schedule: Schedule) -> String? {
    guard let other = fields["other"]?.string else { return "\"other\" is missing" }
    let hours: OpeningHours
    do throws(OpeningHoursError) { hours = try OpeningHours(parsing: other) } catch { return "refused: \(error)" }
    let window = newYear(2020)..<newYear(2025)
    let isEqual =
      hours == schedule.hours
      || merged(stretches(schedule, window)) == merged(stretches(Schedule(hours, in: schedule.context), window))
    return isEqual == fields["expected"]?.bool
      ? nil : "\(schedule.hours) and \(hours) are \(isEqual ? "" : "not ")equal"
  }
}

extension HoursExpectation {
  private func newYear(_ year: Int) -> Instant {
    LocalDateTime(year: year, month: 1, day: 1).map(zone.instant(of:)) ?? .distantPast
  }
}

// MARK: Changes

extension HoursExpectation {
  private func changeMismatch(_ schedule: Schedule) throws(CaseError) -> String? {
    guard let at = try instant(fields["at"]) else { throw CaseError("\"at\" must be a time") }
    if kind == "open_interval_at_or_after" { return try intervalMismatch(schedule, at) }
    let found: Instant?
    switch kind {
    case "next_change": found = schedule.nextChange(after: at)
    case "open_next": found = open(schedule, at)?.lowerBound
    case "open_until":
      let end = schedule.state(at: at) == .open ? open(schedule, at)?.upperBound : nil
      found = end == at + Self.century ? nil : end
    case "last_open": found = lastOpen(schedule, at)
    default: throw CaseError("\"kind\": \"\(kind)\" is not known")
    }
    let expected = try instant(fields["expected"])
    return isNear(found, expected) ? nil : "\(text(found)) for \(text(expected))"
  }

  private func open(_ schedule: Schedule, _ at: Instant) -> Range<Instant>? {
    schedule.intervals(in: at..<(at + Self.century)).first { $0.state == .open }?.range
  }

  private func lastOpen(_ schedule: Schedule, _ at: Instant) -> Instant? {
    if schedule.state(at: at) == .open { return at }
    return schedule.intervals(in: (at - 20 * Self.year)..<at).reduce(nil) { $1.range.upperBound }
  }

  /// The interval that contains an instant, else the next one; a null bound lies some years away.
  private func intervalMismatch(_ schedule: Schedule, _ at: Instant) throws(CaseError) -> String? {
    let window = (at - 7 * Self.year)..<(at + 9 * Self.year)
    let found = schedule.intervals(in: window).first { $0.range.upperBound > at }?.range
    guard let bounds = fields["expected"]?.array, bounds.count == 2 else {
      return found == nil ? nil : "an interval for none"
    }
    guard let found else { return "no interval" }
    let from = found.lowerBound == window.lowerBound ? nil : found.lowerBound
    let to = found.upperBound == window.upperBound ? nil : found.upperBound
    let expected = (from: try instant(bounds[0]), to: try instant(bounds[1]))
    let isRight = isNear(from, expected.from) && isNear(to, expected.to)
    return isRight ? nil : "\(text(from)) \(text(to)) for \(text(expected.from)) \(text(expected.to))"
  }

  private static let year: Int64 = 366 * 86_400
  private static let century = 100 * year
}
