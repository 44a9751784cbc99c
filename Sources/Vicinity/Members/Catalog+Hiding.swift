import CivilTime
import Streams

extension Catalog {
  /// Hides a listing: no search, list or answer contains it until it is restored.
  ///
  /// Its favorites, event attendance, ratings, visits, bookings and blocks are stored with it, and the members
  /// concerned are notified.
  /// - Parameters:
  ///   - id: the listing.
  ///   - reason: for its host.
  ///   - principal: the identity that hides it: an editor or the owner.
  ///   - now: the time of the change.
  /// - Throws: `CatalogError.unknownListing`; `PermissionError.forEditors`.
  public func hide(_ id: String, because reason: String, as principal: Principal = .owner, at now: Instant) throws {
    do {
      try transaction(at: now, as: principal, changing: [id]) { try $0.hide(id, because: reason) }
    } catch { throw try helpful(error) }
  }

  /// Puts a hidden listing back, with everything that belongs to it.
  ///
  /// - Throws: `CatalogError.unknownListing`, without similar ids; `PermissionError.forEditors`.
  public func restore(_ id: String, as principal: Principal = .owner, at now: Instant) throws {
    try transaction(at: now, as: principal, changing: [id]) { try $0.restore(id) }
  }

  /// The hidden listings, the latest first.
  ///
  /// - Parameter host: only this host's listings; nil for all.
  public func hiddenListings(of host: String? = nil) throws -> [HiddenListing] {
    try read { worker, _, _ in
      guard let host else {
        return try worker.rows(
          "SELECT id, listing, reason, at FROM hidden_listing WHERE until IS NULL ORDER BY at DESC, id",
          body: Self.hidden)
      }
      return try worker.rows(
        "SELECT id, listing, reason, at FROM hidden_listing WHERE host = ?1 AND until IS NULL ORDER BY at DESC, id",
        host, body: Self.hidden)
    }
  }

  /// The listing with this id that an editor has hidden; nil when there is none.
  package func hiddenListing(_ id: String) throws -> HiddenListing? {
    try readFile { worker in
      try worker.first(
        "SELECT id, listing, reason, at FROM hidden_listing WHERE id = ?1 AND until IS NULL", id, body: Self.hidden)
    }
  }

  /// Deletes the records of listings that vanished from their source 90 days ago; every change does so as well.
  package func purgeKept(at now: Instant) throws {
    let isDue = try readFile { worker in
      try worker.count("SELECT EXISTS (SELECT 1 FROM hidden_listing WHERE until < ?1)", now) == 1
    }
    if isDue { try transaction(at: now) { _ in } }
  }

  /// Whether a listing has this id: visible, hidden, or vanished with records of members.
  package func has(listing id: String) throws -> Bool {
    try readFile { worker in
      try worker.count(
        """
        SELECT EXISTS (SELECT 1 FROM listing WHERE id = ?1) OR EXISTS (SELECT 1 FROM hidden_listing WHERE id = ?1)
        """, id) == 1
    }
  }

  /// The row that a hidden listing had before it was hidden; nil when there is no such listing.
  package func formerRow(ofHidden id: String) throws -> Int? {
    try readFile { worker in
      try worker.first(
        "SELECT json_extract(record, '$[0]') FROM hidden_record WHERE id = ?1 AND kind = 'listing'", id
      ) { $0.optionalInt(0) } ?? nil
    }
  }

  /// The row of a listing, which no other listing gets; nil when there is none.
  package func row(of id: String) throws -> Int? {
    try readFile { worker in try worker.first("SELECT fid FROM listing WHERE id = ?1", id) { $0.int(0) } }
  }

  private static func hidden(_ row: Statement) throws -> HiddenListing {
    HiddenListing(
      id: row.string(0) ?? "", listing: try listing(row), reason: row.string(2) ?? "",
      at: Instant(secondsSince1970: Int64(row.int(3))))
  }

  private static func listing(_ row: Statement) throws -> Listing {
    try KeptRecords.listing(row.string(1) ?? "", id: row.string(0) ?? "")
  }
}
