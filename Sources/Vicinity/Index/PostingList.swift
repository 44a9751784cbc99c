import Synchronization

/// The listings that have one tag, with what it takes to measure them without touching their leaves.
final class PostingList: Sendable {
  /// Unit vectors of the positions, taken on a sphere.
  let x: [Double]
  let y: [Double]
  let z: [Double]
  let fids: [UInt32]
  /// The leaf pages on which they lie.
  let pages: [UInt32]

  var count: Int { fids.count }
  /// Bytes of memory, about.
  var byteCount: Int { 32 * count }

  /// Reads the list of a tag.
  init(tag: Int32, worker: SearchWorker) throws {
    let statement = try worker.statement(
      """
      SELECT listing.fid, listing.geom, nodeno
      FROM listing_tag JOIN listing USING (fid) JOIN rtree_listing_geom_rowid ON rowid = listing.fid
      WHERE tag_id = ?1
      """)
    statement.bind(1, Int64(tag))
    defer { statement.reset() }
    var (x, y, z): ([Double], [Double], [Double]) = ([], [], [])
    var (fids, pages): ([UInt32], [UInt32]) = ([], [])
    while try statement.step() {
      guard let coordinate = GeometryBlob.decode(statement.bytes(1)) else { continue }
      let vector = UnitVector(coordinate)
      x.append(vector.x)
      y.append(vector.y)
      z.append(vector.z)
      fids.append(UInt32(clamping: statement.int(0)))
      pages.append(UInt32(clamping: statement.int(2)))
    }
    (self.x, self.y, self.z, self.fids, self.pages) = (x, y, z, fids, pages)
  }

  /// The square of the chord from a vector to the position of an element; on the unit sphere.
  @inline(__always)
  func squaredChord(_ index: Int, from vector: UnitVector) -> Double {
    let (dx, dy, dz) = (x[index] - vector.x, y[index] - vector.y, z[index] - vector.z)
    return dx * dx + dy * dy + dz * dz
  }
}

/// The posting lists of one version of the catalog that searches have asked for.
final class PostingShelf: Sendable {
  private let lists = Mutex<[Int32: PostingList]>([:])

  /// The list of a tag, read on first use.
  func list(of tag: Int32, worker: SearchWorker) throws -> PostingList {
    if let list = lists.withLock({ $0[tag] }) { return list }
    let list = try PostingList(tag: tag, worker: worker)
    lists.withLock { $0[tag] = list }
    return list
  }

  /// Bytes of memory that the lists take, about.
  var byteCount: Int { lists.withLock { $0.values.reduce(0) { $0 + $1.byteCount } } }
}
