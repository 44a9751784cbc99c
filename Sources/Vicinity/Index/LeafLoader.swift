import CivilTime

/// Reads the facts of the listings on a leaf page, run by run of neighbouring rows.
///
/// An import numbers its rows in the order of the leaves, so that most leaves are one run: three statements for some fifty listings.
final class LeafLoader {
  private let listings: Statement
  private let tags: Statement
  private let recurring: Statement
  private let blocks: Statement
  private let blocksAndBookings: Statement
  private let anyBooking: Statement
  private let rates: Statement
  private let currencies: Statement
  /// Minor units per major unit by number of the currency.
  private var scales: [Int: Double] = [:]

  /// Rows between two wanted ones that are passed over rather than starting a new run.
  private static let longestGap = 8

  init(prepare: (String) throws -> Statement) throws {
    listings = try prepare(
      """
      SELECT fid, geom, id, kind, price, currency_id, price_level, rating, rating_count, zone_id, schedule_id, starts, ends,
        guests, min_nights, max_nights, status, advance_notice
      FROM listing WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid
      """)
    tags = try prepare("SELECT fid, tag_id FROM listing_tag WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid")
    recurring = try prepare(
      "SELECT fid FROM listing_detail WHERE fid BETWEEN ?1 AND ?2 AND recurrence IS NOT NULL ORDER BY fid")
    blocks = try prepare(
      "SELECT fid, from_date, to_date FROM block WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid, from_date")
    // Merging two lists costs more than reading one, and most pages have no bookings.
    blocksAndBookings = try prepare(
      """
      SELECT fid, from_date, to_date FROM block WHERE fid BETWEEN ?1 AND ?2
      UNION ALL SELECT fid, from_date, to_date FROM booking
        WHERE fid BETWEEN ?1 AND ?2 AND status IN ('requested', 'confirmed')
      ORDER BY fid, from_date
      """)
    anyBooking = try prepare("SELECT 1 FROM booking WHERE fid BETWEEN ?1 AND ?2 LIMIT 1")
    rates = try prepare(
      """
      SELECT fid, from_date, to_date, min_nights, max_nights FROM nightly_rate
      WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid, from_date
      """)
    currencies = try prepare("SELECT code FROM currency WHERE currency_id = ?1")
  }

  /// The facts of the listings in these rows; of a row that is not there, nothing.
  /// - Throws: `CatalogError.damaged` or `numberTooLarge` for a value that no catalog can hold.
  func draft(ofRows rows: [Int]) throws -> LeafDraft {
    var draft = LeafDraft()
    for run in Self.runs(of: rows.sorted()) {
      let first = draft.rows.count
      try readListings(run, into: &draft)
      try eachRow(of: tags, run, in: &draft, from: first) { draft, position in
        let row = StoredRow(tags, of: "listing_tag", Int(draft.rows[position].fid))
        draft.addTag(try row.reference(1, in: StoredRange.number), toRowAt: position)
      }
      if draft.rows[first...].contains(where: { $0.kind == .event }) {
        try eachRow(of: recurring, run, in: &draft, from: first) { $0.markAsRecurring(rowAt: $1) }
      }
      if draft.rows[first...].contains(where: { $0.kind == .couch }) {
        let taken = try hasBookings(run) ? blocksAndBookings : blocks
        try eachRow(of: taken, run, in: &draft, from: first) { try addNights(of: taken, to: &$0, at: $1) }
        try eachRow(of: rates, run, in: &draft, from: first) { try addRate(to: &$0, at: $1) }
      }
    }
    return draft
  }

  /// Rows in ascending order, cut where many lie between two of them.
  static func runs<Row: BinaryInteger>(of rows: [Row]) -> [ArraySlice<Row>] {
    var runs: [ArraySlice<Row>] = []
    var start = 0
    for index in rows.indices where index + 1 == rows.count || rows[index + 1] - rows[index] > longestGap {
      runs.append(rows[start...index])
      start = index + 1
    }
    return runs
  }

  private func bind(_ statement: Statement, _ run: ArraySlice<Int>) {
    statement.bind(1, run.first)
    statement.bind(2, run.last)
  }

  private func readListings(_ run: ArraySlice<Int>, into draft: inout LeafDraft) throws {
    bind(listings, run)
    defer { listings.reset() }
    var wanted = run
    while try listings.step() {
      let fid = listings.int(0)
      while let next = wanted.first, next < fid { wanted.removeFirst() }
      guard wanted.first == fid else { continue }
      draft.append(try row(fid), id: listings.bytes(2))
    }
  }

  /// Hands the rows of a statement, which begin with a row number in ascending order, to `body` with the position in the draft.
  private func eachRow(
    of statement: Statement, _ run: ArraySlice<Int>, in draft: inout LeafDraft, from first: Int,
    _ body: (inout LeafDraft, Int) throws -> Void
  ) throws {
    bind(statement, run)
    defer { statement.reset() }
    var position = first
    while try statement.step() {
      let fid = statement.int(0)
      while position < draft.rows.count, Int(draft.rows[position].fid) < fid { position += 1 }
      if position < draft.rows.count, Int(draft.rows[position].fid) == fid { try body(&draft, position) }
    }
  }

  private func row(_ fid: Int) throws -> LeafDraft.Row {
    let stored = StoredRow(listings, of: "listing", fid)
    var row = LeafDraft.Row(
      fid: try stored.reference(0, in: StoredRange.row), kind: try stored.kind(3), coordinate: try stored.coordinate(1))
    guard StoredRange.id.contains(listings.bytes(2).count) else { throw stored.damaged(2) }
    row.currency = try stored.reference(5, in: StoredRange.smallNumber)
    if let price = try stored.int(4, in: StoredRange.price) {
      row.price = Double(price) / (try scale(ofCurrency: Int(row.currency)))
    }
    // The ranges of these are within 32 bits.
    func int32(_ column: Int32, _ range: ClosedRange<Int>) throws -> Int32? {
      try stored.int(column, in: range).map { Int32(truncatingIfNeeded: $0) }
    }
    row.priceLevel = UInt8(truncatingIfNeeded: try stored.int(6, in: StoredRange.priceLevel) ?? 0)
    row.rating = try stored.double(7, in: StoredRange.rating) ?? .nan
    row.votes = try int32(8, StoredRange.votes) ?? -1
    row.zone = try stored.reference(9, in: StoredRange.smallNumber)
    row.schedule = try stored.reference(10, in: StoredRange.number)
    row.starts = try stored.time(11)?.secondsSince1970 ?? .max
    row.ends = try stored.time(12)?.secondsSince1970 ?? .min
    if row.starts != .max, row.ends != .min, row.ends < row.starts { throw stored.damaged(12) }
    row.guests = try int32(13, StoredRange.guests) ?? 0
    row.minNights = try int32(14, StoredRange.minNights) ?? 0
    row.maxNights = try int32(15, StoredRange.maxNights) ?? .max
    row.isOff = !listings.isNull(16)
    row.notice = try int32(17, StoredRange.notice) ?? -1
    return row
  }

  private func hasBookings(_ run: ArraySlice<Int>) throws -> Bool {
    bind(anyBooking, run)
    defer { anyBooking.reset() }
    return try anyBooking.step()
  }

  private func addNights(of taken: Statement, to draft: inout LeafDraft, at position: Int) throws {
    // Of blocks or bookings, both of which make nights unavailable.
    let nights = try StoredRow(taken, of: "block or booking of listing", Int(draft.rows[position].fid)).nights(1, 2)
    draft.addNights(NightRange(nights), toRowAt: position)
  }

  private func addRate(to draft: inout LeafDraft, at position: Int) throws {
    let row = StoredRow(rates, of: "nightly_rate of listing", Int(draft.rows[position].fid))
    let nights = NightRange(try row.nights(1, 2))
    let rate = StayTerms.Arrivals(
      from: nights.from, to: nights.to,
      minNights: Int32(truncatingIfNeeded: try row.int(3, in: StoredRange.minNights) ?? 0),
      maxNights: Int32(truncatingIfNeeded: try row.int(4, in: StoredRange.maxNights) ?? 0))
    draft.addRate(rate, toRowAt: position)
  }

  private func scale(ofCurrency number: Int) throws -> Double {
    if let scale = scales[number] { return scale }
    currencies.bind(1, Int64(number))
    var code: String?
    while try currencies.step() { code = currencies.string(0) }
    let scale = Price.minorUnitsPerMajor(of: code)
    scales[number] = scale
    return scale
  }
}
