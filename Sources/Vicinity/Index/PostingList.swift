import Geography
import Synchronization

/// The listings with one tag, with the coordinates needed to compute distances without touching their leaves.
///
/// A view of memory owned by an `IndexSnapshot`; valid for the lifetime of the snapshot.
struct PostingList: @unchecked Sendable {
  // Unchecked because of the pointer; its target is written before the list is shared, except for the positions, which
  // are atomic.
  private let base: UnsafeMutableRawPointer
  let count: Int

  private static let bytesPerElement = 49

  // Columns: x, y, z, latitude, longitude, row, node, position.
  @inline(__always) private var numbers: UnsafeMutablePointer<Double> { base.assumingMemoryBound(to: Double.self) }
  @inline(__always) private var rows: UnsafeMutablePointer<UInt32> {
    (base + 40 * count).assumingMemoryBound(to: UInt32.self)
  }
  @inline(__always) private var positions: UnsafeMutablePointer<Atomic<UInt8>> {
    (base + 48 * count).assumingMemoryBound(to: Atomic<UInt8>.self)
  }

  /// The leaf that contains an element.
  @inline(__always) func node(_ index: Int) -> Int { Int(rows[count + index]) }

  /// The coordinate of an element.
  @inline(__always)
  func coordinate(_ index: Int) -> Coordinate {
    Coordinate(latitude: numbers[3 * count + index], longitude: numbers[4 * count + index])
  }

  /// The position of an element on its leaf, looked up once; nil when it is not there.
  @inline(__always)
  func position(_ index: Int, on leaf: Leaf) -> Int? {
    let known = positions[index].load(ordering: .relaxed)
    if known != Self.unknown { return Int(known) }
    guard let position = leaf.position(ofRow: rows[index]) else { return nil }
    positions[index].store(UInt8(position), ordering: .relaxed)
    return position
  }

  fileprivate static let unknown = UInt8.max

  /// The squared chord from a vector to an element, on the unit sphere.
  @inline(__always)
  func squaredChord(_ index: Int, from vector: UnitVector) -> Double {
    let numbers = numbers
    let dx = numbers[index] - vector.x
    let dy = numbers[count + index] - vector.y
    let dz = numbers[2 * count + index] - vector.z
    return dx * dx + dy * dy + dz * dz
  }

  /// Whether it has a listing on a leaf that has changed.
  fileprivate func isChanged(by changes: IndexChanges) -> Bool {
    (0..<count).contains { changes.nodes.contains(node($0)) || changes.leaves.contains(node($0)) }
  }

  /// One element, as read from the file.
  struct Element {
    var coordinate: Coordinate
    var row: UInt32
    var node: UInt32
    /// Its position on the leaf, if it is known.
    var position = PostingList.unknown
  }

  /// Lays out a list in an arena.
  init(_ elements: [Element], in arena: PageArena) {
    count = elements.count
    base = arena.allocate(byteCount: Self.bytesPerElement * max(count, 1))
    for (index, element) in elements.enumerated() {
      let vector = UnitVector(element.coordinate)
      let values = [vector.x, vector.y, vector.z, element.coordinate.latitude, element.coordinate.longitude]
      for (column, value) in values.enumerated() { (numbers + column * count + index).initialize(to: value) }
      (rows + index).initialize(to: element.row)
      (rows + count + index).initialize(to: element.node)
      (positions + index).initialize(to: Atomic(element.position))
    }
  }
}

/// The posting lists of one version of the catalog that have been queried.
final class PostingCache: Sendable {
  private let lists: Mutex<[Int32: PostingList]>

  init() { lists = Mutex([:]) }

  /// The lists that changes leave alone.
  init(after earlier: PostingCache, _ changes: IndexChanges) {
    lists = Mutex(
      earlier.lists.withLock { $0 }.filter { tag, list in !changes.tags.contains(tag) && !list.isChanged(by: changes) })
  }

  /// The list of a tag, read on first use.
  func list(of tag: Int32, in snapshot: IndexSnapshot, worker: IndexReader) throws -> PostingList {
    if let list = worker.lookups.postings[tag] { return list }
    let known = lists.withLock { $0[tag] }
    let list = try known ?? PostingList(try worker.postings(of: tag, in: snapshot), in: snapshot.arena)
    if known == nil { lists.withLock { $0[tag] = list } }
    worker.lookups.postings[tag] = list
    return list
  }
}

extension IndexReader {
  fileprivate func postings(of tag: Int32, in snapshot: IndexSnapshot) throws -> [PostingList.Element] {
    let places = try statement(
      "SELECT geom, nodeno FROM listing JOIN rtree_listing_geom_rowid ON rowid = fid WHERE fid = ?1")
    let rows = try rows("SELECT fid FROM listing_tag WHERE tag_id = ?1", Int(tag)) { row -> UInt32 in
      try StoredRow(row, of: "listing_tag", row.int(0)).reference(0, in: StoredRange.row)
    }
    return try rows.compactMap { row in
      if let entry = snapshot.knownEntry(ofRow: row) {
        return .init(
          coordinate: entry.coordinate, row: row, node: UInt32(truncatingIfNeeded: entry.leaf.node),
          position: UInt8(truncatingIfNeeded: entry.index))
      }
      places.bind(1, Int64(row))
      guard try places.step() else { return nil }
      defer { places.reset() }
      let stored = StoredRow(places, of: "listing", Int(row))
      return .init(
        coordinate: try stored.coordinate(0), row: row, node: try stored.reference(1, in: StoredRange.node))
    }
  }
}
