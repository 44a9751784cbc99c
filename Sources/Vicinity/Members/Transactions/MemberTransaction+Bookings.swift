import CivilTime

extension MemberTransaction {
  /// Books a couch, or returns the booking that the same request has made before.
  ///
  /// A member who books for themselves needs a host who answers; the owner of the catalog, who books for members,
  /// answers too.
  /// - Returns: the booking, and whether this call has made it.
  func book(_ request: BookingRequest) throws -> (booking: Booking, isNew: Bool) {
    try checkHost(of: request.listing)
    let made = try writer().book(request, needsHost: principal.member != nil, at: now)
    if made.isNew {
      note(.requested, listing: made.booking.listing, member: made.booking.member)
      try notifyGuestAndHost(of: made.booking, .requested)
    }
    return made
  }

  /// Lets the caller refuse the host of a couch that is to be booked.
  private func checkHost(of couch: String) throws {
    guard let check = bookingCheck else { return }
    let host = try first(
      "SELECT d.host FROM listing l JOIN listing_detail d USING (fid) WHERE l.id = ?1", couch, body: { $0.string(0) })
    if let host = host ?? nil { try check(host) }
  }

  /// Changes the status of a booking; does nothing when it already has that status.
  /// - Returns: the booking as it is now, and whether its status has changed.
  func change(_ id: String, to status: Booking.Status) throws -> (booking: Booking, hasChanged: Bool) {
    if let hidden = try hiddenBooking(id) { return try change(hidden: hidden, to: status) }
    try check(changing: id, to: status)
    let changed = try writer().change(id, to: status, at: now)
    if changed.hasChanged, let kind = status.change {
      note(kind, listing: changed.booking.listing, member: changed.booking.member)
      if let kind = MemberNews.Kind(rawValue: kind.rawValue) { try notifyGuestAndHost(of: changed.booking, kind) }
    }
    return changed
  }

  /// A booking at a couch that is hidden now.
  private func hiddenBooking(_ id: String) throws -> Booking? {
    let rows = BookingReader(prepare: statement)
    guard let number = Booking.number(of: id), try rows.booking(numbered: number) == nil else { return nil }
    return try rows.absent(numbered: number)
  }

  /// Calls off a booking at a hidden couch: as its guest, at any time, or as its host.
  private func change(
    hidden booking: Booking, to status: Booking.Status
  ) throws -> (booking: Booking, hasChanged: Bool) {
    let host = try first("SELECT host FROM hidden_listing WHERE id = ?1", booking.listing) { $0.string(0) } ?? nil
    if let member = principal.member, member != host {
      guard member == booking.member else { throw BookingError.unknownBooking(id: booking.id) }
      guard status == .cancelled else { throw PermissionError.forHost(booking: booking.id) }
    }
    if booking.status == status { return (booking, hasChanged: false) }
    guard status != .confirmed, booking.status.mayBecome(status) else {
      throw BookingError.wrongStatus(booking: booking, wanted: status)
    }
    try run(
      """
      UPDATE hidden_record SET record = json_set(record, '$[5]', ?1, '$[10]', ?2)
      WHERE kind = 'booking' AND json_extract(record, '$[0]') = ?3
      """, status.rawValue, now, Booking.number(of: booking.id))
    var changed = booking
    (changed.status, changed.changed) = (status, now)
    if let kind = status.change {
      note(kind, listing: booking.listing, member: booking.member)
      if let kind = MemberNews.Kind(rawValue: kind.rawValue) { try notifyGuestAndHost(of: changed, kind, host: host) }
    }
    return (changed, hasChanged: true)
  }

  /// Hosts answer, and guests cancel in time; to others the booking does not exist.
  private func check(changing id: String, to status: Booking.Status) throws {
    guard let member = principal.member else { return }
    let booking = try known(id)
    let isHost = try host(of: booking.listing) == member
    guard isHost || booking.member == member else { throw BookingError.unknownBooking(id: id) }
    if isHost { return }
    guard status == .cancelled else { throw PermissionError.forHost(booking: id) }
    let couch = try AvailabilityReader(prepare: statement).calendar(of: booking.listing)
    let days =
      try first(
        "SELECT cancellation_notice FROM listing WHERE fid = ?1", couch.row, body: { $0.optionalInt(0) }) ?? nil
    guard booking.status == .confirmed, let days else { return }
    let last: LocalDate = booking.nights.from - days
    guard couch.today(at: now) <= last else { throw BookingError.tooLate(booking: booking, last: last) }
  }

  /// - Throws: `BookingError.unknownBooking`.
  func known(_ id: String) throws -> Booking {
    guard let number = Booking.number(of: id),
      let booking = try BookingReader(prepare: statement).booking(numbered: number)
    else { throw BookingError.unknownBooking(id: id) }
    return booking
  }

  /// Blocks nights of a couch.
  /// - Returns: the updated calendar, and whether any of the nights was not blocked before.
  func block(_ nights: Nights, of couch: String) throws -> (calendar: AvailabilityCalendar, hasChanged: Bool) {
    try principal.check(hosting: couch, of: host(of: couch))
    let blocked = try writer().block(nights, of: couch)
    if blocked.hasChanged { note(.blocked, listing: couch) }
    return blocked
  }

  /// Unblocks nights of a couch.
  /// - Returns: the updated calendar, and whether any of the nights was blocked before.
  func unblock(_ nights: Nights, of couch: String) throws -> (calendar: AvailabilityCalendar, hasChanged: Bool) {
    try principal.check(hosting: couch, of: host(of: couch))
    let unblocked = try writer().unblock(nights, of: couch)
    if unblocked.hasChanged { note(.unblocked, listing: couch) }
    return unblocked
  }

  private func writer() throws -> BookingWriter { try BookingWriter(prepared) }
}

extension Booking.Status {
  /// The change to notify listeners of.
  fileprivate var change: CatalogChange.Kind? {
    switch self {
    case .requested: nil
    case .confirmed: .confirmed
    case .declined: .declined
    case .cancelled: .cancelled
    }
  }
}
