import CivilTime
import Geography

/// Loads many listings into the catalog inside one transaction.
///
/// Listings are staged as compact bytes as they arrive, beyond some megabytes in a temporary file, and finally written
/// in Hilbert order of their coordinates; an existing id is updated, or skipped if nothing changed. About 40 bytes per
/// staged listing stay in memory (`StagedIds`).
package final class BulkLoad {
  private let statements: PreparedStatements
  private let sourceName: String
  private let now: Instant
  private let spool = Spool()
  private var staged = StagedIds()
  private var buffer: [UInt8] = []
  /// The names of the catalog's custom fields; nil if not needed yet.
  private var declaredFields: Set<String>?
  /// Created for the first couch.
  private var points: PublicPoints?

  /// Whether listings of the same source that are not staged are removed.
  package var replacesSource = false
  /// Decides which listings are written; nil writes all.
  var rules: StagingRules?
  private var leftOut = 0
  /// Listings of the source that were left out because they are merged into others.
  private var stagedMerged: Set<String> = []
  private var takenOver = 0
  private var kept = 0
  /// The geometry engine for areas, if any.
  var areas: (any AreaEngine)?

  /// The result of staging a listing.
  package enum Staged: Equatable {
    /// Staged to be written.
    case staged
    /// A duplicate of the id on this line; the first one counts.
    case duplicate(firstLine: Int)
    /// Left out: editors have hidden the listing with this id.
    case hidden
    /// Left out: another source has the same listing.
    case kept
    /// Left out: the listing with this id belongs to another source.
    case foreign(source: String)
  }

  /// The maximum number of listings whose ids are noted.
  static let mostNoted = 10_000
  /// The maximum number of staged listings that are looked up one by one among the vanished ones.
  static let mostLookedUp = 1000
  /// The ids of the listings that were added, changed and removed; nil when they are too many to be noted.
  private(set) var changed: LoadedIds? = LoadedIds()
  /// Whether many listings were written, so that it is worth writing again what is derived from all.
  private(set) var hasWrittenMany = false
  /// The members who moved up from the waiting lists of events whose capacity grew.
  private(set) var movedUp: [WaitingList.MovedUp] = []

  /// Bounds everything staged so far; does not cross the antimeridian.
  private var box: BoundingBox?

  /// - Parameter now: when the listings are written.
  init(_ statements: PreparedStatements, source: String, at now: Instant = .now) {
    self.statements = statements
    self.now = now
    self.sourceName = source
  }

  /// Stages one listing from `line` of its file.
  package func stage(_ listing: Listing, line: Int) throws -> Staged {
    let hiding = try rules?.hiding(of: listing.id) ?? .visible
    if case .foreign(let source) = hiding { return .foreign(source: source) }
    guard try !isHidden(listing, hiding) else {
      leftOut += 1
      return .hidden
    }
    let hash = Self.hash(listing.id)
    if let first = try find(listing.id, hash) { return .duplicate(firstLine: Int(first.line)) }
    let listing = try coarsened((rules?.filled(listing) ?? listing).normalized())
    switch try rules?.decision(for: listing) ?? .written {
    case .written: break
    case .takenOver: takenOver += 1
    case .kept:
      kept += 1
      return .kept
    case .foreign(let source): return .foreign(source: source)
    }
    StagedListing.encode(listing, into: &buffer)
    extend(to: listing.coordinate)
    staged.append(
      StagedIds.Entry(
        hash: hash, place: HilbertCurve.position(of: listing.coordinate), offset: try spool.append(buffer),
        count: UInt32(buffer.count), line: UInt32(clamping: line)))
    return .staged
  }

  /// Whether a listing stays hidden. A merged one takes the values of its source, for the next import of the listing
  /// that it was merged into; if that one is gone, the records of members return with the other.
  private func isHidden(_ listing: Listing, _ hiding: MergedListings.Hiding) throws -> Bool {
    switch hiding {
    case .visible, .foreign: return false
    case .hidden: return true
    case .merged:
      stagedMerged.insert(listing.id)
      try MergedListings(statements: statements).update(listing)
      return true
    case .returning:
      try MergedListings(statements: statements).end(listing.id)
      try KeptRecords(statements: statements).noteReturning(listing.id, at: now)
      return false
    }
  }

  /// Sets the radius of all couches without one, from now on.
  package func setUsualPublicRadius(_ radius: Double) throws { try publicPoints().setUsualRadius(radius) }

  private func coarsened(_ listing: Listing) throws -> Listing {
    guard listing.kind == .couch else { return listing }
    var coarsened = try publicPoints().coarsened(listing)
    guard coarsened.exact != nil, !coarsened.own.isEmpty else { return coarsened }
    // Undeclared custom fields could reveal the exact location.
    let declared = try declaredFields ?? Set(statements.ownFields().map(\.field.name))
    declaredFields = declared
    coarsened.own = coarsened.own.filter { declared.contains($0.key) }
    return coarsened
  }

  private func publicPoints() throws -> PublicPoints {
    if let points { return points }
    let made = try PublicPoints(statements)
    points = made
    return made
  }

  private func extend(to coordinate: Coordinate) {
    guard let known = box else { return box = BoundingBox(coordinate) }
    box = BoundingBox(
      south: min(known.south, coordinate.latitude), west: min(known.west, coordinate.longitude),
      north: max(known.north, coordinate.latitude), east: max(known.east, coordinate.longitude))
  }

  /// Writes everything staged and updates the sums stored with the data.
  ///
  /// - Parameter progress: called from time to time with the number of listings written and the number staged.
  func finish(progress: (Int, Int) -> Void) throws -> BulkLoadCounts {
    let kept = KeptRecords(statements: statements)
    try kept.purge(at: now)
    let removed = replacesSource ? try removeUnstaged() : []
    let returning = try returning(kept)
    let entries = try staged.takeSorted { try id(of: $0).lexicographicallyPrecedes(id(of: $1)) }
    let writer = try BulkWriter(statements, source: sourceName, at: now, entries, in: spool)
    writer.areas = areas
    let chunk = StagedChunk()
    var done = 0
    while done < entries.count {
      let next = entries[done..<min(done + StagedChunk.size, entries.count)]
      try chunk.load(next, from: spool)
      try writer.write(chunk)
      done += next.count
      progress(done, entries.count)
    }
    try writer.finish()
    hasWrittenMany = writer.isMany
    var counts = writer.counts
    (counts.removed, counts.hidden, counts.takenOver) = (removed.count, leftOut, takenOver)
    counts.unchanged += self.kept
    changed = removed.count > Self.mostNoted ? nil : writer.changed
    changed?.removed = Set(removed)
    movedUp = writer.movedUp
    for id in returning { movedUp += try kept.putBackVanished(id) }
    try CatalogStatistics.refresh(
      with: statements, changed: counts.added + counts.updated + counts.removed, in: box)
    return counts
  }

  /// The staged listings that are new in the catalog and whose members' records are stored.
  private func returning(_ kept: KeptRecords) throws -> [String] {
    try vanished(kept).filter { id in
      try statements.first("SELECT 1 FROM listing WHERE id = ?1", id, body: { _ in true }) == nil
    }
  }

  /// The staged listings that have vanished from the source. Few are looked up each, so that a small change does not
  /// read all that has vanished.
  private func vanished(_ kept: KeptRecords) throws -> [String] {
    guard staged.entries.count <= Self.mostLookedUp else {
      return try kept.vanished(from: sourceName, at: now).filter { try find($0, Self.hash($0)) != nil }
    }
    let ids = try staged.entries.map { String(decoding: try id(of: $0), as: UTF8.self) }
    return try ids.filter { try kept.hasVanished($0, from: sourceName, at: now) }.sorted()
  }

  /// Removes the listings of the source that are not staged; members' records of them are stored for a while.
  /// - Returns: the ids of the removed listings.
  private func removeUnstaged() throws -> [String] {
    let listings = try statements.statement(
      "SELECT fid, id FROM listing WHERE source_id = (SELECT source_id FROM source WHERE name = ?1)")
    listings.bind(1, sourceName)
    var gone: [(row: Int64, id: String)] = []
    while try listings.step() {
      guard let id = listings.string(1), try find(id, Self.hash(id)) == nil else { continue }
      gone.append((Int64(listings.int(0)), id))
    }
    let kept = KeptRecords(statements: statements)
    let delete = try statements.statement("DELETE FROM listing WHERE fid = ?1")
    for listing in gone {
      try kept.noteVanished(listing.id, row: Int(listing.row), from: sourceName, at: now)
      delete.bind(1, listing.row)
      try delete.run()
    }
    try kept.bound()
    for id in try MergedListings(statements: statements).ids(ofSource: sourceName) where !stagedMerged.contains(id) {
      try MergedListings(statements: statements).forgetDownloads(ofTargetOf: id)
      try kept.forget(id)
    }
    try MergedListings(statements: statements).forgetDownloadsOfLeft()
    return gone.map(\.id)
  }

  private func find(_ id: String, _ hash: Int) throws -> StagedIds.Entry? {
    try staged.find(hash: hash) { try self.id(of: $0).elementsEqual(id.utf8) }
  }

  /// The UTF-8 of the id of a staged listing.
  private func id(of entry: StagedIds.Entry) throws -> [UInt8] {
    var record = [UInt8](repeating: 0, count: Int(entry.count))
    try record.withUnsafeMutableBytes { try spool.copy(at: entry.offset, to: $0) }
    return record.withUnsafeBytes { bytes in
      var reader = StagedReader(bytes: bytes)
      return Array(reader.text())
    }
  }

  private static func hash(_ id: String) -> Int {
    var id = id
    var hasher = Hasher()
    id.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }
}

/// The result of a bulk load.
public struct BulkLoadCounts: Hashable, Sendable {
  /// New listings.
  public var added = 0
  /// Listings that have changed.
  public var updated = 0
  /// Listings that have not changed.
  public var unchanged = 0
  /// Listings of the same source that are missing from the new file.
  public var removed = 0
  /// Listings that belonged to other sources before; they are also counted as updated.
  public var takenOver = 0
  /// Listings that were left out because editors have hidden them.
  public var hidden = 0
  /// Listings whose hours mention public holidays, and whose region is not that of any place around them.
  public var misplaced = 0
  /// The opening hours that cannot be read, in the order of the listings; their listings are saved all the same, and
  /// are neither open nor closed. Filled in by `save` alone: an import of a file reports them in its `ImportReport`.
  public var unreadableHours: [UnreadableHours] = []
}
