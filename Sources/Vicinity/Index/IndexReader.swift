import Geography

/// Reads one version of the catalog at a time: nodes of its R-tree through the shared snapshot, everything else through
/// its own connection.
///
/// For one thread at a time.
class IndexReader: StatementSource {
  let connection: ReadConnection
  /// The cost of the current request.
  let work: WorkMeter
  let snapshots: SnapshotCache
  private final var snapshot: IndexSnapshot?
  private final var leafLoader: LeafLoader?
  private final var leafImages: LeafImages?
  private final var recordReader: RecordReader?
  final var names = Names()
  /// The custom fields of this version; nil if not read.
  private final var knownOwnFields: [StoredOwnField]?
  /// The numbers of listings with tags, of this version.
  private final var knownTagCounts: [Int32: Double] = [:]
  final var lookups = Lookups()
  /// Whether the current `read` has started over because the catalog has changed in between.
  private(set) final var isRepeated = false
  private final var availabilityReader: AvailabilityReader?
  /// The region of a file that is a part of a catalog; not read if the outer value is nil.
  private final var knownShard: ShardRegion??

  /// The file being read.
  final var file: OpenedFile { snapshots.file }

  /// The meaning of dictionary numbers in the file.
  final lazy var numbers = snapshots.numbers.reader(for: self)

  /// What it has looked up in what all readers of a version share: hits take no lock.
  struct Lookups {
    var postings: [Int32: PostingList] = [:]
    var found: [FoundRowsCache.Key: FoundRows] = [:]
    /// `FoundRowsCache.drops` at the first of them.
    var drops = 0
  }

  /// Thrown inside a search when the catalog has changed; the search starts over.
  struct Stale: Error {}

  /// The maximum number of attempts of a search.
  private static let attempts = 50

  init(snapshots: SnapshotCache, _ work: WorkMeter) throws {
    self.work = work
    connection = try snapshots.file.connect()
    self.snapshots = snapshots
  }

  /// Runs `body`, which answers one request, on one version of the catalog; starts over when the catalog changes before
  /// all data is read.
  ///
  /// Cached data needs no transaction; the first read from the file opens one and verifies that it sees the same
  /// version.
  /// - Parameter budget: for each attempt.
  /// - Throws: `FileReplaced` when the file at the path is another one; `CatalogError.removed`, `busy`.
  final func read<Result>(
    within budget: WorkBudget = .unlimited, _ body: (IndexSnapshot) throws -> Result
  ) throws -> Result {
    try file.lookIfDue()
    isRepeated = false
    for _ in 0..<Self.attempts {
      work.begin(budget)
      let snapshot = try currentSnapshot()
      defer { connection.endRead() }
      do {
        let result = try body(snapshot)
        try file.confirm()
        return result
      } catch {
        // A failure may be due to a concurrent write.
        try file.confirm()
        guard error is Stale else { throw error }
        isRepeated = true
      }
    }
    throw CatalogError.busy(path: file.path.given)
  }

  /// Runs `body` on one version of the file without its index, for checks that must not depend on a sound index.
  /// - Throws: `FileReplaced` when the file at the path is another one, or was written in between without locks;
  ///   `CatalogError.removed`.
  final func readFile<Result>(_ body: () throws -> Result) throws -> Result {
    _ = try connection.beginRead()
    defer { connection.endRead() }
    try file.look()
    let outcome = Swift.Result { try body() }
    // A failure may be due to a concurrent write.
    try file.confirm()
    return try outcome.get()
  }

  /// A prepared statement on the version of the current `read`.
  final func statement(_ sql: String) throws -> Statement {
    try openTransaction()
    return try connection.statement(sql)
  }

  /// A leaf of the snapshot, loaded on first access.
  @inline(__always)
  final func leaf(_ node: Int, of snapshot: IndexSnapshot) throws -> Leaf {
    try snapshot.leaf(node) ?? loadLeaf(node, of: snapshot)
  }

  /// An inner node of the snapshot, loaded on first access.
  @inline(__always)
  final func branch(_ node: Int, of snapshot: IndexSnapshot) throws -> Branch {
    try snapshot.branch(node) ?? loadBranch(node, of: snapshot)
  }

  /// The whole listing in row `fid`.
  final func record(_ fid: Int) throws -> Listing? {
    try openTransaction()
    return try records().listing(fid)
  }

  /// The row number of the listing with this id.
  final func number(of id: String) throws -> Int? {
    try openTransaction()
    return try records().number(of: id)
  }

  /// Reads the availability calendar of a couch from the file.
  final func readCalendar(of id: String) throws -> AvailabilityCalendar {
    try openTransaction()
    if let availabilityReader { return try availabilityReader.calendar(of: id) }
    let reader = try AvailabilityReader(prepare: connection.statement)
    availabilityReader = reader
    return try reader.calendar(of: id)
  }

  /// The region of a file that is a part of a divided catalog; nil for a whole catalog.
  @inline(__always)
  final func shard() throws -> ShardRegion? { try knownShard ?? readShard() }

  @inline(never)
  private final func readShard() throws -> ShardRegion? {
    let shard = try ShardTable.region(in: self)
    knownShard = .some(shard)
    return shard
  }

  /// The custom fields of the catalog.
  final func ownFieldsOfVersion() throws -> [StoredOwnField] {
    if let knownOwnFields { return knownOwnFields }
    let fields = try ownFields()
    knownOwnFields = fields
    return fields
  }

  /// The number of listings with a tag, by the catalog's statistics; 0 for a tag newer than these.
  final func listings(tagged tag: Int32) throws -> Double {
    if let count = knownTagCounts[tag] { return count }
    let statement = try statement("SELECT listings FROM tag_statistic WHERE tag_id = ?1")
    statement.bind(1, Int64(tag))
    defer { statement.reset() }
    let count =
      try statement.step()
      ? StoredRow(statement, of: "tag_statistic", Int(tag)).int(0, in: StoredRange.supporters).map(Double.init) ?? 0 : 0
    knownTagCounts[tag] = count
    return count
  }

  private final func records() throws -> RecordReader {
    if let recordReader { return recordReader }
    let reader = try RecordReader(prepare: connection.statement)
    recordReader = reader
    return reader
  }

  private final func openTransaction() throws {
    guard !connection.isInTransaction else { return }
    _ = try connection.beginRead()
    try file.look()
    guard let snapshot, try snapshots.isUnchanged(snapshot) else { throw Stale() }
  }

  @inline(__always)
  private final func currentSnapshot() throws -> IndexSnapshot {
    if let snapshot, try snapshots.isCurrent(snapshot) { return snapshot }
    return try newSnapshot()
  }

  @inline(never)
  private final func newSnapshot() throws -> IndexSnapshot {
    let version = try snapshots.beginRead(on: connection)
    let snapshot = try snapshots.snapshot(of: version) { last in
      let mark = try connection.changeMark(after: last?.newest.mark)
      guard let (newest, isWithinLimit) = last, let former = newest.mark, let mark,
        let changes = try ListingChanges(after: former, to: mark, in: connection)
      else { return try makeSnapshot(version, since: IndexSnapshot.Since(version), mark) }
      if isWithinLimit, let later = try successor(of: newest, version, mark, changes) { return later }
      let since = newest.since.advanced(
        to: version, by: changes.parts, definitions: changes.changesDefinitions)
      return try makeSnapshot(version, since: since, mark)
    }
    if snapshot.basis != self.snapshot?.basis { (knownOwnFields, knownTagCounts) = (nil, [:]) }
    lookups = Lookups()
    self.snapshot = snapshot
    return snapshot
  }

  /// The snapshot of a version with everything of an earlier one that has not changed; nil for a tree of another depth.
  private final func successor(
    of earlier: IndexSnapshot, _ version: CatalogVersion, _ mark: ChangeMark, _ listingChanges: ListingChanges
  ) throws -> IndexSnapshot? {
    let changes = try IndexChanges(listingChanges, after: earlier, by: self)
    guard try !changes.nodes.contains(RTreeNode.root) || node(RTreeNode.root, { $0.depth }) == earlier.depth else {
      return nil
    }
    let later = try IndexSnapshot(after: earlier, version: version, mark: mark, changes)
    // The nodes of a known order are known.
    for node in changes.nodes where changes.order != nil && earlier.branch(node) != nil {
      _ = try loadBranch(node, of: later)
    }
    return later
  }

  /// The leaf node of the R-tree that contains a row.
  final func leafNode(of row: Int64) throws -> Int? {
    let statement = try statement("SELECT nodeno FROM rtree_listing_geom_rowid WHERE rowid = ?1")
    statement.bind(1, row)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return statement.int(0)
  }

  /// The numbers in the cells of a node of the file; nil if there is no such node.
  final func numbers(inNode number: Int) throws -> [Int]? {
    try optionalNode(number) { node in (0..<node.count).map(node.number) }
  }

  private final func makeSnapshot(
    _ version: CatalogVersion, since: IndexSnapshot.Since, _ mark: ChangeMark?
  ) throws -> IndexSnapshot {
    let depth = try node(RTreeNode.root) { $0.depth }
    guard depth <= RTreeNode.deepest else {
      throw RTreeNode.damaged(
        RTreeNode.root, "it declares \(depth) levels below it; SQLite makes at most \(RTreeNode.deepest)")
    }
    return try IndexSnapshot(
      version: version, since: since, mark: mark, depth: depth, highestNode: try highestNode(),
      memoryLimit: snapshots.memoryLimit)
  }

  /// Node numbers up to this are always accepted.
  private static let usualNodes = 1 << 24
  /// Node numbers have gaps where nodes of the R-tree were freed. More numbers than this per page of the file are not
  /// plausible gaps.
  private static let numbersPerFilePage = 256

  private final func highestNode() throws -> Int {
    let numbers = try connection.statement(
      "SELECT (SELECT max(nodeno) FROM rtree_listing_geom_node), page_count FROM pragma_page_count")
    guard try numbers.step() else { return RTreeNode.root }
    defer { numbers.reset() }
    let (highest, filePages) = (numbers.int(0), numbers.int(1))
    guard StoredRange.node.contains(highest),
      highest <= max(Self.usualNodes, filePages.multipliedReportingOverflow(by: Self.numbersPerFilePage).partialValue)
    else { throw RTreeNode.damaged(highest, "its number is too high for a file of \(filePages) pages") }
    return highest
  }

  @inline(never)
  private final func loadBranch(_ number: Int, of snapshot: IndexSnapshot) throws -> Branch {
    try openTransaction()
    let branch = try node(number) { node in
      guard node.count > 0 else { throw RTreeNode.damaged(number, "it is an inner node without entries") }
      if let cell = node.cellWithoutBox {
        throw RTreeNode.damaged(number, "its entry \(cell + 1) has no box on the Earth")
      }
      try snapshot.adopt(try node.numbers(in: StoredRange.node, of: number), by: number)
      return Branch.decode(node, in: snapshot.arena)
    }
    return Branch(base: try snapshot.keep(branch.base, as: .branch, number))
  }

  @inline(never)
  private final func loadLeaf(_ number: Int, of snapshot: IndexSnapshot) throws -> Leaf {
    let rows = try rows(ofLeaf: number)
    let leaf = try storedLeaf(number, rows, of: snapshot) ?? makeLeaf(number, rows, of: snapshot)
    return Leaf(
      base: UnsafeRawPointer(try snapshot.keep(UnsafeMutableRawPointer(mutating: leaf.base), as: .leaf, number)))
  }

  private final func storedLeaf(_ number: Int, _ rows: [Int], of snapshot: IndexSnapshot) throws -> Leaf? {
    guard let mark = snapshot.mark else { return nil }
    let images = try leafImages ?? LeafImages(prepare: connection.statement)
    leafImages = images
    return try images.leaf(of: number, rows: rows, mark: mark, in: snapshot.arena)
  }

  private final func makeLeaf(_ number: Int, _ rows: [Int], of snapshot: IndexSnapshot) throws -> Leaf {
    let draft = try loader().draft(ofRows: rows)
    guard draft.rows.count == rows.count else {
      throw RTreeNode.damaged(number, "of its \(rows.count) rows \(draft.rows.count) are listings")
    }
    return draft.leaf(of: number, in: snapshot.arena)
  }

  /// The rows of a leaf, ascending.
  final func rows(ofLeaf number: Int) throws -> [Int] {
    try openTransaction()
    return try node(number) { try $0.numbers(in: StoredRange.row, of: number) }.sorted()
  }

  /// The facts of the listings in these rows, in any order of the file.
  final func draft(ofRows rows: [Int]) throws -> LeafDraft {
    try openTransaction()
    return try loader().draft(ofRows: rows)
  }

  private final func loader() throws -> LeafLoader {
    if let leafLoader { return leafLoader }
    let loader = try LeafLoader(prepare: connection.statement)
    leafLoader = loader
    return loader
  }

  private final func node<Result>(_ number: Int, _ body: (RTreeNode) throws -> Result) throws -> Result {
    guard let result = try optionalNode(number, body) else { throw CatalogError.nodeMissing(node: number) }
    return result
  }

  private final func optionalNode<Result>(_ number: Int, _ body: (RTreeNode) throws -> Result) throws -> Result? {
    let statement = try connection.statement("SELECT data FROM rtree_listing_geom_node WHERE nodeno = ?1")
    statement.bind(1, Int64(number))
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return try body(RTreeNode(bytes: statement.bytes(0), number: number))
  }
}
