/// Brings many listings into the catalog inside one transaction.
///
/// Listings are staged in a temporary table as they come, in constant memory, and written in Hilbert order of their coordinates when
/// all have come; an id that the catalog has already is updated, or left alone when nothing changed.
final class BulkLoad {
  private let connection: OpaquePointer
  private let sourceName: String
  private let insertStaged: Statement
  private let findStaged: Statement
  private var buffer: [UInt8] = []
  private(set) var stagedCount = 0

  /// What became of a listing that was offered.
  enum Staged: Equatable {
    /// Waits to be written.
    case staged
    /// Its id came before, on this line; the first one counts.
    case duplicate(firstLine: Int)
  }

  init(on connection: OpaquePointer, source: String) throws {
    self.connection = connection
    self.sourceName = source
    try Statement("DROP TABLE IF EXISTS temp.staged", on: connection).run()
    try Statement(
      "CREATE TEMP TABLE staged (id TEXT NOT NULL UNIQUE, line INTEGER NOT NULL, place INTEGER NOT NULL, bytes BLOB NOT NULL)",
      on: connection
    ).run()
    insertStaged = try Statement("INSERT OR IGNORE INTO temp.staged VALUES (?1, ?2, ?3, ?4)", on: connection)
    findStaged = try Statement("SELECT line FROM temp.staged WHERE id = ?1", on: connection)
  }

  /// Takes one listing, which came from `line` of its file.
  func stage(_ listing: Listing, line: Int) throws -> Staged {
    StagedListing.encode(listing.normalized(), into: &buffer)
    insertStaged.bind(1, listing.id)
    insertStaged.bind(2, Int64(line))
    insertStaged.bind(3, HilbertCurve.position(of: listing.coordinate))
    insertStaged.bind(4, blob: buffer)
    try insertStaged.run()
    if Statement.changes(on: connection) == 1 {
      stagedCount += 1
      return .staged
    }
    findStaged.bind(1, listing.id)
    guard try findStaged.step() else { return .staged }
    defer { findStaged.reset() }
    return .duplicate(firstLine: findStaged.int(0))
  }

  /// Writes everything staged and brings the sums kept with the data up to date.
  ///
  /// - Parameters:
  ///   - replacingSource: removes listings of the same source that were not staged.
  ///   - progress: called now and then with the number of listings written and the number staged.
  func finish(replacingSource: Bool, progress: (Int, Int) -> Void) throws -> BulkLoadCounts {
    var counts = BulkLoadCounts()
    if replacingSource { counts.removed = try removeUnstaged() }
    let writer = try RecordWriter(on: connection, source: sourceName)
    let records = try RecordReader { try Statement($0, on: connection) }
    let staged = try Statement("SELECT bytes FROM temp.staged ORDER BY place, id", on: connection)
    try withoutInsertTrigger {
      var done = 0
      while try staged.step() {
        guard let listing = StagedListing.decode(staged.bytes(0)) else {
          preconditionFailure("a staged listing does not read back: \(Array(staged.bytes(0)))")
        }
        try write(listing, writer, records, &counts)
        done += 1
        if done % 4096 == 0 { progress(done, stagedCount) }
      }
    }
    try writer.writeText()
    try Statement("DROP TABLE temp.staged", on: connection).run()
    try CatalogStatistics.refresh(on: connection, changed: counts.added + counts.updated + counts.removed)
    return counts
  }

  /// From this many listings on the R-tree is filled in one statement.
  private static let manyListings = 1000

  /// Runs `insert` and brings the new rows into the R-tree afterwards, all in one statement.
  ///
  /// With its trigger every single insert opens a savepoint and copies the index pages it touches, which costs several times the
  /// insert itself. Few listings leave the trigger alone, since taking it away makes every reader prepare its statements anew.
  private func withoutInsertTrigger(_ insert: () throws -> Void) throws {
    guard stagedCount >= Self.manyListings else { return try insert() }
    let last = try Statement("SELECT coalesce(max(fid), 0) FROM listing", on: connection)
    _ = try last.step()
    let lastRow = last.int(0)
    last.reset()
    try Statement("DROP TRIGGER rtree_listing_geom_insert", on: connection).run()
    try insert()
    let index = try Statement(GeoPackage.indexNewRows, on: connection)
    index.bind(1, Int64(lastRow))
    try index.run()
    try Statement(GeoPackage.insertTrigger, on: connection).run()
  }

  private func write(
    _ listing: Listing, _ writer: RecordWriter, _ records: RecordReader, _ counts: inout BulkLoadCounts
  ) throws {
    guard let fid = try records.number(of: listing.id) else {
      try writer.insert(listing)
      counts.added += 1
      return
    }
    guard try records.listing(fid) != listing else {
      counts.unchanged += 1
      return
    }
    try writer.update(listing, fid: fid)
    counts.updated += 1
  }

  private func removeUnstaged() throws -> Int {
    let delete = try Statement(
      """
      DELETE FROM listing WHERE source_id = (SELECT source_id FROM source WHERE name = ?1)
        AND id NOT IN (SELECT id FROM temp.staged)
      """, on: connection)
    delete.bind(1, sourceName)
    try delete.run()
    return Statement.changes(on: connection)
  }
}

/// What a bulk load did to the catalog.
public struct BulkLoadCounts: Hashable, Sendable {
  /// Listings whose id is new.
  public var added = 0
  /// Listings that the catalog had in another form.
  public var updated = 0
  /// Listings that the catalog had already as they are.
  public var unchanged = 0
  /// Listings of the same source that the new file no longer has.
  public var removed = 0
}
