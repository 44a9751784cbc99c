/// Reads whole listings by number or id.
///
/// Uses the statements of the connection it is given and so belongs to its thread.
struct RecordReader {
  private let record: Statement
  private let tags: Statement
  private let blocks: Statement
  private let rates: Statement
  private let number: Statement
  /// The one statement that reads exact points; nil where nobody may know them.
  private let exact: Statement?

  /// - Parameter withExactPoints: whether listings tell where they are if that is private: for writers, which compare it.
  init(withExactPoints: Bool = false, prepare: (String) throws -> Statement) throws {
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
  func number(of id: String) throws -> Int? {
    number.bind(1, id)
    guard try number.step() else { return nil }
    defer { number.reset() }
    return number.int(0)
  }

  /// The whole listing in row `fid`.
  func listing(_ fid: Int) throws -> Listing? {
    record.bind(1, Int64(fid))
    guard try record.step() else { return nil }
    defer { record.reset() }
    guard let id = record.string(0), let kind = Kind(rawValue: record.string(1) ?? ""),
      let coordinate = GeometryBlob.decode(record.bytes(2))
    else { return nil }
    var listing = Listing(id: id, kind: kind, coordinate: coordinate)
    readColumns(into: &listing)
    listing.tags = try readTags(of: fid)
    if kind == .couch {
      listing.unavailable = try readBlocks(of: fid)
      listing.nightlyRates = try NightlyRate.read(fid, with: rates, currency: record.string(6))
    }
    if kind == .couch, let exact { listing.exact = try ExactPoint.read(fid, with: exact) }
    return listing
  }

  private func readColumns(into listing: inout Listing) {
    listing.name = record.string(3)
    listing.timeZone = record.string(4)
    listing.price = record.optionalInt(5).map { Price(minorUnits: $0, currency: record.string(6)) }
    listing.priceLevel = record.optionalInt(7)
    listing.rating = record.optionalDouble(8)
    listing.ratingCount = record.optionalInt(9)
    listing.openingHours = record.string(10)
    listing.starts = record.optionalInt(11).map { Instant(secondsSince1970: Int64($0)) }
    listing.ends = record.optionalInt(12).map { Instant(secondsSince1970: Int64($0)) }
    listing.guests = record.optionalInt(13)
    listing.minNights = record.optionalInt(14)
    listing.maxNights = record.optionalInt(15)
    listing.address = record.string(16)
    listing.phone = record.string(17)
    listing.url = record.string(18)
    listing.image = record.string(19)
    listing.description = record.string(20)
    listing.host = record.string(21)
    listing.recurrence = record.string(22)
    listing.capacity = record.optionalInt(23)
    listing.venue = record.string(24)
    listing.allDay = record.int(25) == 1
    listing.status = record.string(26).flatMap(EventStatus.init(rawValue:))
    listing.advanceNotice = record.optionalInt(27)
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
    var nights: [Nights] = []
    while try blocks.step() {
      if let range = try blocks.nights(0, 1) { nights.append(range) }
    }
    return nights
  }
}
