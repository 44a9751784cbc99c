import CivilTime

/// A change that a member makes to a catalog.
///
/// `docs/members.md` has the JSON form, one object per line. To add one: a case here, its line in `Action.forms`
/// (`Action+JSON.swift`), its line in `perform(in:)` (`Action+Perform.swift`), and, if its result is new, a case of
/// ``ActionOutcome`` with its output.
public enum Action: Hashable, Sendable {
  /// Add a listing to the member's favorites.
  case favorite(listing: String, member: String)
  /// Remove a listing from the member's favorites.
  case unfavorite(listing: String, member: String)
  /// Take a place at an event.
  case join(listing: String, member: String, starts: OccurrenceChoice = .next)
  /// Give up the place.
  case leave(listing: String, member: String, starts: OccurrenceChoice = .next)
  /// Rate a listing, with an optional review.
  case rate(listing: String, member: String, stars: Stars, text: String? = nil)
  /// Withdraw a rating.
  case unrate(listing: String, member: String)
  /// Record a visit; nil means now.
  case visit(listing: String, member: String, at: Instant? = nil)
  /// Request nights on a couch.
  case book(BookingRequest)
  /// Confirm, decline or cancel a booking.
  case change(booking: String, to: Booking.Status)
  /// Rate the guest of a stay, as its host.
  case rateGuest(booking: String, stars: Stars, text: String? = nil)
  /// Block nights of a couch, or unblock them.
  case block(listing: String, nights: Nights, isBlocked: Bool)
  /// Change values of a listing.
  case edit(listing: String, patch: ListingPatch)
  /// Remove a listing with everything that belongs to it.
  case remove(listing: String)
}
