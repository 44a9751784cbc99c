import CivilTime
import GRDBSQLite
import Geography

/// Writes whole listings: the feature row, its detail, tags and blocks at once, and the text of all of them at the end.
///
/// Text waits because FTS5 flushes what it has collected to disk whenever a statement on another table opens a savepoint, as every
/// insert with triggers does: row by row, the text of a million listings costs four times what all the rest costs.
/// Belongs to one write transaction.
final class RecordWriter {
  private let statements: PreparedStatements
  let vocabulary: DictionaryWriter
  /// The number of the source that everything is written for.
  let source: Int
  private let insertListing, updateListing, replaceDetail, deleteDetail: Statement
  private let insertTag, deleteTags, insertBlock, deleteBlocks, noteWritten, changeSource: Statement
  private let insertExact, deleteExact, insertRate, deleteRates: Statement
  private let members: MemberRecords
  private var geometry: [UInt8] = []

  /// The columns of a feature row but for its number, in the order of their values.
  static let listingColumns = [
    "geom", "id", "kind", "name", "price", "currency_id", "price_level", "rating", "rating_count", "zone_id",
    "schedule_id", "starts", "ends", "guests", "min_nights", "max_nights", "source_id",
    "all_day", "status", "advance_notice",
  ]
  /// The columns of a detail row, in the order of their values.
  static let detailColumns = [
    "fid", "address", "phone", "url", "image", "description", "host", "recurrence", "capacity", "venue",
  ]

  /// The columns of a nightly rate, in the order of their values.
  static let rateColumns = ["fid", "from_date", "to_date", "price", "min_nights", "max_nights"]

  /// The columns of an exact point, in the order of their values.
  static let exactColumns = ["fid", "latitude", "longitude", "radius", "address"]

  init(_ statements: PreparedStatements, source: String) throws {
    self.statements = statements
    members = try MemberRecords(statements)
    vocabulary = try DictionaryWriter(statements)
    self.source = try vocabulary.number(of: source, in: .source)
    let columns = Self.listingColumns
    let places = (1...columns.count).map { "?\($0)" }
    let settings = zip(columns, places).map { "\($0) = \($1)" }
    insertListing = try statements.statement(
      "INSERT INTO listing (\(columns.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))")
    updateListing = try statements.statement(
      "UPDATE listing SET \(settings.joined(separator: ", ")) WHERE fid = ?\(columns.count + 1)")
    replaceDetail = try statements.statement(
      "INSERT OR REPLACE INTO listing_detail (\(Self.detailColumns.joined(separator: ", ")))"
        + " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
    deleteDetail = try statements.statement("DELETE FROM listing_detail WHERE fid = ?1")
    insertTag = try statements.statement("INSERT INTO listing_tag (fid, tag_id) VALUES (?1, ?2)")
    deleteTags = try statements.statement("DELETE FROM listing_tag WHERE fid = ?1")
    insertBlock = try statements.statement("INSERT INTO block (fid, from_date, to_date) VALUES (?1, ?2, ?3)")
    deleteBlocks = try statements.statement("DELETE FROM block WHERE fid = ?1 AND origin = 'import'")
    insertExact = try statements.statement(
      "INSERT INTO exact_point (\(Self.exactColumns.joined(separator: ", "))) VALUES (?1, ?2, ?3, ?4, ?5)")
    deleteExact = try statements.statement("DELETE FROM exact_point WHERE fid = ?1")
    insertRate = try statements.statement(
      "INSERT INTO nightly_rate (\(Self.rateColumns.joined(separator: ", "))) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
    deleteRates = try statements.statement("DELETE FROM nightly_rate WHERE fid = ?1")
    try statements.statement("CREATE TEMP TABLE IF NOT EXISTS written (fid INTEGER PRIMARY KEY)").run()
    changeSource = try statements.statement(
      "UPDATE listing SET source_id = ?1 WHERE fid = ?2 AND source_id <> ?1")
    noteWritten = try statements.statement("INSERT OR IGNORE INTO temp.written VALUES (?1)")
  }

  /// Adds a listing whose id the catalog does not have yet.
  func insert(_ listing: Listing) throws {
    try bind(listing, to: insertListing)
    try insertListing.run()
    try writeParts(of: listing, fid: sqlite3_last_insert_rowid(statements.connection))
  }

  /// Replaces everything the catalog knows of the listing in row `fid` from its source.
  func update(_ listing: Listing, fid row: Int) throws {
    let fid = Int64(row)
    try members.willUpdate(row)
    try bind(listing, to: updateListing)
    updateListing.bind(Int32(Self.listingColumns.count + 1), fid)
    try updateListing.run()
    for statement in [deleteDetail, deleteTags, deleteBlocks, deleteRates, deleteExact] {
      statement.bind(1, fid)
      try statement.run()
    }
    try writeParts(of: listing, fid: fid)
    try members.didUpdate(listing, fid: row)
  }

  /// Whether the source has told the same of the listing in row `fid` before.
  func isKnown(_ listing: Listing, as known: Listing, fid: Int) throws -> Bool {
    StagedListing.isSame(try members.asTold(known, fid: fid), listing)
  }

  /// Makes row `fid` belong to the source that is written for, and leaves the rest as it is.
  func claim(fid: Int) throws {
    changeSource.bind(1, source)
    changeSource.bind(2, Int64(fid))
    try changeSource.run()
  }

  /// Writes the text of all listings inserted and updated, after the last of them.
  /// - Parameter first: also of all rows from this one on, which were written in bulk; nil when none were.
  func writeText(from first: Int64?) throws {
    try deleteText()
    // The order of a CROSS JOIN is kept: else a few rows would be looked for among all listings.
    try insertText("temp.written w CROSS JOIN listing l ON l.fid = w.fid").run()
    if let first {
      let text = try insertText("listing l")
      text.bind(1, first)
      try text.run()
    }
    try statements.statement("DELETE FROM temp.written").run()
  }

  /// One row after the other: asked for a set of rows, the text index looks at all it has.
  private func deleteText() throws {
    let written = try statements.statement("SELECT fid FROM temp.written")
    let delete = try statements.statement("DELETE FROM listing_text WHERE rowid = ?1")
    while try written.step() {
      delete.bind(1, Int64(written.int(0)))
      try delete.run()
    }
  }

  private func insertText(_ rows: String) throws -> Statement {
    try statements.statement(
      """
      INSERT INTO listing_text (rowid, name, address, tags, description)
        SELECT l.fid, l.name, d.address,
          (SELECT group_concat(t.name, ' ') FROM listing_tag lt JOIN tag t USING (tag_id) WHERE lt.fid = l.fid),
          d.description
        FROM \(rows) LEFT JOIN listing_detail d ON d.fid = l.fid WHERE l.fid >= coalesce(?1, 0) ORDER BY l.fid
      """)
  }

  private func bind(_ listing: Listing, to statement: Statement) throws {
    let zone = try listing.timeZone.map { try vocabulary.number(of: $0, in: .zone) }
    GeometryBlob.encode(listing.coordinate, into: &geometry)
    statement.bind(1, blob: geometry)
    statement.bind(2, listing.id)
    statement.bind(3, listing.kind.rawValue)
    statement.bind(4, listing.name)
    statement.bind(5, listing.price?.minorUnits)
    statement.bind(6, try listing.rateCurrency.map { try vocabulary.number(of: $0, in: .currency) })
    statement.bind(7, listing.priceLevel)
    statement.bind(8, listing.rating)
    statement.bind(9, listing.ratingCount)
    statement.bind(10, zone)
    statement.bind(11, try listing.openingHours.map { try vocabulary.schedule(hours: $0, zone: zone) })
    statement.bind(12, listing.starts.map { Int($0.secondsSince1970) })
    statement.bind(13, listing.ends.map { Int($0.secondsSince1970) })
    statement.bind(14, listing.guests)
    statement.bind(15, listing.minNights)
    statement.bind(16, listing.maxNights)
    statement.bind(17, source)
    statement.bind(18, listing.allDay ? 1 : 0)
    statement.bind(19, listing.status?.rawValue)
    statement.bind(20, listing.advanceNotice)
  }

  private func writeParts(of listing: Listing, fid: Int64) throws {
    try writeDetail(of: listing, fid: fid)
    for tag in listing.tags {
      insertTag.bind(1, fid)
      insertTag.bind(2, try vocabulary.number(of: tag, in: .tag))
      try insertTag.run()
    }
    for nights in listing.unavailable {
      insertBlock.bind(1, fid)
      insertBlock.bind(2, nights.from.description)
      insertBlock.bind(3, nights.to.description)
      try insertBlock.run()
    }
    for rate in listing.nightlyRates { try write(rate, fid: fid) }
    if let exact = listing.exact { try write(exact, fid: fid) }
    noteWritten.bind(1, fid)
    try noteWritten.run()
  }

  private func write(_ rate: NightlyRate, fid: Int64) throws {
    insertRate.bind(1, fid)
    insertRate.bind(2, rate.nights.from.description)
    insertRate.bind(3, rate.nights.to.description)
    insertRate.bind(4, rate.price?.minorUnits)
    insertRate.bind(5, rate.minNights)
    insertRate.bind(6, rate.maxNights)
    try insertRate.run()
  }

  private func write(_ exact: ExactPoint, fid: Int64) throws {
    insertExact.bind(1, fid)
    insertExact.bind(2, exact.coordinate.latitude)
    insertExact.bind(3, exact.coordinate.longitude)
    insertExact.bind(4, exact.radius)
    insertExact.bind(5, exact.address)
    try insertExact.run()
  }

  private func writeDetail(of listing: Listing, fid: Int64) throws {
    let texts = [
      listing.address, listing.phone, listing.url, listing.image, listing.description, listing.host, listing.recurrence,
    ]
    guard texts.contains(where: { $0 != nil }) || listing.capacity != nil || listing.venue != nil else { return }
    replaceDetail.bind(1, fid)
    for (index, text) in texts.enumerated() { replaceDetail.bind(Int32(index) + 2, text) }
    replaceDetail.bind(9, listing.capacity)
    replaceDetail.bind(10, listing.venue)
    try replaceDetail.run()
  }
}
