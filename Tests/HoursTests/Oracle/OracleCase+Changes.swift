import CivilTime
import Foundation

@testable import Hours

extension OracleCase {
  /// Checks the queries for the next and the last change.
  func changeFault(_ schedule: Schedule) -> String? {
    guard let at = instant(fields["at"]) else { return "no time" }
    if kind == "open_interval_at_or_after" { return nextIntervalFault(schedule, at) }
    let found: Instant?
    switch kind {
    case "next_change": found = schedule.nextChange(after: at)
    case "open_next": found = firstOpen(schedule, at)?.lowerBound
    case "open_until": found = schedule.state(at: at) == .open ? openEnd(schedule, at) : nil
    case "last_open": found = lastOpen(schedule, at)
    default: return "kind \(kind)"
    }
    let expected = instant(fields["expected"])
    let isEqual = found == nil ? expected == nil : expected.map { abs($0 - (found ?? $0)) <= tolerance } ?? false
    return isEqual ? nil : "\(found.map { $0.iso8601(in: zone) } ?? "never") for \(fields["expected"] ?? "-")"
  }

  private func firstOpen(_ schedule: Schedule, _ at: Instant) -> Range<Instant>? {
    schedule.intervals(in: at..<(at + OracleCase.century)).first { $0.state == .open }?.range
  }

  /// The end of the interval open now, nil when it never ends.
  private func openEnd(_ schedule: Schedule, _ at: Instant) -> Instant? {
    firstOpen(schedule, at).map(\.upperBound).flatMap { $0 == at + OracleCase.century ? nil : $0 }
  }

  private static let century: Int64 = 100 * 366 * 86_400

  private func lastOpen(_ schedule: Schedule, _ at: Instant) -> Instant? {
    if schedule.state(at: at) == .open { return at }
    return schedule.intervals(in: (at - 20 * 366 * 86_400)..<at).reduce(nil) { $1.range.upperBound }
  }

  private func nextIntervalFault(_ schedule: Schedule, _ at: Instant) -> String? {
    guard let bounds = fields["expected"] as? [Any] else {
      return schedule.intervals(in: at..<(at + 3_000_000_000)).first { _ in true } == nil ? nil : "an interval for none"
    }
    let early = at - 86_400 * 366 * 7
    let late = at + 86_400 * 366 * 9
    guard let found = schedule.intervals(in: early..<late).first(where: { $0.range.upperBound > at })?.range else {
      return "no interval"
    }
    for (bound, (limit, value)) in zip(bounds, [(early, found.lowerBound), (late, found.upperBound)]) {
      let isRight = instant(bound).map { abs($0 - value) <= tolerance } ?? (value == limit)
      if !isRight { return "\(value.iso8601(in: zone)) for \(bound)" }
    }
    return nil
  }
}
