import CivilTime
import Hours
import Synchronization

/// Weekly opening hours by number of the schedule, in a form that answers in a few nanoseconds, for all threads without locks.
///
/// A schedule number keeps its meaning in all versions of a catalog, so what was worked out once stays.
final class ScheduleTable: @unchecked Sendable {
  // Unchecked because of the pointers: a chunk is initialised before it is published, and its words are atomic.

  /// What is known of a schedule.
  enum Entry {
    /// Nobody has looked yet.
    case notLoaded
    /// The same every week, on the clock of a zone.
    case weekly(WeekMinutes, zone: Int32)
    /// Depends on more than the minute of the week.
    case other
  }

  private static let chunkSize = 1 << 12
  private static let chunkCount = 1 << 12

  private let chunks: UnsafeMutablePointer<Atomic<UInt>>
  private let arena = PageArena()

  init() {
    chunks = .allocate(capacity: Self.chunkCount)
    for index in 0..<Self.chunkCount { (chunks + index).initialize(to: Atomic(0)) }
  }

  deinit {
    for index in 0..<Self.chunkCount {
      UnsafeMutableRawPointer(bitPattern: chunks[index].load(ordering: .relaxed))?.deallocate()
    }
    chunks.deinitialize(count: Self.chunkCount)
    chunks.deallocate()
  }

  @inline(__always)
  subscript(number: Int32) -> Entry {
    guard let words = chunk(of: number) else { return .notLoaded }
    let word = words[Int(number) % Self.chunkSize].load(ordering: .acquiring)
    if word == 0 { return .notLoaded }
    guard let memory = UnsafeRawPointer(bitPattern: UInt(word & Self.addressMask)) else { return .other }
    return .weekly(WeekMinutes(base: memory), zone: Int32(word >> 48))
  }

  /// Works a schedule out and remembers it; nil stands for hours that nobody understands. Numbers beyond the table are not remembered.
  func set(_ schedule: Schedule?, zone: Int32, for number: Int32) {
    guard let words = chunkForWriting(of: number) else { return }
    var word = Self.isOther
    if let schedule, let week = WeekMinutes.boundaries(of: schedule), let zone = UInt16(exactly: zone) {
      let memory = WeekMinutes.write(week, hasComments: WeekMinutes.hasComments(schedule, week), in: arena)
      word = UInt64(zone) << 48 | UInt64(UInt(bitPattern: memory))
    }
    words[Int(number) % Self.chunkSize].store(word, ordering: .releasing)
  }

  // A word is 16 bits of zone and 48 bits of address; an address of 0 with the lowest bit set stands for "other".
  private static let addressMask: UInt64 = 0xFFFF_FFFF_FFC0
  private static let isOther: UInt64 = 1

  @inline(__always)
  private func chunk(of number: Int32) -> UnsafeMutablePointer<Atomic<UInt64>>? {
    let index = Int(number) / Self.chunkSize
    guard number >= 0, index < Self.chunkCount else { return nil }
    return UnsafeMutablePointer(bitPattern: chunks[index].load(ordering: .acquiring))
  }

  private func chunkForWriting(of number: Int32) -> UnsafeMutablePointer<Atomic<UInt64>>? {
    if let chunk = chunk(of: number) { return chunk }
    let index = Int(number) / Self.chunkSize
    guard number >= 0, index < Self.chunkCount else { return nil }
    let made = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: Self.chunkSize)
    for word in 0..<Self.chunkSize { (made + word).initialize(to: Atomic(0)) }
    let (exchanged, original) = chunks[index].compareExchange(
      expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
    if exchanged { return made }
    made.deallocate()
    return UnsafeMutablePointer(bitPattern: original)
  }
}

/// The verdicts of a week by the minute, Monday 00:00 being 0: from each boundary on one holds until the next.
///
/// A view of memory that a `ScheduleTable` owns.
struct WeekMinutes {
  fileprivate let base: UnsafeRawPointer

  /// Minutes in a week.
  static let count = 10_080

  /// From a minute on a verdict holds.
  struct Boundary: Equatable {
    var minute: Int
    var verdict: OpeningClock.Verdict
  }

  /// The verdict of a minute, 0..<10 080.
  ///
  /// - Complexity: O(log n) in the boundaries.
  @inline(__always)
  func verdict(at minute: Int) -> OpeningClock.Verdict {
    let words = (base + 2).assumingMemoryBound(to: UInt16.self)
    let wanted = UInt16(truncatingIfNeeded: minute << 2 | 3)
    var low = 0
    var length = boundaryCount
    while length > 1 {
      let half = length / 2
      low += words[low + half] <= wanted ? half : 0
      length -= half
    }
    return OpeningClock.Verdict(rawValue: UInt8(truncatingIfNeeded: words[low] & 3)) ?? .unknown
  }

  // The first word is the number of boundaries, and in its highest bit whether there are comments.
  @inline(__always) private var boundaryCount: Int { Int(base.load(as: UInt16.self) & 0x7FFF) }

  /// Whether a comment belongs to the state at some times.
  var hasComments: Bool { base.load(as: UInt16.self) >> 15 == 1 }

  /// The state at a minute, 0..<10 080, and how many minutes after the begin of that minute it changes next; nil when it never does.
  ///
  /// - Complexity: O(n) in the boundaries, of which a week has a dozen or two.
  func state(at minute: Int) -> (state: OpeningState, nextChange: Int?) {
    let state = verdict(at: minute).state
    let words = (base + 2).assumingMemoryBound(to: UInt16.self)
    var nextChange: Int?
    for index in 0..<boundaryCount {
      let verdict = OpeningClock.Verdict(rawValue: UInt8(truncatingIfNeeded: words[index] & 3)) ?? .unknown
      guard verdict.state != state else { continue }
      let begin = Int(words[index] >> 2)
      nextChange = min(nextChange ?? .max, begin > minute ? begin - minute : begin - minute + Self.count)
    }
    return (state, nextChange)
  }

  /// Lays out the boundaries, the first one at minute 0: fourteen bits of minute and two of verdict each.
  fileprivate static func write(
    _ week: [Boundary], hasComments: Bool, in arena: PageArena
  ) -> UnsafeMutableRawPointer {
    let memory = arena.allocate(byteCount: 2 + 2 * week.count)
    memory.storeBytes(of: UInt16(week.count) | (hasComments ? 0x8000 : 0), as: UInt16.self)
    for (index, boundary) in week.enumerated() {
      let word = UInt16(boundary.minute) << 2 | UInt16(boundary.verdict.rawValue)
      memory.storeBytes(of: word, toByteOffset: 2 + 2 * index, as: UInt16.self)
    }
    return memory
  }
}

extension WeekMinutes {
  /// Whether hours say more than a state at some times: an open end is told in a comment too.
  fileprivate static func hasComments(_ schedule: Schedule, _ week: [Boundary]) -> Bool {
    schedule.hours.rules.contains { $0.comment != nil } || week.contains { $0.verdict == .openEnd }
  }

  /// The boundaries of hours that are the same every week and begin and end on whole minutes; nil for others.
  static func boundaries(of schedule: Schedule) -> [Boundary]? {
    guard schedule.isWeekly else { return nil }
    // A week of the clock on the wall, which in UTC is one of instants: from a Monday on.
    let monday = Instant(secondsSince1970: 4 * 86_400 + 2600 * 7 * 86_400)
    let inUTC = Schedule(schedule.hours, in: HoursContext(zone: .utc))
    guard inUTC.isWeekly else { return nil }
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

extension OpeningClock.Verdict {
  /// What it tells users.
  var state: OpeningState {
    switch self {
    case .open: .open
    case .closed: .closed
    case .unknown, .openEnd: .unknown
    }
  }

  /// What is known of every instant of an interval.
  fileprivate init(_ interval: HoursInterval) {
    switch interval.state {
    case .open: self = .open
    case .closed: self = .closed
    case .unknown: self = interval.isOpenEnd ? .openEnd : .unknown
    }
  }
}
