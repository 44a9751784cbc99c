import CPrefetch
import Streams

/// The standing queries by id and by slot, with their index.
struct StandingTable {
  private var index = StandingIndex()
  private var slots: [StandingQuery?] = []
  /// By slot, the addresses of a query and its plain conditions in memory, for prefetching.
  private var addresses: [(query: UInt, plain: UInt)] = []
  private var free: [UInt32] = []
  private var slotsById: [String: UInt32] = [:]
  /// The serial of the next query: all with smaller ones exist, unless they were removed.
  private(set) var nextSerial = 0

  var count: Int { slotsById.count }
  var ids: [String] { slotsById.keys.sorted(by: String.areAscending) }
  var hasAreas: Bool { index.hasAreas }

  subscript(id: String) -> StandingQuery? { slotsById[id].flatMap { slots[Int($0)] } }

  /// The ids of queries by their serials, without removed ones; ascending by their bytes.
  func ids(of serials: Set<Int>) -> [String] {
    slots.compactMap { $0.flatMap { serials.contains($0.serial) ? $0.id : nil } }.sorted(by: String.areAscending)
  }

  /// Adds a query, or replaces the one with its id.
  mutating func insert(_ unnumbered: StandingQuery) {
    let query = StandingQuery(unnumbered, serial: nextSerial)
    nextSerial += 1
    remove(query.id)
    let slot = free.popLast() ?? UInt32(slots.count)
    if Int(slot) == slots.count {
      slots.append(nil)
      addresses.append((0, 0))
    }
    slots[Int(slot)] = query
    slotsById[query.id] = slot
    addresses[Int(slot)] = Self.addresses(of: query)
    index.insert(query, slot)
  }

  /// - Returns: whether there was one.
  @discardableResult
  mutating func remove(_ id: String) -> Bool {
    guard let slot = slotsById.removeValue(forKey: id), let query = slots[Int(slot)] else { return false }
    index.remove(query, slot)
    slots[Int(slot)] = nil
    free.append(slot)
    return true
  }

  /// The queries whose gates a listing passes.
  func candidates(for listing: WatchedListing) -> [StandingQuery] {
    var numbers = listing.facts.flatMap { index.numbers(passedBy: $0, in: listing.areaKeys) }
    if listing.exact != nil { numbers.sortUniquely() }
    // Judging takes less time than waiting for the memory of one query after the other.
    for number in numbers { prefetch_line(UnsafeRawPointer(bitPattern: addresses[Int(number)].query)) }
    for number in numbers {
      let plain = addresses[Int(number)].plain
      for line in 0..<Self.plainLines { prefetch_line(UnsafeRawPointer(bitPattern: plain + UInt(64 * line))) }
    }
    return numbers.compactMap { slots[Int($0)] }
  }

  /// The lines of memory that plain conditions take up.
  private static let plainLines = 4

  private static func addresses(of query: StandingQuery) -> (query: UInt, plain: UInt) {
    func address(_ object: AnyObject?) -> UInt {
      object.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    }
    return (address(query), address(query.plain))
  }
}
