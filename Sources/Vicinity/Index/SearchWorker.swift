/// Reads one version of the catalog at a time: pages of its R-tree through the shared snapshot, everything else through its own
/// connection.
///
/// For one thread at a time; `WorkerPool` lends it out.
final class SearchWorker {
  let connection: ReadConnection
  private let snapshots: SnapshotShelf
  private var snapshot: IndexSnapshot?
  /// What `PRAGMA data_version` said on this connection when `snapshot` was current.
  private var dataVersion = -1
  private var leafLoader: LeafLoader?
  private var recordReader: RecordReader?

  /// Thrown inside a search when the catalog has changed under it; the search starts over.
  struct Stale: Error {}

  /// How often a search starts over before it gives up.
  private static let attempts = 50

  init(path: String, snapshots: SnapshotShelf) throws {
    connection = try ReadConnection(path: path)
    self.snapshots = snapshots
  }

  /// Runs `body` on one version of the catalog, again from the start when the catalog changes before it has read what it needs.
  ///
  /// What is in memory already needs no transaction; the first read from the file opens one and makes sure that it sees the same version.
  func read<Result>(_ body: (IndexSnapshot) throws -> Result) throws -> Result {
    for _ in 0..<Self.attempts {
      let snapshot = try currentSnapshot()
      defer { connection.endRead() }
      do { return try body(snapshot) } catch is Stale { continue }
    }
    throw CatalogError.busy(path: snapshots.path)
  }

  /// A prepared statement that reads the version of the running `read`.
  func statement(_ sql: String) throws -> Statement {
    try openTransaction()
    return try connection.statement(sql)
  }

  /// The page of the snapshot, loaded on first touch.
  /// - Parameter level: 0 for leaves, as counted from the bottom.
  func node(_ page: Int, level: Int, of snapshot: IndexSnapshot) throws -> Node {
    if let node = snapshot.node(page) { return node }
    return snapshot.keep(try loadNode(page, level: level), as: page)
  }

  /// The whole listing in row `fid`.
  func record(_ fid: Int) throws -> Listing? {
    try openTransaction()
    return try records().listing(fid)
  }

  /// The row number of the listing with this id.
  func number(of id: String) throws -> Int? {
    try openTransaction()
    return try records().number(of: id)
  }

  private func records() throws -> RecordReader {
    if let recordReader { return recordReader }
    let reader = try RecordReader(prepare: connection.statement)
    recordReader = reader
    return reader
  }

  private func openTransaction() throws {
    guard try connection.beginRead() == dataVersion else { throw Stale() }
  }

  private func currentSnapshot() throws -> IndexSnapshot {
    if let snapshot, try connection.dataVersion() == dataVersion { return snapshot }
    let (version, dataVersion) = try snapshots.beginRead(on: connection)
    let snapshot = try snapshots.snapshot(of: version) { try loadSnapshot(version) }
    self.snapshot = snapshot
    self.dataVersion = dataVersion
    return snapshot
  }

  private func loadSnapshot(_ version: Int) throws -> IndexSnapshot {
    let root = try page(RTreePage.root) { $0.depth }
    let highest = try connection.statement("SELECT max(nodeno) FROM rtree_listing_geom_node")
    _ = try highest.step()
    defer { highest.reset() }
    return IndexSnapshot(version: version, depth: root, pageCount: highest.int(0))
  }

  private func loadNode(_ number: Int, level: Int) throws -> Node {
    try openTransaction()
    guard level == 0 else {
      return Node(
        .inner(try page(number) { page in (0..<page.count).map { .init(box: page.box($0), page: page.number($0)) } }))
    }
    let rows = try page(number) { page in (0..<page.count).map(page.number) }
    if leafLoader == nil { leafLoader = try LeafLoader(prepare: connection.statement) }
    guard let leafLoader else { preconditionFailure("the leaf loader was made one line above") }
    return Node(.leaf(try leafLoader.leaf(of: rows)))
  }

  private func page<Result>(_ number: Int, _ body: (RTreePage) -> Result) throws -> Result {
    let statement = try connection.statement("SELECT data FROM rtree_listing_geom_node WHERE nodeno = ?1")
    statement.bind(1, Int64(number))
    guard try statement.step() else { return body(RTreePage(bytes: UnsafeRawBufferPointer(start: nil, count: 0))) }
    defer { statement.reset() }
    return body(RTreePage(bytes: statement.bytes(0)))
  }
}
