/// Reads whole listings by number or id.
///
/// Uses the statements of the connection it is given and so belongs to its thread.
package struct RecordReader {
  private let record: Statement
  private let tags: Statement
  private let blocks: Statement
  private let rates: Statement
  private let number: Statement
  /// The one statement that reads exact points; nil where nobody may know them.
  private let exact: Statement?

  /// - Parameter withExactPoints: whether listings tell where they are if that is private: for writers, which compare it.
  package init(withExactPoints: Bool = false, prepare: (String) throws -> Statement) throws {
    record = try prepare(
      """
      SELECT l.id, l.kind, l.geom, l.name, z.name, l.price, c.code, l.price_level, l.rating, l.rating_count, s.hours,
        l.starts, l.ends, l.guests, l.min_nights, l.max_nights,
        d.address, d.phone, d.url, d.image, d.description, d.host, d.recurrence, d.capacity, d.venue,
        l.all_day, l.status, l.advance_notice
      FROM listing l LEFT JOIN zone z ON z.zone_id = l.zone_id LEFT JOIN currency c ON c.currency_id = l.currency_id
        LEFT JOIN schedule s ON s.schedule_id = l.schedule_id LEFT JOIN listing_detail d ON d.fid = l.fid
      WHERE l.fid = ?1
      """)
    tags = try prepare("SELECT t.name FROM listing_tag lt JOIN tag t ON t.tag_id = lt.tag_id WHERE lt.fid = ?1")
    blocks = try prepare("SELECT from_date, to_date FROM block WHERE fid = ?1 AND origin = 'import' ORDER BY from_date")
    rates = try prepare(NightlyRate.sql)
    number = try prepare("SELECT fid FROM listing WHERE id = ?1")
    exact = withExactPoints ? try prepare(ExactPoint.sql) : nil
  }

  /// The row number of the listing with this id.
  package func number(of id: String) throws -> Int? {
    number.bind(1, id)
    guard try number.step() else { return nil }
    defer { number.reset() }
    return number.int(0)
  }

  /// The whole listing in row `fid`.
  package func listing(_ fid: Int) throws -> Listing? {
    record.bind(1, Int64(fid))
    guard try record.step() else { return nil }
    defer { record.reset() }
    let row = StoredRow(record, of: "listing", fid)
    guard let id = try row.text(0, bytes: StoredRange.id) else { throw row.damaged(0) }
    var listing = Listing(id: id, kind: try row.kind(1), coordinate: try row.coordinate(2))
    try readColumns(of: row, into: &listing)
    listing.tags = try readTags(of: fid)
    if listing.kind == .couch {
      listing.unavailable = try readBlocks(of: fid)
      listing.nightlyRates = try NightlyRate.read(fid, with: rates, currency: record.string(6))
    }
    if listing.kind == .couch, let exact { listing.exact = try ExactPoint.read(fid, with: exact) }
    return listing
  }

  private func readColumns(of row: StoredRow, into listing: inout Listing) throws {
    listing.name = record.string(3)
    listing.timeZone = record.string(4)
    listing.price = try row.price(5, currency: 6)
    listing.priceLevel = try row.int(7, in: StoredRange.priceLevel)
    listing.rating = try row.double(8, in: StoredRange.rating)
    listing.ratingCount = try row.int(9, in: StoredRange.votes)
    listing.openingHours = try row.text(10, bytes: StoredRange.rule)
    listing.starts = try row.time(11)
    listing.ends = try row.time(12)
    listing.guests = try row.int(13, in: StoredRange.guests)
    listing.minNights = try row.int(14, in: StoredRange.minNights)
    listing.maxNights = try row.int(15, in: StoredRange.maxNights)
    listing.address = record.string(16)
    listing.phone = record.string(17)
    listing.url = record.string(18)
    listing.image = record.string(19)
    listing.description = record.string(20)
    listing.host = record.string(21)
    listing.recurrence = try row.text(22, bytes: StoredRange.rule)
    listing.capacity = try row.int(23, in: StoredRange.capacity)
    listing.venue = record.string(24)
    listing.allDay = record.int(25) == 1
    listing.status = record.string(26).flatMap(EventStatus.init(rawValue:))
    listing.advanceNotice = try row.int(27, in: StoredRange.notice)
  }

  private func readTags(of fid: Int) throws -> [String] {
    tags.bind(1, Int64(fid))
    var names: [String] = []
    while try tags.step() {
      if let name = tags.string(0) { names.append(name) }
    }
    return names.sorted()
  }

  private func readBlocks(of fid: Int) throws -> [Nights] {
    blocks.bind(1, Int64(fid))
    defer { blocks.reset() }
    var nights: [Nights] = []
    while try blocks.step() { nights.append(try StoredRow(blocks, of: "block of listing", fid).nights(0, 1)) }
    return nights
  }
}
