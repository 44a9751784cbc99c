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

  private static let unknown = UInt8.max

  /// The squared chord from a vector to an element, on the unit sphere.
  @inline(__always)
  func squaredChord(_ index: Int, from vector: UnitVector) -> Double {
    let numbers = numbers
    let dx = numbers[index] - vector.x
    let dy = numbers[count + index] - vector.y
    let dz = numbers[2 * count + index] - vector.z
    return dx * dx + dy * dy + dz * dz
  }

  /// One element, as read from the file.
  struct Element {
    var coordinate: Coordinate
    var row: UInt32
    var node: UInt32
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
      (positions + index).initialize(to: Atomic(Self.unknown))
    }
  }
}

/// The posting lists of one version of the catalog that have been queried.
final class PostingCache: Sendable {
  private let lists = Mutex<[Int32: PostingList]>([:])

  /// The list of a tag, read on first use.
  func list(of tag: Int32, in arena: PageArena, worker: IndexReader) throws -> PostingList {
    if let list = lists.withLock({ $0[tag] }) { return list }
    let list = PostingList(try worker.postings(of: tag), in: arena)
    lists.withLock { $0[tag] = list }
    return list
  }
}

extension IndexReader {
  fileprivate func postings(of tag: Int32) throws -> [PostingList.Element] {
    let statement = try statement(
      """
      SELECT listing.fid, listing.geom, nodeno
      FROM listing_tag JOIN listing USING (fid) JOIN rtree_listing_geom_rowid ON rowid = listing.fid
      WHERE tag_id = ?1
      """)
    statement.bind(1, Int64(tag))
    defer { statement.reset() }
    var elements: [PostingList.Element] = []
    while try statement.step() {
      let row = StoredRow(statement, of: "listing", statement.int(0))
      elements.append(
        .init(
          coordinate: try row.coordinate(1), row: try row.reference(0, in: StoredRange.row),
          node: try row.reference(2, in: StoredRange.node)))
    }
    return elements
  }
}
