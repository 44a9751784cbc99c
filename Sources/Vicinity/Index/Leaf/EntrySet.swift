/// Collects which positions pass a test of four at a time, lane by lane: bits are moved between lanes only once.
struct EntryCollector {
  private var bits: SIMD4<UInt64>
  private var found = SIMD4<UInt64>()

  /// - Parameter first: the position of the first lane; the next four follow.
  @inline(__always)
  init(from first: Int) { bits = SIMD4(1, 2, 4, 8) &<< SIMD4(repeating: UInt64(truncatingIfNeeded: first)) }

  @inline(__always)
  mutating func add(_ hits: SIMDMask<SIMD4<Int64>>) {
    found |= bits.replacing(with: 0, where: .!hits)
    bits = bits &<< SIMD4(repeating: 4)
  }

  /// The positions that passed.
  @inline(__always)
  var entries: EntrySet { EntrySet(bits: found[0] | found[1] | found[2] | found[3]) }
}

/// A set of positions on one leaf, as bits.
struct EntrySet: Sequence, IteratorProtocol {
  var bits: UInt64 = 0

  @inline(__always) init(bits: UInt64 = 0) { self.bits = bits }

  /// The positions of a range within 0..<64.
  @inline(__always)
  init(range: Range<Int>) {
    let upTo: UInt64 = range.upperBound >= 64 ? .max : (1 &<< UInt64(range.upperBound)) &- 1
    bits = range.isEmpty ? 0 : upTo & (UInt64.max &<< UInt64(range.lowerBound))
  }

  /// The given positions.
  init(_ positions: some Sequence<Int>) {
    for position in positions { bits |= 1 &<< UInt64(position) }
  }

  @inline(__always) var isEmpty: Bool { bits == 0 }
  @inline(__always) func contains(_ position: Int) -> Bool { bits &>> UInt64(position) & 1 == 1 }
  @inline(__always) var count: Int { bits.nonzeroBitCount }

  /// Removes and returns the lowest position.
  @inline(__always)
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    let position = bits.trailingZeroBitCount
    bits &= bits &- 1
    return position
  }

  @inline(__always) mutating func formIntersection(_ other: EntrySet) { bits &= other.bits }
  @inline(__always) mutating func formUnion(_ other: EntrySet) { bits |= other.bits }
  @inline(__always) mutating func subtract(_ other: EntrySet) { bits &= ~other.bits }

  /// The lowest position.
  @inline(__always) var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }

  /// The positions for which `passes` returns true, tested without branches.
  @inline(__always)
  func kept(_ passes: (Int) -> Bool) -> EntrySet {
    var kept: UInt64 = 0
    for position in self { kept |= (passes(position) ? 1 : 0) &<< UInt64(position) }
    return EntrySet(bits: kept)
  }

  /// Keeps the positions for which `passes` returns true.
  @inline(__always)
  mutating func keep(_ passes: (Int) throws -> Bool) rethrows {
    for position in self where try !passes(position) { bits &= ~(1 &<< UInt64(position)) }
  }
}
