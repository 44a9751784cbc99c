import CivilTime

/// One thing that a member wants a catalog to keep.
///
/// `docs/members.md` has the JSON form, one object per line. To add one: a case here, its line in `Action.forms`
/// (`Action+JSON.swift`), and its line in `perform(in:)` (`Action+Perform.swift`).
public enum Action: Hashable, Sendable {
  /// Keep a listing among the member's favourites.
  case favourite(listing: String, member: String)
  /// Take it from there.
  case unfavourite(listing: String, member: String)
  /// Take a place at an event.
  case join(listing: String, member: String, starts: OccurrenceChoice = .next)
  /// Give the place back.
  case leave(listing: String, member: String, starts: OccurrenceChoice = .next)
  /// Give stars, and say why.
  case rate(listing: String, member: String, stars: Stars, text: String? = nil)
  /// Take the stars back.
  case unrate(listing: String, member: String)
  /// Say that the member was there; nil means now.
  case visit(listing: String, member: String, at: Instant? = nil)
  /// Ask for nights on a couch.
  case book(BookingRequest)
  /// Agree to a booking, refuse it, or call it off.
  case change(booking: String, to: Booking.Status)
  /// Keep nights of a couch from being booked, or give them back.
  case block(listing: String, nights: Nights, isBlocked: Bool)
  /// Remove a listing with all that hangs on it.
  case remove(listing: String)
}
