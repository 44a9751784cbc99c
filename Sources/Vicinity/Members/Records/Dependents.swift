import CivilTime
import Streams

/// The records that belong to a listing and are removed with it.
public struct Dependents: Hashable, Sendable {
  /// The id of the listing.
  public var listing: String
  /// Its name.
  public var name: String?
  /// Requested or confirmed bookings that are not over.
  public var openBookings: Int
  /// All bookings.
  public var bookings: Int
  /// Members who have it as a favourite.
  public var favourites: Int
  /// Places taken, including the waiting list.
  public var attendances: Int
  /// Ratings by members.
  public var ratings: Int
  /// Visits.
  public var visits: Int

  /// Whether there are none.
  public var isEmpty: Bool { bookings + favourites + attendances + ratings + visits == 0 }
}

extension Dependents {
  init(of id: String, at now: Instant, in statements: some StatementSource) throws {
    let listing = try RecordedListing(id: id, in: statements)
    func count(_ table: String) throws -> Int {
      try statements.count("SELECT count(*) FROM \(table) WHERE fid = ?1", listing.fid)
    }
    // Where the date is behind UTC, today is a day earlier.
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

  /// The counts on one line: `3 favourites, 1 rating`.
  public var text: String {
    let parts = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.count == 1 ? $0.singular : $0.name)" }
    let title = name.map { "\($0.printable) (\(listing.printable))" } ?? listing.printable
    let open = openBookings > 0 ? "; \(openBookings) of the bookings \(openBookings == 1 ? "is" : "are") open" : ""
    return "\(title): \(parts.isEmpty ? "nothing hangs on it" : parts.joined(separator: ", "))\(open)"
  }

  /// Every count under its name.
  public var json: JSONValue {
    var object = JSONObject([("id", .string(listing))])
    for entry in counts { object[entry.name] = .int(Int64(entry.count)) }
    object["openBookings"] = .int(Int64(openBookings))
    return .object(object)
  }
}
