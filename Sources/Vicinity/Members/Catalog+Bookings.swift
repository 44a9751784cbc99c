import CivilTime

extension Catalog {
  /// Books a couch for some nights, or returns the booking that the same request has made before.
  ///
  /// Check and write are one transaction, so of concurrent requests for the same night, in any processes, exactly one
  /// succeeds. When the call returns, the booking is on disk and survives a power failure.
  /// - Parameters:
  ///   - request: the guest, the couch and the nights.
  ///   - principal: the one in whose name it is made.
  ///   - now: the time of the booking.
  /// - Throws: `BookingError.unavailable` with all obstacles, `ownCouch` for the host of the couch, `keyReused` when
  ///   the member has used the key for another stay; `CatalogError` for listings that are not couches;
  ///   `PermissionError` when the principal is another member than the guest.
  public func book(
    _ request: BookingRequest, as principal: Principal = .owner, at now: Instant
  ) throws -> Booking {
    try book(request, as: principal, at: now, checkingHost: nil)
  }

  /// The same; `check` may refuse the host of the couch.
  package func book(
    _ request: BookingRequest, as principal: Principal, at now: Instant, checkingHost check: BookingCheck?
  ) throws -> Booking {
    try performing(.book(request), as: principal, at: now, checkingHosts: check) { try $0.book(request).booking }
  }

  /// Confirms a requested booking, as its host; does nothing if it is already confirmed.
  ///
  /// - Parameters:
  ///   - id: the booking.
  ///   - principal: the one in whose name it is confirmed.
  ///   - now: the time of the change.
  /// - Throws: `BookingError.wrongStatus` when it has been cancelled or declined in the meantime.
  public func confirmBooking(_ id: String, as principal: Principal = .owner, at now: Instant) throws -> Booking {
    try change(booking: id, to: .confirmed, as: principal, at: now)
  }

  /// Declines a requested booking, as its host, and frees its nights.
  ///
  /// - Parameters:
  ///   - id: the booking.
  ///   - principal: the one in whose name it is declined.
  ///   - now: the time of the change.
  /// - Throws: `BookingError.wrongStatus` unless it is requested.
  public func declineBooking(_ id: String, as principal: Principal = .owner, at now: Instant) throws -> Booking {
    try change(booking: id, to: .declined, as: principal, at: now)
  }

  /// Cancels a requested or confirmed booking and frees its nights.
  ///
  /// - Parameters:
  ///   - id: the booking.
  ///   - principal: the one in whose name it is cancelled.
  ///   - now: the time of the change.
  /// - Throws: `BookingError.wrongStatus` when it was declined.
  public func cancelBooking(_ id: String, as principal: Principal = .owner, at now: Instant) throws -> Booking {
    try change(booking: id, to: .cancelled, as: principal, at: now)
  }

  /// Changes the status of a booking.
  package func change(
    booking id: String, to status: Booking.Status, as principal: Principal, at now: Instant
  ) throws -> Booking {
    try performing(.change(booking: id, to: status), as: principal, at: now) { try $0.change(id, to: status).booking }
  }

  /// Blocks nights of a couch, as its host.
  /// - Returns: the updated calendar.
  /// - Throws: `BookingError.unavailable` when some of the nights are booked.
  @discardableResult
  public func block(_ nights: Nights, of couch: String) throws -> AvailabilityCalendar {
    // Does not depend on the time.
    try performing(.block(listing: couch, nights: nights, isBlocked: true), at: .distantPast) {
      try $0.block(nights, of: couch).calendar
    }
  }

  /// Unblocks nights of a couch, as its host; nights unavailable by the source stay so.
  /// - Returns: the updated calendar.
  @discardableResult
  public func unblock(_ nights: Nights, of couch: String) throws -> AvailabilityCalendar {
    try performing(.block(listing: couch, nights: nights, isBlocked: false), at: .distantPast) {
      try $0.unblock(nights, of: couch).calendar
    }
  }

  /// The booking with this id; nil when there is none.
  public func booking(_ id: String) throws -> Booking? {
    guard let number = Booking.number(of: id) else { return nil }
    return try bookings { try $0.booking(numbered: number) }
  }

  /// The bookings of a member, by arrival; including cancelled and declined ones, and those at couches that editors
  /// have hidden or that have vanished from their source (``Booking/absence``).
  public func bookings(of member: String) throws -> [Booking] { try bookings { try $0.allBookings(of: member) } }

  /// The bookings of a couch, by arrival; including cancelled and declined ones.
  public func bookings(at listing: String) throws -> [Booking] { try bookings { try $0.bookings(at: listing) } }

  /// The requests that a host has not answered, by the day of arrival.
  public func requests(to host: String) throws -> [Booking] { try bookings { try $0.requests(to: host) } }

  /// All bookings, oldest first; also those at couches that editors have hidden or that have vanished from their source
  /// (``Booking/absence``).
  public func bookings() throws -> [Booking] { try bookings { try $0.all() } }

  /// The booking with this id at a hidden couch, and the host of the couch; nil when there is none.
  package func hiddenBooking(_ id: String) throws -> (booking: Booking, host: String?)? {
    guard let number = Booking.number(of: id) else { return nil }
    return try read { worker, _, _ in
      guard let booking = try BookingReader(prepare: worker.statement).absent(numbered: number) else { return nil }
      let host = try worker.first("SELECT host FROM hidden_listing WHERE id = ?1", booking.listing) { $0.string(0) }
      return (booking, host ?? nil)
    }
  }

  private func bookings<Result>(_ body: (BookingReader) throws -> Result) throws -> Result {
    try read { worker, _, _ in try body(BookingReader(prepare: worker.statement)) }
  }
}
