extension PlaceSet {
  /// The listings that are in both sets.
  ///
  /// - Complexity: O(n + m), or O(n log m) for a short and a long one.
  func merged(with other: PlaceSet) -> PlaceSet {
    // The shorter one first; a dense one has no places to go through, unless both are.
    guard other.isDense || (!isDense && count <= other.count) else { return other.merged(with: self) }
    var common: [UInt32] = []
    common.reserveCapacity(64)
    if isDense {
      for leaf in 0..<order.leafCount {
        for rank in EntrySet(bits: masks[leaf] & other.masks[leaf]) {
          common.append(UInt32(truncatingIfNeeded: leaf * Leaf.capacity + rank))
        }
      }
    } else if other.isDense || count * Self.elementsPerSearch < other.count {
      for index in 0..<count where other.contains(places[index]) { common.append(places[index]) }
    } else {
      eachCommon(with: other) { common.append($0) }
    }
    return PlaceSet(common, in: order, keepsPositions: true)
  }

  /// A binary search costs about as much as merging this many elements.
  private static let elementsPerSearch = 40
  private typealias Block = SIMD4<UInt32>

  /// Merges two sorted lists by blocks, all pairs of two blocks at once, without unpredictable branches.
  ///
  /// Source: Lemire, Boytsov and Kurz, "SIMD compression and the intersection of sorted integers", 2016,
  /// doi:10.1002/spe.2326.
  @inline(__always)
  private func eachCommon(with other: PlaceSet, _ body: (UInt32) -> Void) {
    var (own, others) = (0, 0)
    while own < count, others < other.count {
      let a = UnsafeRawPointer(places + own).loadUnaligned(as: Block.self)
      let b = UnsafeRawPointer(other.places + others).loadUnaligned(as: Block.self)
      let found =
        (a .== b) .| (a .== Block(b[1], b[2], b[3], b[0])) .| (a .== Block(b[2], b[3], b[0], b[1]))
        .| (a .== Block(b[3], b[0], b[1], b[2]))
      // Beyond its end a list is padded with a number that is no place.
      if any(found) { for lane in 0..<4 where found[lane] && a[lane] != .max { body(a[lane]) } }
      let (last, otherLast) = (a[3], b[3])
      own += last <= otherLast ? 4 : 0
      others += otherLast <= last ? 4 : 0
    }
  }

  /// The leaves on which there are listings that are in all of some sets, as bits.
  ///
  /// - Parameter first: the number of the first leaf.
  func commonLeaves(with others: ArraySlice<PlaceSet>, from first: Int) -> UInt64 {
    if isDense {
      return EntrySet(bits: leaves(from: first)).reduce(0) { leaves, leaf in
        let ranks = others.reduce(masks[first + leaf]) { $0 & $1.ranks(ofLeaf: first + leaf) }
        return ranks == 0 ? leaves : leaves | 1 &<< UInt64(leaf)
      }
    }
    guard others.count == 1, let other = others.first, !other.isDense else {
      return leaves(from: first) { place in others.allSatisfy { $0.contains(place) } }
    }
    var index = other.firstIndex(from: first * Leaf.capacity)
    return leaves(from: first) { place in
      while other.places[index] < place { index += 1 }
      return other.places[index] == place
    }
  }
}
