/// A set of listings by their places in the R-tree, with a bit for each node below which there are some.
///
/// The bits of the children of a node are consecutive, so one shift selects those that contain any. Its listings are
/// stored as places in ascending order or, if most leaves have several, as bits of each leaf.
///
/// Source: lists of documents at the nodes of an R-tree are the idea of the IR-tree (Cong, Jensen and Wu, 2009,
/// doi:10.14778/1687627.1687666); the order of the tree makes one sorted list of all of them.
final class PlaceSet: @unchecked Sendable {
  // Unchecked because of the pointers: their targets are written in `init`, and freed in `deinit`.

  let order: TreeOrder
  /// The number of listings.
  let count: Int
  /// The size in bytes.
  let byteCount: Int
  /// By level, the start of its bits; the bits of the leaves, level 0, are computed from the places.
  private let starts: UnsafeMutablePointer<Int>
  private let bits: UnsafeMutablePointer<UInt64>
  /// By 64 leaves, the index of the first place on them or later ones; not used where `isDense`.
  private let blocks: UnsafeMutablePointer<UInt32>
  /// Ascending, then a block of the greatest number; without elements where `isDense`.
  let places: UnsafeMutablePointer<UInt32>
  /// The listings on each leaf, by their rank among its rows; only where `isDense`.
  let masks: UnsafeMutablePointer<UInt64>
  /// Whether there are several listings on most leaves, so that bits take less memory than places.
  let isDense: Bool

  private static let wordBits = UInt64.bitWidth
  /// The places on 64 leaves.
  private static let blockBits = 12
  /// A vector may be read from any place.
  private static let padding = 8

  /// - Parameters:
  ///   - places: ascending, each once.
  ///   - keepsPositions: whether `position(of:)` will be needed.
  init(_ places: [UInt32], in order: TreeOrder, keepsPositions: Bool) {
    self.order = order
    count = places.count
    isDense = !keepsPositions && places.count > 2 * order.leafCount
    let levels = order.counts.count
    // Another word for each level, so that two may be read anywhere.
    let lengths = order.counts.enumerated().map { $0 == 0 ? 0 : $1 / Self.wordBits + 2 }
    let length = max(1, lengths.reduce(0, +))
    starts = .allocate(capacity: levels)
    bits = .allocate(capacity: length)
    bits.initialize(repeating: 0, count: length)
    var start = 0
    for level in 0..<levels {
      (starts + level).initialize(to: start)
      start += lengths[level]
    }
    let (listed, masked) = isDense ? (0, order.leafCount) : (places.count, 0)
    self.places = .allocate(capacity: listed + Self.padding)
    self.places.initialize(repeating: .max, count: listed + Self.padding)
    masks = .allocate(capacity: max(masked, 1))
    let blockCount = isDense ? 0 : order.leafCount / Self.wordBits + 2
    blocks = .allocate(capacity: max(blockCount, 1))
    byteCount = 8 * (levels + length + masked) + 4 * (listed + (isDense ? 0 : order.leafCount / Self.wordBits))
    if isDense {
      masks.initialize(repeating: 0, count: masked)
      for place in places { masks[Int(place) / Leaf.capacity] |= 1 &<< UInt64(Int(place) % Leaf.capacity) }
    } else {
      places.withUnsafeBufferPointer { if let base = $0.baseAddress { self.places.update(from: base, count: listed) } }
    }
    fillBlocks(blockCount)
    if levels > 1 { mark(places) }
  }

  deinit {
    starts.deallocate()
    bits.deallocate()
    places.deallocate()
    blocks.deallocate()
    masks.deallocate()
  }

  private func fillBlocks(_ blockCount: Int) {
    var index = 0
    for block in 0..<blockCount {
      while index < count, Int(places[index]) < block << Self.blockBits { index += 1 }
      (blocks + block).initialize(to: UInt32(index))
    }
  }

  /// Marks the nodes above the leaves of the places.
  private func mark(_ places: [UInt32]) {
    var last = -1
    for place in places where Int(place) / Leaf.capacity != last {
      last = Int(place) / Leaf.capacity
      var number = last
      for level in 1..<order.counts.count {
        number = Int(order.parents[level - 1][number])
        let word = bits + starts[level] + number / Self.wordBits
        let bit: UInt64 = 1 &<< UInt64(number % Self.wordBits)
        if word.pointee & bit != 0 { break }
        word.pointee |= bit
      }
    }
  }

  /// The children of a node below which there are listings of the set, as bits.
  ///
  /// - Parameters:
  ///   - first: the number of the first child.
  ///   - level: that of the children.
  /// - Returns: beyond the last child, bits of the children of other nodes.
  @inline(__always)
  func children(from first: Int, level: Int) -> UInt64 {
    guard level > 0 else { return leaves(from: first) }
    let word = bits + starts[level] + first / Self.wordBits
    let shift = UInt64(first % Self.wordBits)
    return shift == 0 ? word[0] : word[0] &>> shift | word[1] &<< (64 &- shift)
  }

  /// The leaves on which there are listings of the set, as bits.
  ///
  /// - Parameter first: the number of the first leaf.
  func leaves(from first: Int) -> UInt64 {
    guard isDense else { return leaves(from: first) { _ in true } }
    var leaves: UInt64 = 0
    for leaf in first..<min(first + Self.wordBits, order.leafCount) where masks[leaf] != 0 {
      leaves |= 1 &<< UInt64(leaf - first)
    }
    return leaves
  }

  /// The leaves of the places for which a test is true, as bits. Not for a dense set.
  @inline(__always)
  func leaves(from first: Int, where test: (UInt32) -> Bool) -> UInt64 {
    let end = (first + Self.wordBits) * Leaf.capacity
    var index = firstIndex(from: first * Leaf.capacity)
    var leaves: UInt64 = 0
    while index < count, places[index] < end {
      leaves |= (test(places[index]) ? 1 : 0) &<< UInt64(Int(places[index]) / Leaf.capacity - first)
      index += 1
    }
    return leaves
  }

  /// The listings of the set on a leaf, by their rank among its rows.
  @inline(__always)
  func ranks(ofLeaf number: Int) -> UInt64 {
    if isDense { return masks[number] }
    let start = number * Leaf.capacity
    var index = firstIndex(from: start)
    var ranks: UInt64 = 0
    while index < count, places[index] < start + Leaf.capacity {
      ranks |= 1 &<< UInt64(Int(places[index]) - start)
      index += 1
    }
    return ranks
  }

  /// Whether a place is in the set.
  func contains(_ place: UInt32) -> Bool {
    isDense
      ? masks[Int(place) / Leaf.capacity] &>> UInt64(Int(place) % Leaf.capacity) & 1 == 1 : position(of: place) != nil
  }

  /// The position of a place in the set, in ascending order; nil for places that are not in it.
  func position(of place: UInt32) -> Int? {
    let index = firstIndex(from: Int(place))
    return index < count && places[index] == place ? index : nil
  }

  /// The index of the first place from a number on.
  @inline(__always)
  func firstIndex(from place: Int) -> Int {
    let block = place >> Self.blockBits
    guard block <= order.leafCount / Self.wordBits else { return count }
    var low = Int(blocks[block])
    var length = Int(blocks[block + 1]) - low
    guard length > 0 else { return low }
    while length > 1 {
      let half = length / 2
      // Branch-free, because the branch would be unpredictable.
      low += places[low + half - 1] < place ? half : 0
      length -= half
    }
    return places[low] < place ? low + 1 : low
  }
}
