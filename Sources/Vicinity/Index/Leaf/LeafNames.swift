import Synchronization

/// The names of the listings on a leaf: a column that is read from the file when an answer first needs one of them.
///
/// A view of memory owned by an `IndexSnapshot`, like the leaf: a word for each listing, then the bytes of all names.
struct LeafNames {
  let base: UnsafeRawPointer
  private let count: Int

  init(base: UnsafeRawPointer, count: Int) {
    self.base = base
    self.count = count
  }

  /// The name of a listing; nil when it has none.
  @inline(__always)
  subscript(index: Int) -> String? {
    let words = base.assumingMemoryBound(to: UInt32.self)
    // A word contains the end of the name, and in its lowest bit whether there is one.
    guard words[index] & 1 == 1 else { return nil }
    let start = index == 0 ? 0 : Int(words[index - 1] >> 1)
    let bytes = (base + 4 * count).assumingMemoryBound(to: UInt8.self)
    return String(
      decoding: UnsafeBufferPointer(start: bytes + start, count: Int(words[index] >> 1) - start), as: UTF8.self)
  }

  /// Lays names out in an arena.
  init(_ names: [String?], in arena: PageArena) {
    let size = names.reduce(4 * names.count) { $0 + ($1?.utf8.count ?? 0) }
    let memory = arena.allocate(byteCount: size)
    var end = 0
    for (index, name) in names.enumerated() {
      for byte in (name ?? "").utf8 {
        memory.storeBytes(of: byte, toByteOffset: 4 * names.count + end, as: UInt8.self)
        end += 1
      }
      memory.storeBytes(of: UInt32(end) << 1 | (name == nil ? 0 : 1), toByteOffset: 4 * index, as: UInt32.self)
    }
    self.init(base: UnsafeRawPointer(memory), count: names.count)
  }
}

extension Leaf {
  @inline(__always) private var namesSlot: UnsafeMutablePointer<Atomic<UInt>> { slot(Header.names) }

  /// The names of the listings; nil if not loaded.
  @inline(__always)
  var names: LeafNames? {
    UnsafeRawPointer(bitPattern: namesSlot.pointee.load(ordering: .acquiring)).map { LeafNames(base: $0, count: count) }
  }

  /// Publishes names laid out in the leaf's arena; if another thread was faster, its copy is returned.
  func keep(_ names: LeafNames) -> LeafNames {
    let (exchanged, original) = namesSlot.pointee.compareExchange(
      expected: 0, desired: UInt(bitPattern: names.base), ordering: .acquiringAndReleasing)
    guard !exchanged, let other = UnsafeRawPointer(bitPattern: original) else { return names }
    return LeafNames(base: other, count: count)
  }
}
