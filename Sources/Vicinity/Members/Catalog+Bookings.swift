import CivilTime

extension Catalog {
  /// Books a couch for some nights, or finds the booking that the same request has made before.
  ///
  /// Looking and writing are one transaction, so of any number that ask for the same night, in whatever processes, one gets it. When the
  /// call returns, the booking is on the disk and survives a loss of power.
  /// - Parameter now: when the booking is made.
  /// - Throws: `BookingError.unavailable` with everything that is in the way, `ownCouch` for the host of the couch, `keyReused` when the
  ///   member has used the key for another stay; `CatalogError` for what is no couch.
  public func book(_ request: BookingRequest, at now: Instant) throws -> Booking {
    try changing(at: now) { try $0.book(request) }
  }

  /// Agrees to a requested booking, as its host; nothing happens when that is done already.
  /// - Throws: `BookingError.wrongStatus` when it was called off or refused meanwhile.
  public func confirmBooking(_ id: String, at now: Instant) throws -> Booking {
    try changing(at: now) { try $0.change(id, to: .confirmed) }
  }

  /// Refuses a requested booking, as its host, and gives its nights back.
  /// - Throws: `BookingError.wrongStatus` when it is not merely requested.
  public func declineBooking(_ id: String, at now: Instant) throws -> Booking {
    try changing(at: now) { try $0.change(id, to: .declined) }
  }

  /// Calls a requested or confirmed booking off and gives its nights back.
  /// - Throws: `BookingError.wrongStatus` when it was refused.
  public func cancelBooking(_ id: String, at now: Instant) throws -> Booking {
    try changing(at: now) { try $0.change(id, to: .cancelled) }
  }

  /// Keeps nights of a couch from being booked, as its host.
  /// - Returns: the calendar as it is then.
  /// - Throws: `BookingError.unavailable` when some of the nights are booked.
  @discardableResult
  public func block(_ nights: Nights, of couch: String) throws -> CouchCalendar {
    try changing(at: .distantPast) { try $0.block(nights, of: couch) }
  }

  /// Gives blocked nights of a couch back, as its host; nights that its source calls unavailable stay so.
  /// - Returns: the calendar as it is then.
  @discardableResult
  public func unblock(_ nights: Nights, of couch: String) throws -> CouchCalendar {
    try changing(at: .distantPast) { try $0.unblock(nights, of: couch) }
  }

  /// The booking with this id; nil when there is none.
  public func booking(_ id: String) throws -> Booking? {
    guard let number = Booking.number(of: id) else { return nil }
    return try bookings { try $0.booking(numbered: number) }
  }

  /// What a member has booked, by the day of arrival; those called off and refused as well.
  public func bookings(of member: String) throws -> [Booking] { try bookings { try $0.bookings(of: member) } }

  /// The bookings of a couch by the day of arrival; those called off and refused as well.
  public func bookings(at listing: String) throws -> [Booking] { try bookings { try $0.bookings(at: listing) } }

  /// All bookings, oldest first.
  public func bookings() throws -> [Booking] { try bookings { try $0.all() } }

  private func bookings<Result>(_ body: (BookingReader) throws -> Result) throws -> Result {
    try read { worker, _, _ in try body(BookingReader(prepare: worker.statement)) }
  }

  private func changing<Result>(at now: Instant, _ body: (MemberTransaction) throws -> Result) throws -> Result {
    do { return try transaction(at: now, body) } catch { throw try helpful(error) }
  }
}
