import Geography

/// Writes the chunks of a bulk load: listings one by one when they are few or known, the others by the thousand.
///
/// Many new rows leave the indexes for later. With its trigger every single insert opens a savepoint and copies the R-tree pages it
/// touches, which costs several times the insert itself. Few leave everything alone, since a changed schema makes every reader prepare
/// its statements anew.
final class BulkWriter {
  private let connection: OpaquePointer
  private let writer: RecordWriter
  private let records: RecordReader
  private let bulk: BulkInsert?
  private let packing: PackedRTree?
  private let text: TextDraft?
  private let wasEmpty: Bool
  /// The geometry behind areas, if there is any.
  var areas: (any AreaEngine)?
  private(set) var counts = BulkLoadCounts()

  /// From this many listings on they are written in bulk.
  private static let manyListings = 1000

  /// - Parameter entries: the listings that will come, in their order.
  init(_ statements: PreparedStatements, source: String, _ entries: [StagedIds.Entry], in spool: Spool) throws {
    connection = statements.connection
    writer = try RecordWriter(statements, source: source)
    records = try RecordReader(withExactPoints: true, prepare: statements.statement)
    wasEmpty = try Self.isEmpty(statements)
    guard entries.count >= Self.manyListings else {
      (bulk, packing, text) = (nil, nil, nil)
      return
    }
    let bulk = try BulkInsert(
      on: connection, vocabulary: writer.vocabulary, source: writer.source, withTexts: wasEmpty)
    self.bulk = bulk
    text = wasEmpty ? TextDraft(entries, in: spool, firstRow: bulk.firstRow) : nil
    packing = wasEmpty ? try PackedRTree(on: connection) : nil
    try Statement("DROP TRIGGER rtree_listing_geom_insert", on: connection).run()
    if wasEmpty {
      for index in Schema.laterIndexes { try Statement("DROP INDEX \(index.name)", on: connection).run() }
    }
  }

  /// Whether a catalog has no listings.
  static func isEmpty(_ statements: PreparedStatements) throws -> Bool {
    try statements.count(
      "SELECT EXISTS (SELECT 1 FROM listing) OR EXISTS (SELECT 1 FROM rtree_listing_geom_rowid)") == 0
  }

  /// Writes the listings of a chunk.
  func write(_ chunk: StagedChunk) throws {
    guard let bulk else {
      for listing in chunk.listings() { try write(listing) }
      return
    }
    let new = try wasEmpty ? Array(0..<chunk.count) : updateKnown(chunk)
    if let packing {
      for (row, position) in zip(bulk.nextRow..., new) { try packing.append(row, chunk.coordinates[position]) }
    }
    try bulk.insert(chunk, at: new)
    counts.added += new.count
  }

  /// Completes the indexes.
  func finish() throws {
    if let bulk {
      try indexPlaces(of: bulk)
      if wasEmpty { for index in Schema.laterIndexes { try Statement(index.sql, on: connection).run() } }
    }
    try AreaCover(on: connection, areas)?.refresh(from: bulk?.firstRow)
    try writer.writeText(from: text == nil ? bulk?.firstRow : nil)
    try text?.install(on: connection)
  }

  private func indexPlaces(of bulk: BulkInsert) throws {
    if let packing {
      try packing.finish()
    } else {
      let index = try Statement(GeoPackage.indexNewRows, on: connection)
      index.bind(1, bulk.firstRow - 1)
      try index.run()
    }
    try Statement(GeoPackage.insertTrigger, on: connection).run()
  }

  /// Updates the listings whose ids the catalog has.
  /// - Returns: the positions of the others.
  private func updateKnown(_ chunk: StagedChunk) throws -> [Int] {
    var new: [Int] = []
    for (position, listing) in chunk.listings().enumerated() {
      if let row = try records.number(of: listing.id) {
        try update(listing, row)
      } else {
        new.append(position)
      }
    }
    return new
  }

  private func write(_ listing: Listing) throws {
    guard let row = try records.number(of: listing.id) else {
      try writer.insert(listing)
      counts.added += 1
      return
    }
    try update(listing, row)
  }

  private func update(_ listing: Listing, _ row: Int) throws {
    if let known = try records.listing(row), try writer.isKnown(listing, as: known, fid: row) {
      try writer.claim(fid: row)
      counts.unchanged += 1
      return
    }
    try writer.update(listing, fid: row)
    counts.updated += 1
  }
}
