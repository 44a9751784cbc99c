import CivilTime

/// Why a booking or a block was not made or changed; nothing was.
public enum BookingError: Error, Hashable, Sendable {
  /// The couch cannot be had for the stay; everything that is in the way.
  case unavailable(listing: String, nights: Nights, obstacles: [Obstacle])
  /// The member offers the couch.
  case ownCouch(listing: String, member: String)
  /// The member has used the key for another stay already.
  case keyReused(key: String, booking: Booking)
  /// No booking has this id.
  case unknownBooking(id: String)
  /// The booking cannot go from where it stands to the status wanted.
  case wrongStatus(booking: Booking, wanted: Booking.Status)
  /// A value that no booking can have; the text says which and why.
  case badValue(String)
}

extension BookingError {
  /// A short word for the kind of error; stable, for programs.
  public var code: String {
    switch self {
    case .unavailable(_, _, let obstacles) where obstacles.contains(where: \.isPast): "past"
    case .unavailable(_, _, let obstacles) where obstacles.allSatisfy(\.isNotice): "notice"
    case .unavailable: "unavailable"
    case .ownCouch: "own-couch"
    case .keyReused: "key-reused"
    case .unknownBooking: "unknown-booking"
    case .wrongStatus: "wrong-status"
    case .badValue: "out-of-range"
    }
  }
}

extension BookingError: CustomStringConvertible {
  /// What is wrong, and what is in the way.
  public var description: String {
    switch self {
    case .unavailable(let listing, let nights, let obstacles):
      "\"\(listing.shortened)\" cannot be had from \(nights.from) to \(nights.to): "
        + obstacles.map { $0.description(in: .utc) }.joined(separator: "; ")
    case .ownCouch(let listing, let member):
      "\"\(member.shortened)\" offers \"\(listing.shortened)\" and cannot book it; a host keeps nights by blocking them"
    case .keyReused(let key, let booking):
      "the key \"\(key.shortened)\" belongs to \(booking.id), \"\(booking.listing.shortened)\" from \(booking.nights.from) to "
        + "\(booking.nights.to) for \(booking.guests); choose another key for another stay"
    case .unknownBooking(let id):
      "no booking has the id \"\(id.shortened)\"; ids look like booking-7"
    case .wrongStatus(let booking, let wanted):
      "\(booking.id) is \(booking.status.rawValue) and cannot become \(wanted.rawValue)"
    case .badValue(let text): text
    }
  }
}
