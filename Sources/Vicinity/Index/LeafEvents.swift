import CivilTime
import Synchronization

extension Leaf {
  /// The words of the events that recur, in their order: the address of what is known about each, or 0.
  ///
  /// - Parameter arena: the memory for the words, with the lifetime of the leaf.
  fileprivate func eventWord(_ index: Int, in arena: PageArena) -> UnsafeMutablePointer<Atomic<UInt>> {
    let slot = slot(Header.events)
    var words = UnsafeMutableRawPointer(bitPattern: slot.pointee.load(ordering: .acquiring))
    if words == nil {
      let size = MemoryLayout<UInt>.stride * recurring.bits.nonzeroBitCount
      let made = arena.allocate(byteCount: size)
      made.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      let (exchanged, other) = slot.pointee.compareExchange(
        expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
      words = exchanged ? made : UnsafeMutableRawPointer(bitPattern: other)
    }
    guard let words else { preconditionFailure("a leaf with recurring events has words for them") }
    let earlier = recurring.bits & ((1 << UInt64(index)) - 1)
    return words.assumingMemoryBound(to: Atomic<UInt>.self) + earlier.nonzeroBitCount
  }
}

extension IndexReader {
  /// A recurring event, expanded for all threads and kept with its leaf; nil when its recurrence is invalid, which the
  /// import has reported, or exceeds `RecurrenceLimits`.
  ///
  /// - Parameter arena: the memory of the leaf's snapshot.
  @inline(__always)
  final func event(of entry: Entry, in arena: PageArena) throws -> RecurringEvent? {
    let word = entry.leaf.eventWord(entry.index, in: arena)
    let known = word.pointee.load(ordering: .acquiring)
    guard known > Self.invalidEvent, let event = UnsafeRawPointer(bitPattern: known) else {
      return known == Self.invalidEvent ? nil : try loadEvent(of: entry, into: word, arena)
    }
    return Unmanaged<RecurringEvent>.fromOpaque(event).takeUnretainedValue()
  }

  /// The word of an event whose recurrence is invalid.
  private static var invalidEvent: UInt { 1 }

  @inline(never)
  private final func loadEvent(
    of entry: Entry, into word: UnsafeMutablePointer<Atomic<UInt>>, _ arena: PageArena
  ) throws -> RecurringEvent? {
    let event = try recurringEvent(entry, zone: numbers.zone(entry.zone) ?? .utc)
    // Another thread may have been faster: then there are two for a while, which are alike.
    if let event { arena.keep(event) }
    let address = event.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
    word.pointee.store(address ?? Self.invalidEvent, ordering: .releasing)
    return event
  }

  private final func recurringEvent(_ entry: Entry, zone: Zone) throws -> RecurringEvent? {
    let statement = try statement(
      "SELECT d.recurrence, l.all_day FROM listing_detail d JOIN listing l USING (fid) WHERE d.fid = ?1")
    statement.bind(1, entry.fid)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    let text = try StoredRow(statement, of: "listing_detail", Int(entry.fid)).text(0, bytes: StoredRange.rule)
    let event = RecurringEvent(text ?? "", times: entry.ownTimes, isAllDay: statement.int(1) == 1, zone: zone)
    try work.takeOccurrences(event?.counted ?? 0)
    return event
  }
}
