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
  /// The host's comment about the guest.
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
