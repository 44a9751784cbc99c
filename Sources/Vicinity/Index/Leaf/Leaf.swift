import CPrefetch
import CivilTime
import Geography
import Synchronization

/// One leaf of the R-tree, decoded: the facts of its listings in columns, so that a filter reads one column and no
/// other memory.
///
/// Listings are grouped by kind, bars, events, couches, and by row number within a kind. Tags are stored as a small
/// inverted index: for each distinct tag of the leaf a set of listings. A view of memory owned by an `IndexSnapshot`;
/// valid for the lifetime of the snapshot.
struct Leaf {
  let base: UnsafeRawPointer

  typealias Header = LeafShape.Header

  /// The maximum number of listings of a leaf: a set of them fits 64 bits. SQLite writes at most 51 per node.
  static let capacity = RTreeNode.capacity

  @inline(__always) var shape: LeafShape { base.load(as: LeafShape.self) }
  @inline(__always) var count: Int { Int(base.load(as: Int32.self)) }
  /// Events that recur.
  @inline(__always) var recurring: EntrySet { entries(Header.recurring) }
  /// Events that were cancelled or postponed.
  @inline(__always) var off: EntrySet { entries(Header.off) }
  /// Listings that are not in business, which answers leave out unless a query asks for them.
  @inline(__always) var closed: EntrySet { entries(Header.closed) }
  /// Couches with nightly rates or notice.
  @inline(__always) var withTerms: EntrySet { entries(Header.withTerms) }
  /// Its node of the R-tree; 0 for a leaf outside of the tree.
  @inline(__always) var node: Int { Int(base.load(fromByteOffset: Header.node, as: UInt32.self)) }
  /// Bounds the exact coordinates.
  @inline(__always) var box: BoundingBox { base.load(fromByteOffset: Header.box, as: BoundingBox.self) }

  /// A set of entries in the header.
  @inline(__always)
  private func entries(_ offset: Int) -> EntrySet { EntrySet(bits: base.load(fromByteOffset: offset, as: UInt64.self)) }

  /// A word of the header with the address of values that are read later; 0 without any.
  @inline(__always)
  func slot(_ offset: Int) -> UnsafeMutablePointer<Atomic<UInt>> {
    UnsafeMutableRawPointer(mutating: base + offset).assumingMemoryBound(to: Atomic<UInt>.self)
  }

  @inline(__always) var latitudes: UnsafePointer<Double> { column(shape.latitudes) }
  @inline(__always) var longitudes: UnsafePointer<Double> { column(shape.longitudes) }
  /// Price in major units; NaN if unknown.
  @inline(__always) var prices: UnsafePointer<Double> { column(shape.prices) }
  /// Mean rating; NaN if unrated.
  @inline(__always) var ratings: UnsafePointer<Double> { column(shape.ratings) }
  /// Number of votes; -1 if unknown.
  @inline(__always) var votes: UnsafePointer<Int32> { column(shape.votes) }
  /// Number of the schedule; 0 for none.
  @inline(__always) var schedules: UnsafePointer<Int32> { column(shape.schedules) }
  @inline(__always) var fids: UnsafePointer<UInt32> { column(shape.fids) }
  @inline(__always) var currencies: UnsafePointer<UInt16> { column(shape.currencies) }
  @inline(__always) var zones: UnsafePointer<UInt16> { column(shape.zones) }
  /// The values of a field that is stored as bytes (`FieldDefinition.code`), by its index among these fields.
  @inline(__always)
  func codes(_ place: Int) -> UnsafePointer<UInt8> {
    let shape = shape
    return column(shape.codes + place * shape.n)
  }
  /// For events: Unix seconds; `Int64.max` without a start. The first event is element 0.
  @inline(__always) var starts: UnsafePointer<Int64> { column(shape.starts) }
  /// For events: Unix seconds; `Int64.min` if the end is unknown.
  @inline(__always) var ends: UnsafePointer<Int64> { column(shape.ends) }
  /// For couches, the first couch being element 0; 0 if unknown.
  @inline(__always) var guests: UnsafePointer<Int32> { column(shape.guests) }
  @inline(__always) var minNights: UnsafePointer<Int32> { column(shape.minNights) }
  /// `Int32.max` if unknown.
  @inline(__always) var maxNights: UnsafePointer<Int32> { column(shape.maxNights) }
  /// Distinct tags, ascending, and the listings that have each.
  @inline(__always) var tagNumbers: UnsafePointer<Int32> { column(shape.tagNumbers) }
  @inline(__always) var tagMasks: UnsafePointer<UInt64> { column(shape.tagMasks) }

  /// All listings of the leaf.
  @inline(__always) var all: EntrySet { EntrySet(range: 0..<count) }

  /// The positions of a kind.
  @inline(__always)
  func positions(of kind: Kind) -> Range<Int> {
    let shape = shape
    return switch kind {
    case .bar: 0..<shape.firstEvent
    case .event: shape.firstEvent..<shape.firstCouch
    case .couch: shape.firstCouch..<shape.n
    }
  }

  /// The listings of a kind that are in business.
  @inline(__always)
  func inBusiness(of kind: Kind) -> EntrySet {
    var entries = EntrySet(range: positions(of: kind))
    entries.subtract(closed)
    return entries
  }

  /// The listings that have a tag.
  ///
  /// - Complexity: O(log n) in the distinct tags of the leaf.
  @inline(__always)
  func entries(tagged tag: Int32) -> EntrySet {
    let shape = shape
    let numbers: UnsafePointer<Int32> = column(shape.tagNumbers)
    var low = 0
    var length = Int(shape.tags)
    while length > 1 {
      let half = length / 2
      // Branch-free, because the branch would be unpredictable.
      low += numbers[low + half] <= tag ? half : 0
      length -= half
    }
    guard length == 1, numbers[low] == tag else { return EntrySet() }
    return EntrySet(bits: tagMasks[low])
  }

  /// Whether all listings have one kind, so that their positions are their ranks.
  @inline(__always)
  private func isOfOneKind(_ shape: LeafShape) -> Bool {
    shape.bars == shape.count || shape.events == shape.count || shape.couches == shape.n
  }

  /// The position of the listing with a rank among the rows of the leaf, in ascending order.
  @inline(__always)
  func position(ranked rank: Int) -> Int {
    let shape = shape
    let positions: UnsafePointer<UInt8> = column(shape.byRow)
    return isOfOneKind(shape) ? rank : Int(positions[rank])
  }

  /// The positions of the listings whose ranks among the rows of the leaf, in ascending order, are set.
  @inline(__always)
  func entries(ranked ranks: UInt64) -> EntrySet {
    let shape = shape
    if isOfOneKind(shape) { return EntrySet(bits: ranks) }
    let positions: UnsafePointer<UInt8> = column(shape.byRow)
    var entries: UInt64 = 0
    for rank in EntrySet(bits: ranks) where rank < shape.n { entries |= 1 &<< UInt64(positions[rank]) }
    return EntrySet(bits: entries)
  }

  /// The taken nights of a couch, ascending and disjoint; `couch` counts from the first couch.
  @inline(__always)
  func nights(ofCouch couch: Int) -> UnsafeBufferPointer<NightRange> {
    let shape = shape
    return elements(column(shape.nightRanges), endingAt: column(shape.nightEnds), of: couch)
  }

  /// The terms of one of the couches in `withTerms`.
  func terms(at index: Int) -> StayTerms {
    let before = withTerms.bits & ((1 << UInt64(index)) - 1)
    let table = UnsafeRawPointer(bitPattern: base.load(fromByteOffset: Header.terms, as: UInt.self))
    guard let table else { return StayTerms() }
    return StayTerms(in: table, at: before.nonzeroBitCount, of: withTerms.bits.nonzeroBitCount)
  }

  /// UTF-8 of an id.
  @inline(__always)
  func id(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let shape = shape
    return elements(column(shape.ids), endingAt: column(shape.idEnds), of: index)
  }

  /// One listing's slice of a column with any number of elements per listing; the ends of all slices are known.
  @inline(__always)
  private func elements<Element>(
    _ all: UnsafePointer<Element>, endingAt ends: UnsafePointer<Int32>, of index: Int
  ) -> UnsafeBufferPointer<Element> {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return UnsafeBufferPointer(start: all + start, count: Int(ends[index]) - start)
  }

  /// The position of a row; nil when it is not on this leaf.
  func position(ofRow fid: UInt32) -> Int? {
    let fids = fids
    var position = 0
    while position < count {
      let eight = UnsafeRawPointer(fids + position).loadUnaligned(as: SIMD8<UInt32>.self)
      let hits = SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128).replacing(with: 0, where: eight .!= fid).wrappedSum()
      if hits != 0 {
        let found = position + hits.trailingZeroBitCount
        return found < count ? found : nil
      }
      position += 8
    }
    return nil
  }

  /// Prefetches a number of bytes from an offset.
  @inline(__always)
  func prefetch(_ offset: Int, count: Int) {
    var line = base + offset
    let end = base + offset + count
    while line < end {
      prefetch_line(line)
      line += 64
    }
  }

  @inline(__always)
  private func column<Element>(_ offset: Int) -> UnsafePointer<Element> {
    (base + offset).assumingMemoryBound(to: Element.self)
  }
}

/// A half-open range of nights as day numbers since 1970-01-01.
struct NightRange {
  var from: Int32
  var to: Int32
}

extension NightRange {
  /// Nights of four-digit years, which fit 32 bits as day numbers.
  init(_ nights: Nights) {
    self.init(
      from: Int32(truncatingIfNeeded: nights.from.dayNumber), to: Int32(truncatingIfNeeded: nights.to.dayNumber))
  }
}
