import Geography

/// Reads the availability calendars of couches: terms, blocks and bookings.
///
/// Uses the statements of a given connection and so belongs to its thread.
struct AvailabilityReader {
  private let couch: Statement
  private let taken: Statement
  private let rates: Statement

  init(prepare: (String) throws -> Statement) throws {
    couch = try prepare(
      """
      SELECT l.fid, l.kind, l.guests, l.min_nights, l.max_nights, l.price, c.code, l.advance_notice, z.name, d.host,
        l.operating_status, l.name
      FROM listing l LEFT JOIN currency c ON c.currency_id = l.currency_id LEFT JOIN zone z ON z.zone_id = l.zone_id
        LEFT JOIN listing_detail d ON d.fid = l.fid
      WHERE l.id = ?1
      """)
    taken = try prepare(
      """
      SELECT from_date, to_date, CASE origin WHEN 'host' THEN 'blocked' ELSE 'unavailable' END FROM block WHERE fid = ?1
      UNION ALL SELECT from_date, to_date, status FROM booking WHERE fid = ?1 AND status IN ('requested', 'confirmed')
      """)
    rates = try prepare(NightlyRate.sql)
  }

  /// The calendar of the couch with this id.
  /// - Throws: `CatalogError.unknownListing` without similar ids, or `unsuitable` for listings that are not couches.
  func calendar(of id: String) throws -> AvailabilityCalendar {
    couch.bind(1, id)
    guard try couch.step() else { throw CatalogError.unknownListing(id: id, similar: []) }
    defer { couch.reset() }
    let row = StoredRow(couch, of: "listing", couch.int(0))
    let kind = try row.kind(1)
    guard kind == .couch else {
      throw CatalogError.unsuitable(id: id, kind: kind, reason: "only couches can be booked by the night.")
    }
    return AvailabilityCalendar(row: row.number, of: try terms(of: id, row), taken: try taken(row.number))
  }

  /// The terms of the couch.
  private func terms(of id: String, _ row: StoredRow) throws -> Listing {
    var terms = Listing(id: id, kind: .couch, coordinate: Coordinate(latitude: 0, longitude: 0))
    terms.guests = try row.int(2, in: StoredRange.guests)
    terms.minNights = try row.int(3, in: StoredRange.minNights)
    terms.maxNights = try row.int(4, in: StoredRange.maxNights)
    terms.price = try row.price(5, currency: 6)
    terms.advanceNoticeDays = try row.int(7, in: StoredRange.notice)
    (terms.timeZone, terms.host, terms.name) = (couch.string(8), couch.string(9), couch.string(11))
    terms.operatingStatus = try couch.string(10).map { word in
      guard let status = OperatingStatus(rawValue: word) else { throw row.damaged(10) }
      return status
    }
    terms.nightlyRates = try NightlyRate.read(row.number, with: rates, currency: couch.string(6))
    return terms
  }

  private func taken(_ row: Int) throws -> [TakenNights] {
    taken.bind(1, Int64(row))
    defer { taken.reset() }
    var all: [TakenNights] = []
    while try taken.step() {
      let stored = StoredRow(taken, of: "block or booking of listing", row)
      guard let reason = taken.string(2).flatMap(TakenNights.Reason.init) else { throw stored.damaged(2) }
      all.append(TakenNights(nights: try stored.nights(0, 1), reason: reason))
    }
    return all
  }
}
