/// The listings staged by a load: the position of their bytes, and a set of their ids.
///
/// A hash table of 4-byte slots over the entries; equal hashes are resolved by comparing the ids in the spool. Memory
/// is 32 bytes per entry and 6 to 12 for its slot.
struct StagedIds {
  /// One staged listing.
  struct Entry {
    /// The hash of the id.
    let hash: Int
    /// The position along the Hilbert curve.
    let place: Int64
    /// The offset in the spool.
    let offset: Int
    /// The number of bytes in the spool.
    let count: UInt32
    /// The line in its file, from 1; too large ones saturate.
    let line: UInt32
  }

  private(set) var entries: [Entry] = []
  // Positions in `entries` plus one; 0 is free. The number of slots is a power of two.
  private var slots = [UInt32](repeating: 0, count: 1024)

  /// The entry with this hash for which `isSame` holds.
  func find(hash: Int, where isSame: (Entry) throws -> Bool) rethrows -> Entry? {
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.hash == hash, try isSame(entry) { return entry }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    if entries.count * 3 > slots.count * 2 { grow() } else { occupy(entries.count) }
  }

  /// The entries by position on the curve; empties the table.
  /// - Parameter precedes: orders entries at the same position.
  mutating func takeSorted(_ precedes: (Entry, Entry) throws -> Bool) rethrows -> [Entry] {
    slots = [0]
    var sorted: [Entry] = []
    swap(&sorted, &entries)
    sorted.sort { $0.place < $1.place }
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].place == sorted[start].place { end += 1 }
      if end - start > 1 { try sorted[start..<end].sort(by: precedes) }
      start = end
    }
    return sorted
  }

  private mutating func occupy(_ number: Int) {
    var slot = entries[number - 1].hash & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(number)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for number in 1...entries.count { occupy(number) }
  }
}
