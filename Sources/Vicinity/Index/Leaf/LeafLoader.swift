import CivilTime

/// Reads the facts of the listings of a leaf in runs of adjacent rows.
///
/// An import numbers its rows in the order of the leaves, so that most leaves are one run: three statements for about
/// fifty listings.
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

  /// The columns of `listing` that are read, in their order; the columns of `Field.coded` follow.
  private enum Column: String, CaseIterable {
    case fid, geom, id, kind, price, rating, starts, ends, guests, status
    case currency = "currency_id"
    case votes = "rating_count"
    case zone = "zone_id"
    case schedule = "schedule_id"
    case minNights = "min_nights"
    case maxNights = "max_nights"
    case notice = "advance_notice"

    static let allNames = allCases.map(\.rawValue) + Field.coded.compactMap { $0.stored?.column.name }

    /// The position in a row.
    @inline(__always) var place: Int32 { Int32(unsafeBitCast(self, to: UInt8.self)) }
  }

  /// The maximum number of rows skipped between two wanted ones before a new run starts.
  private static let longestGap = 8

  init(prepare: (String) throws -> Statement) throws {
    listings = try prepare(
      """
      SELECT \(Column.allNames.joined(separator: ", ")) FROM listing WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid
      """)
    tags = try prepare("SELECT fid, tag_id FROM listing_tag WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid")
    recurring = try prepare(
      "SELECT fid FROM listing_detail WHERE fid BETWEEN ?1 AND ?2 AND recurrence IS NOT NULL ORDER BY fid")
    blocks = try prepare(
      "SELECT fid, from_date, to_date FROM block WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid, from_date")
    // Merging two lists costs more than reading one, and most leaves have no bookings.
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
      SELECT fid, from_date, to_date, min_nights, max_nights, price FROM nightly_rate
      WHERE fid BETWEEN ?1 AND ?2 ORDER BY fid, from_date
      """)
    currencies = try prepare("SELECT code FROM currency WHERE currency_id = ?1")
  }

  /// The facts of the listings in these rows; missing rows are left out.
  /// - Throws: `CatalogError.damaged` or `numberTooLarge` for an invalid value.
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

  /// Rows in ascending order, split at large gaps.
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
      let fid = listings.int(Column.fid.place)
      while let next = wanted.first, next < fid { wanted.removeFirst() }
      guard wanted.first == fid else { continue }
      draft.append(try row(fid), id: listings.bytes(Column.id.place))
    }
  }

  /// Calls `body` with the rows of a statement, which begin with an ascending row number, and their position in the
  /// draft.
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
      fid: try stored.reference(Column.fid.place, in: StoredRange.row), kind: try stored.kind(Column.kind.place),
      coordinate: try stored.coordinate(Column.geom.place))
    guard StoredRange.id.contains(listings.bytes(Column.id.place).count) else { throw stored.damaged(Column.id.place) }
    row.currency = try stored.reference(Column.currency.place, in: StoredRange.smallNumber)
    if let price = try stored.int(Column.price.place, in: StoredRange.price) {
      row.price = Double(price) / (try scale(ofCurrency: Int(row.currency)))
    }
    // The ranges used here fit 32 bits.
    func int32(_ column: Column, _ range: ClosedRange<Int>) throws -> Int32? {
      try stored.int(column.place, in: range).map { Int32(truncatingIfNeeded: $0) }
    }
    row.rating = try stored.double(Column.rating.place, in: StoredRange.rating) ?? .nan
    row.votes = try int32(.votes, StoredRange.votes) ?? -1
    row.zone = try stored.reference(Column.zone.place, in: StoredRange.smallNumber)
    row.schedule = try stored.reference(Column.schedule.place, in: StoredRange.number)
    row.starts = try stored.time(Column.starts.place)?.secondsSince1970 ?? .max
    row.ends = try stored.time(Column.ends.place)?.secondsSince1970 ?? .min
    if row.starts != .max, row.ends != .min, row.ends < row.starts { throw stored.damaged(Column.ends.place) }
    row.guests = try int32(.guests, StoredRange.guests) ?? 0
    row.minNights = try int32(.minNights, StoredRange.minNights) ?? 0
    row.maxNights = try int32(.maxNights, StoredRange.maxNights) ?? .max
    row.isOff = !listings.isNull(Column.status.place)
    row.notice = try int32(.notice, StoredRange.notice) ?? -1
    row.codes = try codes(stored)
    return row
  }

  private func codes(_ row: StoredRow) throws -> SIMD8<UInt8> {
    var codes = SIMD8<UInt8>()
    for (place, definition) in Field.coded.enumerated() {
      guard let stored = definition.stored else { continue }
      let column = Int32(Column.allCases.count + place)
      if let number = try stored.number(in: row, column) { codes[place] = definition.code(of: number) }
    }
    return codes
  }

  private func hasBookings(_ run: ArraySlice<Int>) throws -> Bool {
    bind(anyBooking, run)
    defer { anyBooking.reset() }
    return try anyBooking.step()
  }

  private func addNights(of taken: Statement, to draft: inout LeafDraft, at position: Int) throws {
    // From blocks or bookings: both take nights.
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
    draft.addRate(rate, price: try row.int(5, in: StoredRange.price), toRowAt: position)
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
