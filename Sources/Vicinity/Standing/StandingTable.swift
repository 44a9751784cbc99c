import Streams

/// The standing queries by id and by slot, with their index.
struct StandingTable {
  private var index = StandingIndex()
  private var slots: [StandingQuery?] = []
  private var free: [UInt32] = []
  private var slotsById: [String: UInt32] = [:]
  /// The serial of the next query.
  private(set) var nextSerial = 0

  var count: Int { slotsById.count }
  var ids: [String] { slotsById.keys.sorted(by: String.areAscending) }
  var hasAreas: Bool { index.hasAreas }

  subscript(id: String) -> StandingQuery? { slotsById[id].flatMap { slots[Int($0)] } }

  mutating func takeSerial() -> Int {
    defer { nextSerial += 1 }
    return nextSerial
  }

  /// Adds a query, or replaces the one with its id.
  mutating func insert(_ query: StandingQuery) {
    remove(query.id)
    let slot = free.popLast() ?? UInt32(slots.count)
    if Int(slot) == slots.count { slots.append(nil) }
    slots[Int(slot)] = query
    slotsById[query.id] = slot
    var gate = query.gate
    gate.number = slot
    index.insert(gate, in: query.place)
  }

  /// - Returns: whether there was one.
  @discardableResult
  mutating func remove(_ id: String) -> Bool {
    guard let slot = slotsById.removeValue(forKey: id), let query = slots[Int(slot)] else { return false }
    index.remove(slot, from: query.place)
    slots[Int(slot)] = nil
    free.append(slot)
    return true
  }

  /// The queries whose gates a listing passes.
  func candidates(for listing: WatchedListing) -> [StandingQuery] {
    var numbers = listing.facts.flatMap { index.numbers(passedBy: $0, in: listing.areaKeys) }
    if listing.exact != nil { numbers.sortUniquely() }
    return numbers.compactMap { slots[Int($0)] }
  }
}
