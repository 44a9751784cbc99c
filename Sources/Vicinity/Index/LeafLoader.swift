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

  /// The facts of the listings in these rows; rows without a point are left out.
  func draft(ofRows rows: [Int]) throws -> LeafDraft {
    var draft = LeafDraft()
    for run in Self.runs(of: rows.sorted()) {
      let first = draft.rows.count
      try readListings(run, into: &draft)
      try eachRow(of: tags, run, in: &draft, from: first) { draft, position in
        draft.addTag(Int32(clamping: tags.int(1)), toRowAt: position)
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
      guard wanted.first == fid, let row = try row(fid) else { continue }
      draft.append(row, id: listings.bytes(2))
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

  private func row(_ fid: Int) throws -> LeafDraft.Row? {
    guard let coordinate = GeometryBlob.decode(listings.bytes(1)), let kind = Kind(rawValue: listings.string(3) ?? "")
    else { return nil }
    var row = LeafDraft.Row(fid: try small(fid, "row"), kind: kind, coordinate: coordinate)
    row.currency = try small(listings.int(5), "currency")
    if let price = listings.optionalInt(4) { row.price = Double(price) / (try scale(ofCurrency: listings.int(5))) }
    row.priceLevel = UInt8(clamping: listings.int(6))
    row.rating = listings.optionalDouble(7) ?? .nan
    row.votes = int32(8) ?? -1
    row.zone = try small(listings.int(9), "zone")
    row.schedule = int32(10) ?? 0
    row.starts = listings.optionalInt(11).map(Int64.init) ?? .max
    row.ends = listings.optionalInt(12).map(Int64.init) ?? .min
    row.guests = int32(13) ?? 0
    row.minNights = int32(14) ?? 0
    row.maxNights = int32(15) ?? .max
    row.isOff = !listings.isNull(16)
    row.notice = int32(17) ?? -1
    return row
  }

  private func small<Number: FixedWidthInteger>(_ number: Int, _ name: String) throws -> Number {
    guard let small = Number(exactly: number) else { throw CatalogError.numberTooLarge(name: name, number: number) }
    return small
  }

  private func int32(_ column: Int32) -> Int32? { listings.optionalInt(column).map { Int32(clamping: $0) } }

  private func hasBookings(_ run: ArraySlice<Int>) throws -> Bool {
    bind(anyBooking, run)
    defer { anyBooking.reset() }
    return try anyBooking.step()
  }

  private func addNights(of taken: Statement, to draft: inout LeafDraft, at position: Int) throws {
    guard let from = try taken.date(1), let to = try taken.date(2) else { return }
    draft.addNights(NightRange(from: Int32(from.dayNumber), to: Int32(to.dayNumber)), toRowAt: position)
  }

  private func addRate(to draft: inout LeafDraft, at position: Int) throws {
    guard let from = try rates.date(1), let to = try rates.date(2) else { return }
    let rate = StayTerms.Arrivals(
      from: Int32(from.dayNumber), to: Int32(to.dayNumber),
      minNights: Int32(clamping: rates.optionalInt(3) ?? 0), maxNights: Int32(clamping: rates.optionalInt(4) ?? 0))
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
