import CivilTime
import Hours
import Synchronization

/// Weekly opening hours by schedule number, in a form that is evaluated in a few nanoseconds, for all threads without
/// locks.
///
/// Schedule numbers are never reused, so a computed week stays valid in all versions of a catalog.
final class ScheduleTable: @unchecked Sendable {
  // Unchecked because of the pointers: a chunk is initialized before it is published, and its words are atomic.

  /// The cached state of a schedule.
  enum Entry {
    /// Not computed yet.
    case notLoaded
    /// The same every week in the local time of a zone.
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

  /// The week of hours, in memory with the lifetime of the table; nil for hours that are not weekly.
  ///
  /// - Parameter schedule: the hours in UTC.
  func week(of schedule: Schedule) -> WeekMinutes? {
    guard let week = WeekMinutes.boundaries(of: schedule) else { return nil }
    let memory = WeekMinutes.write(
      week, hasComments: WeekMinutes.hasComments(schedule, week), allocate: { arena.allocate(byteCount: $0) })
    return WeekMinutes(base: UnsafeRawPointer(memory))
  }

  /// Stores the week of a schedule; nil for one that depends on more. Numbers beyond the table are not stored.
  func set(_ week: WeekMinutes?, zone: Int32, for number: Int32) {
    guard let words = chunkForWriting(of: number) else { return }
    var word = Self.isOther
    if let week, let zone = UInt16(exactly: zone) { word = UInt64(zone) << 48 | UInt64(UInt(bitPattern: week.base)) }
    words[Int(number) % Self.chunkSize].store(word, ordering: .releasing)
  }

  // A word has 16 bits of zone and 48 bits of address; an address of 0 with the lowest bit set means "other".
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
