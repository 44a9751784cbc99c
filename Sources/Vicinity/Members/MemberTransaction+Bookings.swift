extension MemberTransaction {
  /// Books a couch, or returns the booking that the same request has made before.
  func book(_ request: BookingRequest) throws -> Booking {
    let before = Statement.allChanges(on: connection)
    let booking = try desk().book(request, at: now)
    if Statement.allChanges(on: connection) > before {
      note(.requested, listing: booking.listing, member: booking.member)
    }
    return booking
  }

  /// Changes the status of a booking; does nothing when it already has that status.
  func change(_ id: String, to status: Booking.Status) throws -> Booking {
    let before = Statement.allChanges(on: connection)
    let booking = try desk().change(id, to: status, at: now)
    if Statement.allChanges(on: connection) > before, let kind = status.change {
      note(kind, listing: booking.listing, member: booking.member)
    }
    return booking
  }

  /// Blocks nights of a couch.
  func block(_ nights: Nights, of couch: String) throws -> AvailabilityCalendar {
    let calendar = try desk().block(nights, of: couch)
    note(.blocked, listing: couch)
    return calendar
  }

  /// Unblocks nights of a couch.
  func unblock(_ nights: Nights, of couch: String) throws -> AvailabilityCalendar {
    let calendar = try desk().unblock(nights, of: couch)
    note(.unblocked, listing: couch)
    return calendar
  }

  private func desk() throws -> BookingDesk { try BookingDesk(prepared) }
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
