import CivilTime
import Streams

/// How hosts rate a member as a guest, in numbers.
public struct GuestRatingSummary: Hashable, Sendable {
  /// The guest.
  public var member: String
  /// The mean of all votes, 1 to 5; nil without any.
  public var mean: Double?
  /// The stays that were rated.
  public var votes: Int
  /// The ratings, the newest first.
  public var ratings: [GuestRating]

  /// `member`, `rating`, `ratingCount` and `ratings`.
  public var json: JSONValue {
    var object = JSONObject([("member", .string(member))])
    object["rating"] = mean.map { .double($0) }
    object["ratingCount"] = .int(Int64(votes))
    object["ratings"] = .array(ratings.map(\.json))
    return .object(object)
  }
}

/// How a host rates the guest of a stay.
public struct GuestRating: Hashable, Sendable {
  /// The host at that time.
  public var host: String
  /// 1 to 5 in halves.
  public var stars: Stars
  /// What the host says of the guest.
  public var text: String?
  /// When.
  public var at: Instant

  var json: JSONValue {
    var object = JSONObject([
      ("host", .string(host)), ("stars", .double(stars.number)), ("at", .string(at.description)),
    ])
    object["text"] = text.map { .string($0) }
    return .object(object)
  }
}

extension Catalog {
  /// How hosts rate a member as a guest.
  ///
  /// - Parameters:
  ///   - member: the guest.
  ///   - limit: the most ratings; the mean and the votes are of all.
  public func guestRating(of member: String, limit: Int = 100) throws -> GuestRatingSummary {
    try read { worker, _, _ in try GuestRatingSummary(of: member, limit: limit, in: worker) }
  }
}

extension GuestRatingSummary {
  init(of member: String, limit: Int, in statements: some StatementSource) throws {
    let sums = try statements.first(
      "SELECT count(*), avg(half_stars) / 2 FROM guest_rating WHERE member = ?1", member
    ) { (votes: $0.int(0), mean: $0.optionalDouble(1)) }
    let ratings = try statements.rows(
      """
      SELECT booking_id, host, half_stars, text, at FROM guest_rating WHERE member = ?1
      ORDER BY at DESC, booking_id DESC LIMIT ?2
      """, member, limit
    ) { row in
      let stored = StoredRow(row, of: "guest_rating", row.int(0))
      guard let stars = Stars(Double(row.int(2)) / 2) else { throw stored.damaged(2) }
      return GuestRating(host: row.string(1) ?? "", stars: stars, text: row.string(3), at: try stored.requiredTime(4))
    }
    self.init(member: member, mean: sums?.mean, votes: sums?.votes ?? 0, ratings: ratings)
  }
}

extension MemberTransaction {
  /// Stores how the host of a stay rates its guest, in place of an earlier rating: from the day of arrival on.
  ///
  /// - Throws: `BookingError.unknownBooking`, `notStayed`; `PermissionError.forHost`.
  func rateGuest(of id: String, _ stars: Stars, text: String?) throws -> GuestRatingSummary {
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
    try tell(
      booking.member, .guestRated, of: RecordedListing(id: booking.listing, in: self), booking: id, by: host)
    return try GuestRatingSummary(of: booking.member, limit: 0, in: self)
  }
}
