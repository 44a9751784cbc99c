import CivilTime
import Streams

extension MemberTransaction {
  /// Stores how the host of a stay rates its guest, in place of an earlier rating: from the day of arrival on.
  ///
  /// - Returns: the ratings of the guest, and the booking of the stay.
  /// - Throws: `BookingError.unknownBooking`, `notStayed`; `PermissionError.forHost`.
  func rateGuest(
    of id: String, _ stars: Stars, text: String?
  ) throws -> (summary: GuestRatingSummary, booking: Booking) {
    let booking = try known(id)
    let host = try host(of: booking.listing)
    if let member = principal.member, member != host {
      throw member == booking.member ? PermissionError.forHost(booking: id) : BookingError.unknownBooking(id: id)
    }
    let couch = try AvailabilityReader(prepare: statement).calendar(of: booking.listing)
    guard booking.status == .confirmed, couch.today(at: now) >= booking.nights.from, let host else {
      throw BookingError.notStayed(booking: booking)
    }
    try run(
      """
      INSERT INTO guest_rating (booking_id, host, member, half_stars, text, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (booking_id) DO UPDATE SET host = excluded.host, half_stars = excluded.half_stars,
        text = excluded.text, at = excluded.at
      """, Booking.number(of: id), host, booking.member, stars.halves, try checkedText(text), now)
    try notify(
      booking.member, .guestRated, of: RecordedListing(id: booking.listing, in: self), booking: id, by: host)
    return (try GuestRatingSummary(of: booking.member, limit: 0, in: self), booking)
  }
}
