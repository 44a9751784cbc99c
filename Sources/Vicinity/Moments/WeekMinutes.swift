import CivilTime
import Hours

/// The verdicts of a week by the minute, Monday 00:00 being 0: each boundary applies until the next.
///
/// A view of memory owned by a `ScheduleTable`, which never changes: hence `@unchecked`.
struct WeekMinutes: @unchecked Sendable {
  let base: UnsafeRawPointer

  /// Minutes in a week.
  static let count = 10_080

  /// A verdict from a minute on.
  struct Boundary: Equatable {
    var minute: Int
    var verdict: OpeningVerdict
  }

  /// The verdict of a minute, 0..<10 080.
  ///
  /// - Complexity: O(log n) in the boundaries.
  @inline(__always)
  func verdict(at minute: Int) -> OpeningVerdict {
    let words = (base + 2).assumingMemoryBound(to: UInt16.self)
    let wanted = UInt16(truncatingIfNeeded: minute << 2 | 3)
    var low = 0
    var length = boundaryCount
    while length > 1 {
      let half = length / 2
      low += words[low + half] <= wanted ? half : 0
      length -= half
    }
    return OpeningVerdict(rawValue: UInt8(truncatingIfNeeded: words[low] & 3)) ?? .unknown
  }

  // The first word is the number of boundaries; its highest bit is set if there are comments.
  @inline(__always) var boundaryCount: Int { Int(base.load(as: UInt16.self) & 0x7FFF) }

  /// A boundary, 0..<`boundaryCount`; the first one is at minute 0.
  @inline(__always)
  func boundary(_ index: Int) -> Boundary {
    let word = (base + 2).assumingMemoryBound(to: UInt16.self)[index]
    return Boundary(
      minute: Int(word >> 2), verdict: OpeningVerdict(rawValue: UInt8(truncatingIfNeeded: word & 3)) ?? .unknown)
  }

  /// Whether the state has a comment at some times.
  var hasComments: Bool { base.load(as: UInt16.self) >> 15 == 1 }

  /// The state at a minute, 0..<10 080, and the minutes from the start of that minute to the next change; nil when it
  /// never changes.
  ///
  /// - Complexity: O(n) in the boundaries; a week has a dozen or two.
  func state(at minute: Int) -> (state: OpeningState, nextChange: Int?) {
    let state = verdict(at: minute).state
    return (state, minutes(from: minute) { $0.state != state })
  }

  /// The minutes from the start of a minute to the next boundary, after it, with a verdict that passes a test; nil when
  /// there is none.
  ///
  /// - Complexity: O(n) in the boundaries.
  func minutes(from minute: Int, to isWanted: (OpeningVerdict) -> Bool) -> Int? {
    var next: Int?
    for index in 0..<boundaryCount {
      let boundary = boundary(index)
      guard isWanted(boundary.verdict) else { continue }
      let begin = boundary.minute
      next = min(next ?? .max, begin > minute ? begin - minute : begin - minute + Self.count)
    }
    return next
  }

  /// Encodes the boundaries, the first one at minute 0: fourteen bits of minute and two of verdict each.
  static func write(
    _ week: [Boundary], hasComments: Bool, allocate: (Int) -> UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let memory = allocate(2 + 2 * week.count)
    memory.storeBytes(of: UInt16(week.count) | (hasComments ? 0x8000 : 0), as: UInt16.self)
    for (index, boundary) in week.enumerated() {
      let word = UInt16(boundary.minute) << 2 | UInt16(boundary.verdict.rawValue)
      memory.storeBytes(of: word, toByteOffset: 2 + 2 * index, as: UInt16.self)
    }
    return memory
  }
}

extension WeekMinutes {
  /// Whether hours have a comment at some times; an open end counts, because it is reported as a comment.
  static func hasComments(_ schedule: Schedule, _ week: [Boundary]) -> Bool {
    schedule.hours.rules.contains { $0.comment != nil } || week.contains { $0.verdict == .openEnd }
  }

  /// The boundaries of hours that are the same every week, with changes on whole minutes; nil for others.
  ///
  /// - Parameter inUTC: the hours in UTC, in which a week of local time equals a week of instants.
  static func boundaries(of inUTC: Schedule) -> [Boundary]? {
    guard inUTC.isWeekly else { return nil }
    // Any week will do, starting on a Monday.
    let monday = Instant(secondsSince1970: 4 * 86_400 + 2600 * 7 * 86_400)
    var week = [Boundary(minute: 0, verdict: .closed)]
    for interval in inUTC.intervals(in: monday..<(monday + Int64(count) * 60)) {
      let from = interval.range.lowerBound - monday
      let to = interval.range.upperBound - monday
      guard from % 60 == 0, to % 60 == 0 else { return nil }
      append(Boundary(minute: Int(from / 60), verdict: .init(interval)), to: &week)
      append(Boundary(minute: Int(to / 60), verdict: .closed), to: &week)
    }
    if week.last?.minute == count { week.removeLast() }
    return week
  }

  private static func append(_ boundary: Boundary, to week: inout [Boundary]) {
    if week.last?.minute == boundary.minute { week.removeLast() }
    if week.last?.verdict != boundary.verdict { week.append(boundary) }
  }
}
