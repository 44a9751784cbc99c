import CivilTime
import CodedErrors

/// Why a booking or a block was not made or changed.
public enum BookingError: CodedError, Hashable {
  /// The couch is not available for the stay; with all obstacles.
  case unavailable(listing: String, nights: Nights, obstacles: [Obstacle])
  /// The member is the host of the couch.
  case ownCouch(listing: String, member: String)
  /// The couch has no host who could answer; with the web page of its source, if any.
  case noHost(listing: String, url: String?)
  /// The member has already used the key for another stay.
  case keyReused(key: String, booking: Booking)
  /// No booking has this id.
  case unknownBooking(id: String)
  /// The booking cannot change to the requested status.
  case wrongStatus(booking: Booking, wanted: Booking.Status)
  /// A guest can no longer cancel a confirmed stay; `last` was the last day.
  case tooLate(booking: Booking, last: LocalDate)
  /// The stay has not begun, or was not confirmed.
  case notStayed(booking: Booking)
  /// An invalid value of a booking, with the reason.
  case badValue(String)
}

extension BookingError {
  /// A short stable identifier of the error, for programs.
  public var code: String {
    switch self {
    case .unavailable(_, _, let obstacles) where obstacles.contains(where: \.isPast): "past"
    case .unavailable(_, _, let obstacles) where obstacles.allSatisfy(\.isNotice): "notice"
    case .unavailable: "unavailable"
    case .ownCouch: "own-couch"
    case .noHost: "no-host"
    case .keyReused: "key-reused"
    case .unknownBooking: "unknown-booking"
    case .wrongStatus: "wrong-status"
    case .tooLate: "too-late"
    case .notStayed: "not-stayed"
    case .badValue: "out-of-range"
    }
  }
}

extension BookingError {
  /// The error, with all obstacles.
  public var description: String {
    switch self {
    case .unavailable(let listing, let nights, let obstacles):
      "\"\(listing.shortened)\" is not available from \(nights.from) to \(nights.to): "
        + obstacles.map { $0.description(in: .utc) }.joined(separator: "; ")
    case .ownCouch(let listing, let member):
      "\"\(member.shortened)\" offers \"\(listing.shortened)\" and cannot book it; hosts can block nights instead"
    case .noHost(let listing, let url):
      "\"\(listing.shortened)\" has no host here who could answer, so it cannot be booked"
        + (url.map { "; see \($0.shortened)" } ?? "")
    case .keyReused(let key, let booking):
      "the key \"\(key.shortened)\" belongs to \(booking.id), \"\(booking.listing.shortened)\" from "
        + "\(booking.nights.from) to "
        + "\(booking.nights.to) for \(booking.guests); choose another key for another stay"
    case .unknownBooking(let id):
      "no booking has the id \"\(id.shortened)\"; ids look like booking-7"
    case .wrongStatus(let booking, let wanted):
      "\(booking.id) has already been \(booking.status.rawValue) and can no longer be \(wanted.rawValue)"
    case .tooLate(let booking, let last):
      "\(booking.id) could be cancelled until \(last); contact its host, who still can"
    case .notStayed(let booking):
      "\(booking.id) is not a stay that has started: hosts can rate a guest from the day of arrival, "
        + "\(booking.nights.from)"
    case .badValue(let text): text
    }
  }
}
