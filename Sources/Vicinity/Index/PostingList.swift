import Synchronization

/// The listings that have one tag, with what it takes to measure them without touching their leaves.
///
/// A view of memory that an `IndexSnapshot` owns; valid as long as that lives.
struct PostingList: @unchecked Sendable {
  // Unchecked because of the pointer; what it points to is written before the list is shared, and never again.
  private let base: UnsafeRawPointer
  let count: Int

  private static let bytesPerElement = 32

  /// Unit vectors of the positions, taken on a sphere: all x, then all y, then all z.
  @inline(__always) private var vectors: UnsafePointer<Double> { base.assumingMemoryBound(to: Double.self) }
  @inline(__always) private var numbers: UnsafePointer<UInt32> {
    (base + 24 * count).assumingMemoryBound(to: UInt32.self)
  }

  /// The row of an element.
  @inline(__always) func fid(_ index: Int) -> UInt32 { numbers[index] }
  /// The leaf page on which it lies.
  @inline(__always) func page(_ index: Int) -> Int { Int(numbers[count + index]) }

  /// The square of the chord from a vector to the position of an element; on the unit sphere.
  @inline(__always)
  func squaredChord(_ index: Int, from vector: UnitVector) -> Double {
    let vectors = vectors
    let dx = vectors[index] - vector.x
    let dy = vectors[count + index] - vector.y
    let dz = vectors[2 * count + index] - vector.z
    return dx * dx + dy * dy + dz * dz
  }

  /// Lays out a list in an arena.
  init(_ postings: [(vector: UnitVector, fid: UInt32, page: UInt32)], in arena: PageArena) {
    count = postings.count
    let memory = arena.allocate(byteCount: Self.bytesPerElement * count)
    base = UnsafeRawPointer(memory)
    for (index, posting) in postings.enumerated() {
      memory.storeBytes(of: posting.vector.x, toByteOffset: 8 * index, as: Double.self)
      memory.storeBytes(of: posting.vector.y, toByteOffset: 8 * (count + index), as: Double.self)
      memory.storeBytes(of: posting.vector.z, toByteOffset: 8 * (2 * count + index), as: Double.self)
      memory.storeBytes(of: posting.fid, toByteOffset: 24 * count + 4 * index, as: UInt32.self)
      memory.storeBytes(of: posting.page, toByteOffset: 28 * count + 4 * index, as: UInt32.self)
    }
  }
}

/// The posting lists of one version of the catalog that searches have asked for.
final class PostingShelf: Sendable {
  private let lists = Mutex<[Int32: PostingList]>([:])

  /// The list of a tag, read on first use.
  func list(of tag: Int32, in arena: PageArena, worker: SearchWorker) throws -> PostingList {
    if let list = lists.withLock({ $0[tag] }) { return list }
    let list = PostingList(try worker.postings(of: tag), in: arena)
    lists.withLock { $0[tag] = list }
    return list
  }
}

extension SearchWorker {
  fileprivate func postings(of tag: Int32) throws -> [(vector: UnitVector, fid: UInt32, page: UInt32)] {
    let statement = try statement(
      """
      SELECT listing.fid, listing.geom, nodeno
      FROM listing_tag JOIN listing USING (fid) JOIN rtree_listing_geom_rowid ON rowid = listing.fid
      WHERE tag_id = ?1
      """)
    statement.bind(1, Int64(tag))
    defer { statement.reset() }
    var postings: [(vector: UnitVector, fid: UInt32, page: UInt32)] = []
    while try statement.step() {
      guard let coordinate = GeometryBlob.decode(statement.bytes(1)) else { continue }
      postings.append(
        (UnitVector(coordinate), UInt32(clamping: statement.int(0)), UInt32(clamping: statement.int(2))))
    }
    return postings
  }
}
