/// Numbers of distinct texts, found by the bytes of a text without making a string of it.
///
/// A hash table of 4-byte slots over the texts, which lie one after another.
struct ByteNumbers {
  private struct Entry {
    var hash: Int
    var text: Range<Int>
    var number: Int
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  // Positions in `entries` plus one; 0 is free. The number of slots is a power of two.
  private var slots = [UInt32](repeating: 0, count: 64)

  /// The number of a text; nil if it has none.
  func number(of text: UnsafeRawBufferPointer) -> Int? {
    let hash = Self.hash(text)
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.hash == hash, bytes[entry.text].elementsEqual(text) { return entry.number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Gives a text without a number one.
  mutating func append(_ text: UnsafeRawBufferPointer, _ number: Int) {
    bytes += text
    entries.append(Entry(hash: Self.hash(text), text: bytes.count - text.count..<bytes.count, number: number))
    if entries.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: slots.count * 2)
      for position in entries.indices { occupy(position) }
    } else {
      occupy(entries.count - 1)
    }
  }

  private mutating func occupy(_ position: Int) {
    var slot = entries[position].hash & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(position + 1)
  }

  private static func hash(_ text: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: text)
    return hasher.finalize()
  }
}
