import CivilTime
import Foundation

@testable import Hours

extension OracleCase {
  /// Nil if our answer is the expected one, else our answer.
  func fault() -> String? {
    let parsed = Result { try hours() }
    switch (kind, parsed) {
    case ("error", .success(let hours)): return isRejectedForItsPlace(hours) ? nil : "accepted as \(hours)"
    case ("error", .failure): return nil
    case (_, .failure(let error)): return "rejected: \(error)"
    case ("ok", _), ("warn", _): return nil
    default: break
    }
    guard let schedule = try? schedule() else { return "rejected" }
    switch kind {
    case "intervals": return intervalsFault(schedule)
    case "equal": return equalFault(schedule.hours)
    case "state", "states": return statesFault(schedule)
    default: return changeFault(schedule)
    }
  }

  /// The peer rejects holidays where it has no calendar; we accept them and report the missing calendar.
  private func isRejectedForItsPlace(_ hours: OpeningHours) -> Bool {
    hours.usesHolidays && (country == nil || country == "none")
  }

  private func intervalsFault(_ schedule: Schedule) -> String? {
    guard let from = instant(fields["from"]), let to = instant(fields["to"]) else { return "no window" }
    let expected = expectedIntervals(fields["expected_open_intervals"])
    let found = merged(schedule.intervals(in: from..<to).map { Stretch($0) })
    guard !agree(found, expected) else { return nil }
    let pair = zip(found, expected).first { !$0.agrees(with: $1, tolerance) }
    let first = pair.map { "\($0.0.text(zone)) for \($0.1.text(zone))" }
    let last = "\(found.last?.text(zone) ?? "-") for \(expected.last?.text(zone) ?? "-")"
    return first ?? "\(found.count) for \(expected.count) intervals, last \(last)"
  }

  private func agree(_ found: [Stretch], _ expected: [Stretch]) -> Bool {
    found.count == expected.count && zip(found, expected).allSatisfy { $0.agrees(with: $1, tolerance) }
  }

  func expectedIntervals(_ field: Any?) -> [Stretch] {
    merged(
      (field as? [[Any]] ?? []).compactMap { entry in
        guard let start = instant(entry[0]), let end = instant(entry[1]), let state = entry[2] as? String else {
          return nil
        }
        return Stretch(start: start, end: end, state: state, comment: entry.count > 3 ? entry[3] as? String : nil)
      })
  }

  private func merged(_ stretches: [Stretch]) -> [Stretch] {
    var result: [Stretch] = []
    for stretch in stretches {
      if let last = result.last, last.end == stretch.start, last.state == stretch.state, last.comment == stretch.comment
      {
        result[result.count - 1].end = stretch.end
      } else {
        result.append(stretch)
      }
    }
    return result
  }

  private func equalFault(_ hours: OpeningHours) -> String? {
    guard let text = fields["other"] as? String, let wanted = fields["expected"] as? Bool else { return "no other" }
    guard let other = try? OpeningHours(parsing: text) else { return "rejected \(text)" }
    return equivalent(hours, other) == wanted ? nil : "\(hours) and \(other)"
  }

  /// Whether two values give the same intervals over five years.
  private func equivalent(_ left: OpeningHours, _ right: OpeningHours) -> Bool {
    if left == right { return true }
    guard let from = instant("2020-01-01T00:00"), let to = instant("2025-01-01T00:00") else { return false }
    let states = [left, right].map { hours in
      merged(Schedule(hours, in: context).intervals(in: from..<to).map { Stretch($0) })
    }
    return states[0] == states[1]
  }

  private func statesFault(_ schedule: Schedule) -> String? {
    let times = fields["at"] as? [String] ?? (fields["at"] as? String).map { [$0] } ?? []
    let expected = fields["expected"] as? [String] ?? (fields["expected"] as? String).map { [$0] } ?? []
    for (time, state) in zip(times, expected) {
      guard let at = instant(time) else { return "no time" }
      let found = schedule.state(at: at)
      if found.rawValue != state { return "\(found) for \(state) at \(time)" }
    }
    return nil
  }
}

/// An interval as written in the cases.
struct Stretch: Equatable {
  var start: Instant
  var end: Instant
  var state: String
  var comment: String?

  init(start: Instant, end: Instant, state: String, comment: String?) {
    self.start = start
    self.end = end
    self.state = state
    self.comment = comment
  }

  init(_ interval: HoursInterval) {
    self.init(
      start: interval.range.lowerBound, end: interval.range.upperBound, state: interval.state.rawValue,
      comment: interval.comment)
  }

  func agrees(with other: Stretch, _ tolerance: Int64) -> Bool {
    abs(start - other.start) <= tolerance && abs(end - other.end) <= tolerance && state == other.state
      && comment == other.comment
  }

  func text(_ zone: Zone) -> String {
    "[\(start.iso8601(in: zone)) \(end.iso8601(in: zone)) \(state) \(comment ?? "-")]"
  }
}
