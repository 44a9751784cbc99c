/// Reads bookings from the file.
struct BookingReader {
  private let prepare: (String) throws -> Statement

  init(prepare: @escaping (String) throws -> Statement) { self.prepare = prepare }

  func booking(numbered number: Int) throws -> Booking? {
    try bookings("WHERE b.booking_id = ?1") { $0.bind(1, Int64(number)) }.first
  }

  func booking(of member: String, key: String) throws -> Booking? {
    let found = try bookings("WHERE b.member = ?1 AND b.request_key = ?2") {
      $0.bind(1, member)
      $0.bind(2, key)
    }
    return found.first
  }

  /// A member's bookings, by arrival; without those at absent couches.
  func bookings(of member: String) throws -> [Booking] {
    try bookings("WHERE b.member = ?1 ORDER BY b.from_date, b.booking_id") { $0.bind(1, member) }
  }

  /// A member's bookings, by arrival; also those at absent couches.
  func allBookings(of member: String) throws -> [Booking] {
    try (bookings(of: member) + absent(of: member)).sorted { ($0.nights.from, $0.number) < ($1.nights.from, $1.number) }
  }

  /// The bookings of a couch, by arrival.
  func bookings(at listing: String) throws -> [Booking] {
    try bookings("WHERE l.id = ?1 ORDER BY b.from_date, b.booking_id") { $0.bind(1, listing) }
  }

  /// The requests to a host that have no answer, by the day of arrival.
  func requests(to host: String) throws -> [Booking] {
    try bookings(
      """
      JOIN listing_detail d ON d.fid = b.fid WHERE d.host = ?1 AND b.status = 'requested'
      ORDER BY b.from_date, b.booking_id
      """
    ) { $0.bind(1, host) }
  }

  /// All bookings, oldest first; also those at absent couches.
  func all() throws -> [Booking] {
    try (bookings("ORDER BY b.booking_id") { _ in } + absent("1") { _ in }).sorted { $0.number < $1.number }
  }

  // MARK: At absent couches

  /// The booking with this number at an absent couch; nil when there is none.
  func absent(numbered number: Int) throws -> Booking? {
    try absent("json_extract(r.record, '$[0]') = ?1") { $0.bind(1, Int64(number)) }.first
  }

  /// A member's bookings at absent couches, by arrival.
  private func absent(of member: String) throws -> [Booking] { try absent("r.member = ?1") { $0.bind(1, member) } }

  /// A stored booking consists of its columns, in the order of `KeptRecords`.
  private func absent(_ condition: String, _ bind: (Statement) -> Void) throws -> [Booking] {
    func column(_ number: Int) -> String { "json_extract(r.record, '$[\(number)]')" }
    return try read(
      """
      SELECT \(column(0)), r.id, r.member, \(column(2)), \(column(3)), \(column(4)), \(column(5)), \(column(6)), c.code,
        \(column(9)), \(column(10)), json_extract(h.listing, '$.name'),
        CASE WHEN h.until IS NULL THEN 'hidden' ELSE 'vanished' END
      FROM hidden_record r JOIN hidden_listing h ON h.id = r.id
        LEFT JOIN currency c ON c.currency_id = \(column(7))
      WHERE r.kind = 'booking' AND \(condition) ORDER BY \(column(2)), \(column(0))
      """, bind)
  }

  // MARK: Reading

  /// - Parameter condition: further joins, the condition and the order.
  private func bookings(_ condition: String, _ bind: (Statement) -> Void) throws -> [Booking] {
    try read(
      """
      SELECT b.booking_id, l.id, b.member, b.from_date, b.to_date, b.guests, b.status, b.price, c.code, b.made, b.changed,
        l.name, NULL
      FROM booking b JOIN listing l ON l.fid = b.fid
        LEFT JOIN currency c ON c.currency_id = b.currency_id \(condition)
      """, bind)
  }

  private func read(_ sql: String, _ bind: (Statement) -> Void) throws -> [Booking] {
    let statement = try prepare(sql)
    bind(statement)
    defer { statement.reset() }
    var found: [Booking] = []
    while try statement.step() { found.append(try booking(statement)) }
    return found
  }

  private func booking(_ statement: Statement) throws -> Booking {
    let row = StoredRow(statement, of: "booking", statement.int(0))
    guard let status = statement.string(6).flatMap(Booking.Status.init(rawValue:)) else { throw row.damaged(6) }
    let price = try row.int(7, in: StoredRange.stayPrice)
    return Booking(
      id: Booking.id(of: row.number), listing: statement.string(1) ?? "", name: statement.string(11),
      member: statement.string(2) ?? "", nights: try row.nights(3, 4),
      guests: try row.int(5, in: StoredRange.guests) ?? 1, status: status,
      price: price.map { Price(minorUnits: $0, currency: statement.string(8)) },
      made: try row.requiredTime(9), changed: try row.requiredTime(10),
      absence: statement.string(12).flatMap(Booking.Absence.init(rawValue:)))
  }
}
