import CivilTime
import Streams

/// What hangs on a listing and goes with it.
public struct Dependents: Hashable, Sendable {
  /// The id of the listing.
  public var listing: String
  /// Its name.
  public var name: String?
  /// Bookings that take nights to come or running, requested or confirmed.
  public var openBookings: Int
  /// All bookings.
  public var bookings: Int
  /// Members who keep it among their favourites.
  public var favourites: Int
  /// Those who have joined, and those who wait.
  public var attendances: Int
  /// Ratings by members.
  public var ratings: Int
  /// Visits.
  public var visits: Int

  /// Whether nothing hangs on it.
  public var isEmpty: Bool { bookings + favourites + attendances + ratings + visits == 0 }
}

extension Dependents {
  init(of id: String, at now: Instant, in statements: some StatementSource) throws {
    let listing = try RecordedListing(id: id, in: statements)
    func count(_ table: String) throws -> Int {
      try statements.count("SELECT count(*) FROM \(table) WHERE fid = ?1", listing.fid)
    }
    // A day earlier than in UTC is today somewhere.
    let today = Zone.utc.localDateTime(at: now).date - 1
    self.init(
      listing: id, name: listing.name,
      openBookings: try statements.count(
        "SELECT count(*) FROM booking WHERE fid = ?1 AND status IN ('requested', 'confirmed') AND to_date > ?2",
        listing.fid, today.description),
      bookings: try count("booking"), favourites: try count("favourite"), attendances: try count("attendance"),
      ratings: try count("rating"), visits: try count("visit"))
  }
}

extension Dependents {
  private var counts: [(name: String, count: Int, singular: String)] {
    [
      ("bookings", bookings, "booking"), ("favourites", favourites, "favourite"),
      ("attendances", attendances, "attendance"), ("ratings", ratings, "rating"), ("visits", visits, "visit"),
    ]
  }

  /// One line for people: `3 favourites, 1 rating`.
  public var text: String {
    let parts = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.count == 1 ? $0.singular : $0.name)" }
    let title = name.map { "\($0.printable) (\(listing.printable))" } ?? listing.printable
    let open = openBookings > 0 ? "; \(openBookings) of the bookings \(openBookings == 1 ? "is" : "are") open" : ""
    return "\(title): \(parts.isEmpty ? "nothing hangs on it" : parts.joined(separator: ", "))\(open)"
  }

  /// Every number under its name.
  public var json: JSONValue {
    var object = JSONObject([("id", .string(listing))])
    for entry in counts { object[entry.name] = .int(Int64(entry.count)) }
    object["openBookings"] = .int(Int64(openBookings))
    return .object(object)
  }
}
