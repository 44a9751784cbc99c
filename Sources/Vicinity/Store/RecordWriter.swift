import GRDBSQLite

/// Writes whole listings: the feature row, its detail, tags, blocks and text.
///
/// Belongs to one write transaction.
final class RecordWriter {
  private let connection: OpaquePointer
  private let vocabulary: Vocabulary
  private let source: Int
  private let insertListing, updateListing, replaceDetail, deleteDetail: Statement
  private let insertTag, deleteTags, insertBlock, deleteBlocks, insertText, deleteText: Statement
  private var geometry: [UInt8] = []

  init(on connection: OpaquePointer, source: String) throws {
    self.connection = connection
    vocabulary = try Vocabulary(on: connection)
    self.source = try vocabulary.number(of: source, in: .source)
    let columns = [
      "geom", "id", "kind", "name", "price", "currency_id", "price_level", "rating", "rating_count", "zone_id",
      "schedule_id", "starts", "ends", "guests", "min_nights", "max_nights", "source_id",
    ]
    let places = (1...columns.count).map { "?\($0)" }
    let settings = zip(columns, places).map { "\($0) = \($1)" }
    insertListing = try Statement(
      "INSERT INTO listing (\(columns.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))",
      on: connection)
    updateListing = try Statement(
      "UPDATE listing SET \(settings.joined(separator: ", ")) WHERE fid = ?\(columns.count + 1)", on: connection)
    replaceDetail = try Statement(
      "INSERT OR REPLACE INTO listing_detail (fid, address, phone, url, image, description, host, recurrence, capacity, venue)"
        + " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", on: connection)
    deleteDetail = try Statement("DELETE FROM listing_detail WHERE fid = ?1", on: connection)
    insertTag = try Statement("INSERT INTO listing_tag (fid, tag_id) VALUES (?1, ?2)", on: connection)
    deleteTags = try Statement("DELETE FROM listing_tag WHERE fid = ?1", on: connection)
    insertBlock = try Statement("INSERT INTO block (fid, from_date, to_date) VALUES (?1, ?2, ?3)", on: connection)
    deleteBlocks = try Statement("DELETE FROM block WHERE fid = ?1", on: connection)
    insertText = try Statement(
      "INSERT INTO listing_text (rowid, name, address, tags, description) VALUES (?1, ?2, ?3, ?4, ?5)", on: connection)
    deleteText = try Statement("DELETE FROM listing_text WHERE rowid = ?1", on: connection)
  }

  /// Adds a listing whose id the catalog does not have yet.
  func insert(_ listing: Listing) throws {
    try bind(listing, to: insertListing)
    try insertListing.run()
    try writeParts(of: listing, fid: sqlite3_last_insert_rowid(connection))
  }

  /// Replaces everything the catalog knows of the listing in row `fid`.
  func update(_ listing: Listing, fid: Int) throws {
    let fid = Int64(fid)
    try bind(listing, to: updateListing)
    updateListing.bind(18, fid)
    try updateListing.run()
    for statement in [deleteDetail, deleteTags, deleteBlocks, deleteText] {
      statement.bind(1, fid)
      try statement.run()
    }
    try writeParts(of: listing, fid: fid)
  }

  private func bind(_ listing: Listing, to statement: Statement) throws {
    let zone = try listing.timeZone.map { try vocabulary.number(of: $0, in: .zone) }
    GeometryBlob.encode(listing.coordinate, into: &geometry)
    statement.bind(1, blob: geometry)
    statement.bind(2, listing.id)
    statement.bind(3, listing.kind.rawValue)
    statement.bind(4, listing.name)
    statement.bind(5, listing.price?.minorUnits)
    statement.bind(6, try listing.price?.currency.map { try vocabulary.number(of: $0, in: .currency) })
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
    insertText.bind(1, fid)
    insertText.bind(2, listing.name)
    insertText.bind(3, listing.address)
    insertText.bind(4, listing.tags.isEmpty ? nil : listing.tags.joined(separator: " "))
    insertText.bind(5, listing.description)
    try insertText.run()
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

extension Listing {
  /// The form in which the catalog keeps a listing: tags sorted and distinct, blocked nights merged.
  func normalized() -> Listing {
    var listing = self
    listing.tags = Set(tags).sorted()
    listing.unavailable = Nights.merged(unavailable)
    return listing
  }
}
