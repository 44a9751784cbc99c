import CivilTime

/// Makes and changes bookings and blocks, inside a write transaction of its caller.
///
/// All look-ups belong to that transaction, so nights found free cannot be taken before they are booked. For one
/// transaction.
struct BookingWriter {
  private let statements: PreparedStatements
  private let calendars: AvailabilityReader
  private let rows: BookingReader

  init(_ statements: PreparedStatements) throws {
    self.statements = statements
    calendars = try AvailabilityReader(prepare: statements.statement)
    rows = BookingReader(prepare: statements.statement)
  }

  /// Books a couch, or returns the booking that the same request has made before.
  ///
  /// - Parameter needsHost: whether a couch without a host is refused.
  /// - Returns: the booking, and whether this call has made it.
  func book(
    _ request: BookingRequest, needsHost: Bool, at now: Instant
  ) throws -> (booking: Booking, isNew: Bool) {
    try request.check()
    if let booking = try earlier(request) { return (booking, isNew: false) }
    let calendar = try calendars.calendar(of: request.listing)
    guard calendar.host != request.member else {
      throw BookingError.ownCouch(listing: request.listing, member: request.member)
    }
    if needsHost, calendar.host == nil {
      let url = try statements.first("SELECT url FROM listing_detail WHERE fid = ?1", calendar.row) { $0.string(0) }
      throw BookingError.noHost(listing: request.listing, url: url ?? nil)
    }
    let obstacles = calendar.obstacles(to: request.nights, guests: request.guests, at: now)
    try refuse(obstacles, request.listing, request.nights)
    do {
      return (try insert(request, calendar, now), isNew: true)
    } catch let failure where failure.isFromTrigger {
      // The triggers check only the calendar; if one fires anyway, the error is the same.
      let nights = request.nights
      throw BookingError.unavailable(
        listing: request.listing, nights: nights, obstacles: [.nightsTaken(nights, by: .unavailable)])
    }
  }

  /// Changes the status of a booking; does nothing when it already has that status.
  /// - Returns: the booking as it is now, and whether its status has changed.
  func change(
    _ id: String, to status: Booking.Status, at now: Instant
  ) throws -> (booking: Booking, hasChanged: Bool) {
    guard let number = Booking.number(of: id), var booking = try rows.booking(numbered: number) else {
      throw BookingError.unknownBooking(id: id)
    }
    if booking.status == status { return (booking, hasChanged: false) }
    guard booking.status.mayBecome(status) else { throw BookingError.wrongStatus(booking: booking, wanted: status) }
    let update = try statements.statement("UPDATE booking SET status = ?1, changed = ?2 WHERE booking_id = ?3")
    update.bind(1, status.rawValue)
    update.bind(2, now.secondsSince1970)
    update.bind(3, Int64(number))
    try update.run()
    (booking.status, booking.changed) = (status, now)
    return (booking, hasChanged: true)
  }

  /// Blocks nights; those already blocked stay blocked.
  /// - Returns: the updated calendar, and whether any of the nights was not blocked before.
  func block(_ nights: Nights, of couch: String) throws -> (calendar: AvailabilityCalendar, hasChanged: Bool) {
    try nights.checkForFile()
    let calendar = try calendars.calendar(of: couch)
    let bookings = calendar.taken.filter { $0.reason.isBooking && $0.nights.overlaps(nights) }
    try refuse(bookings.map { .nightsTaken($0.nights, by: $0.reason) }, couch, nights)
    let (before, after) = (Nights.merged(calendar.blocked), Nights.merged(calendar.blocked + [nights]))
    guard after != before else { return (calendar, hasChanged: false) }
    try replaceBlocks(of: calendar.row, by: after)
    return (try calendars.calendar(of: couch), hasChanged: true)
  }

  /// Unblocks nights that the host has blocked; nights unavailable by the source and booked ones stay so.
  /// - Returns: the updated calendar, and whether any of the nights was blocked before.
  func unblock(_ nights: Nights, of couch: String) throws -> (calendar: AvailabilityCalendar, hasChanged: Bool) {
    let calendar = try calendars.calendar(of: couch)
    guard calendar.blocked.contains(where: nights.overlaps) else { return (calendar, hasChanged: false) }
    let left = calendar.blocked.flatMap { blocked in
      [
        Nights(from: blocked.from, to: min(blocked.to, nights.from)),
        Nights(from: max(blocked.from, nights.to), to: blocked.to),
      ].compactMap { $0 }
    }
    try replaceBlocks(of: calendar.row, by: Nights.merged(left))
    return (try calendars.calendar(of: couch), hasChanged: true)
  }

  // MARK: Steps

  private func refuse(_ obstacles: [Obstacle], _ listing: String, _ nights: Nights) throws(BookingError) {
    guard obstacles.isEmpty else { throw .unavailable(listing: listing, nights: nights, obstacles: obstacles) }
  }

  private func earlier(_ request: BookingRequest) throws -> Booking? {
    guard let key = request.key, let booking = try rows.booking(of: request.member, key: key) else { return nil }
    guard booking.listing == request.listing, booking.nights == request.nights, booking.guests == request.guests else {
      throw BookingError.keyReused(key: key, booking: booking)
    }
    return booking
  }

  /// Writes the row of a booking.
  /// - Returns: the booking as it will be read from that row.
  private func insert(
    _ request: BookingRequest, _ calendar: AvailabilityCalendar, _ now: Instant
  ) throws -> Booking {
    let price = calendar.price(of: request.nights)
    let insert = try statements.statement(
      """
      INSERT INTO booking (fid, member, from_date, to_date, guests, status, price, currency_id, request_key, made, changed)
      VALUES (?1, ?2, ?3, ?4, ?5, 'requested', ?6, (SELECT currency_id FROM listing WHERE fid = ?1 AND ?6 IS NOT NULL), ?7, ?8, ?8)
      """)
    insert.bind(1, Int64(calendar.row))
    insert.bind(2, request.member)
    insert.bind(3, request.nights.from.description)
    insert.bind(4, request.nights.to.description)
    insert.bind(5, Int64(request.guests))
    insert.bind(6, price?.minorUnits)
    insert.bind(7, request.key)
    insert.bind(8, now.secondsSince1970)
    try insert.run()
    return Booking(
      id: Booking.id(of: Statement.lastRow(on: statements.connection)), listing: request.listing, name: calendar.name,
      member: request.member, nights: request.nights, guests: request.guests, status: .requested, price: price,
      made: now, changed: now, absence: nil)
  }

  private func replaceBlocks(of row: Int, by nights: [Nights]) throws {
    let delete = try statements.statement("DELETE FROM block WHERE fid = ?1 AND origin = 'host'")
    delete.bind(1, Int64(row))
    try delete.run()
    let insert = try statements.statement(
      "INSERT INTO block (fid, from_date, to_date, origin) VALUES (?1, ?2, ?3, 'host')")
    for range in nights {
      insert.bind(1, Int64(row))
      insert.bind(2, range.from.description)
      insert.bind(3, range.to.description)
      try insert.run()
    }
  }
}

extension TakenNights.Reason {
  /// Whether a booking occupies the nights.
  package var isBooking: Bool { self == .requested || self == .confirmed }
}

extension AvailabilityCalendar {
  /// The ranges that the host has blocked, as stored.
  fileprivate var blocked: [Nights] { taken.filter { $0.reason == .blocked }.map(\.nights) }
}
