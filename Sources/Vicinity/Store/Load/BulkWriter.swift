import CivilTime
import Geography

/// Writes the chunks of a load and keeps the indexes complete.
///
/// Loads of many rows complete the indexes at the end: with its trigger, every single insert opens a savepoint and
/// copies the R-tree nodes it touches, which costs several times the insert itself. Small loads leave the schema
/// unchanged, since a change makes every reader prepare its statements again.
final class BulkWriter {
  private let statements: PreparedStatements
  private var connection: OpaquePointer { statements.connection }
  private let writer: ListingWriter
  private let texts: TextWriter
  private let records: RecordReader
  /// Whether the load completes the indexes at its end.
  let isMany: Bool
  private let wasEmpty: Bool
  /// For many listings in an empty catalog.
  private let packing: PackedRTree?
  private let ids: IdIndex?
  private let draft: TextDraft?
  /// The geometry engine for areas, if any.
  var areas: (any AreaEngine)?
  private(set) var counts = BulkLoadCounts()
  /// The ids of the listings that are new or have changed; nil when they are too many to be noted.
  private(set) var changed: LoadedIds? = LoadedIds()
  /// The members who moved up from the waiting lists of events whose capacity grew.
  var movedUp: [WaitingList.MovedUp] { writer.movedUp }

  /// From this number of listings on, indexes are completed after the last row.
  private static let manyListings = 1000

  /// - Parameter entries: the listings to be written, in order.
  init(
    _ statements: PreparedStatements, source: String, at now: Instant, _ entries: [StagedIds.Entry], in spool: Spool
  ) throws {
    self.statements = statements
    writer = try ListingWriter(statements, source: source, at: now)
    records = try RecordReader(withExactPoints: true, prepare: statements.statement)
    wasEmpty = try Self.isEmpty(statements)
    isMany = entries.count >= Self.manyListings
    texts = try TextWriter(statements, isNew: isMany && wasEmpty)
    draft = isMany && wasEmpty ? TextDraft(entries, in: spool, firstRow: writer.firstRow) : nil
    packing = isMany && wasEmpty ? try PackedRTree(with: statements) : nil
    ids = isMany && wasEmpty ? try IdIndex(droppingWith: statements) : nil
    if ids != nil { writer.tagIndex = TagIndex() }
    if isMany { try dropIndexes() }
  }

  /// Whether a catalog has no listings.
  static func isEmpty(_ statements: PreparedStatements) throws -> Bool {
    try statements.count(
      "SELECT EXISTS (SELECT 1 FROM listing) OR EXISTS (SELECT 1 FROM rtree_listing_geom_rowid)") == 0
  }

  private func dropIndexes() throws {
    try Statement("DROP TRIGGER rtree_listing_geom_insert", on: connection).run()
    for trigger in Schema.changeTriggers { try Statement("DROP TRIGGER \(trigger.name)", on: connection).run() }
    guard wasEmpty else { return }
    for index in Schema.laterIndexes { try Statement("DROP INDEX \(index.name)", on: connection).run() }
  }

  /// Writes the listings of a chunk.
  func write(_ chunk: StagedChunk) throws {
    let (new, changes) = try wasEmpty ? (Array(0..<chunk.count), []) : compare(chunk)
    if let packing {
      for (row, position) in zip(writer.nextRow..., new) { try packing.append(row, chunk.coordinates[position]) }
    }
    try texts.insert(chunk, at: new, from: writer.nextRow)
    try writer.write(chunk, new: new, changes: changes)
    for change in changes { try texts.note(change.fid) }
    counts.added += new.count
    counts.updated += changes.count
    counts.misplaced = writer.misplacedRegions
    guard counts.added + counts.updated <= BulkLoad.mostNoted else { return changed = nil }
    changed?.added.formUnion(new.lazy.map { StagedChunk.string(chunk.ids[$0]) })
    changed?.updated.formUnion(changes.lazy.map(\.listing.id))
  }

  /// Completes the indexes.
  func finish() throws {
    if isMany { try completeIndexes() }
    try AreaCover(on: connection, areas)?.refresh(from: writer.firstRow)
    try texts.finish(from: writer.firstRow)
    try draft?.install(on: connection)
  }

  private func completeIndexes() throws {
    if let packing {
      try packing.finish()
    } else {
      let index = try Statement(GeoPackage.indexNewRows, on: connection)
      index.bind(1, writer.firstRow - 1)
      try index.run()
    }
    try Statement(GeoPackage.insertTrigger, on: connection).run()
    for trigger in Schema.changeTriggers { try Statement(trigger.sql, on: connection).run() }
    try Statement(Schema.recordAllChanged, on: connection).run()
    guard wasEmpty else { return }
    try ids?.create()
    try writer.tagIndex?.create(with: statements)
    for index in Schema.laterIndexes where writer.tagIndex == nil || index.name != Schema.tagIndex.name {
      try Statement(index.sql, on: connection).run()
    }
  }

  /// The positions of listings with new ids, and the listings that have changed.
  private func compare(_ chunk: StagedChunk) throws -> (new: [Int], changes: [ListingWriter.Change]) {
    let fids = try chunk.ids.map { try records.number(of: StagedChunk.string($0)) }
    let new = fids.indices.filter { fids[$0] == nil }
    guard new.count < fids.count else { return (new, []) }
    var changes: [ListingWriter.Change] = []
    for (position, listing) in chunk.listings().enumerated() {
      guard let fid = fids[position] else { continue }
      if let known = try records.listing(fid), try writer.isKnown(listing, as: known, fid: fid) {
        counts.unchanged += 1
      } else {
        changes.append(.init(position: position, fid: fid, listing: listing))
      }
    }
    return (new, changes)
  }
}
