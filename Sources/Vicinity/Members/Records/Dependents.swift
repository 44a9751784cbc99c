import CivilTime

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
  /// Members who have it as a favorite.
  public var favorites: Int
  /// Places taken, including the waiting list.
  public var attendances: Int
  /// Ratings by members.
  public var ratings: Int
  /// Visits.
  public var visits: Int

  /// Whether there are none.
  public var isEmpty: Bool { bookings + favorites + attendances + ratings + visits == 0 }
}

extension Dependents {
  init(of id: String, at now: Instant, in statements: some StatementSource) throws {
    let listing = try RecordedListing(id: id, in: statements)
    func count(_ table: String) throws -> Int {
      try statements.count("SELECT count(*) FROM \(table) WHERE fid = ?1", listing.fid)
    }
    // In zones behind UTC, today may be a day earlier.
    let today = Zone.utc.localDateTime(at: now).date - 1
    self.init(
      listing: id, name: listing.name,
      openBookings: try statements.count(
        "SELECT count(*) FROM booking WHERE fid = ?1 AND status IN ('requested', 'confirmed') AND to_date > ?2",
        listing.fid, today.description),
      bookings: try count("booking"), favorites: try count("favourite"), attendances: try count("attendance"),
      ratings: try count("rating"), visits: try count("visit"))
  }
}
