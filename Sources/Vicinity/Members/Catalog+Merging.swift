import CivilTime

extension Catalog {
  /// Merges a listing into another one that is the same place or event: values that the first lacks are taken from the
  /// other, which is hidden.
  ///
  /// Imports keep this: they take the values over again, and the other listing does not come back unless the first one
  /// is gone. Times, status, operating status, host and limits are not taken over, except for the end of an event that
  /// begins at the same time. Favorites, ratings, visits and places of members are copied. `restore` brings the other
  /// listing back.
  /// - Parameters:
  ///   - id: the listing that stays.
  ///   - other: the listing that is hidden, of the same kind; not a couch.
  ///   - principal: the identity that merges them.
  ///   - now: the time of the change.
  /// - Returns: the keys of the values that were taken over.
  /// - Throws: `CatalogError.unknownListing`, `unsuitable`; errors of `edit` and `hide`. Nothing is changed then.
  @discardableResult
  public func merge(
    _ other: String, into id: String, as principal: Principal = .owner, at now: Instant
  ) throws -> [String] {
    do {
      return try transaction(at: now, as: principal, changing: [id, other]) { transaction in
        let (_, _, source) = try transaction.sourceListing(other)
        guard id != other else {
          throw CatalogError.unsuitable(id: id, kind: source.kind, reason: "it cannot be merged into itself.")
        }
        guard source.kind != .couch else {
          throw CatalogError.unsuitable(id: other, kind: .couch, reason: "its bookings cannot be merged.")
        }
        let keys = try transaction.edit(id) { listing in
          guard listing.kind == source.kind else {
            throw CatalogError.unsuitable(
              id: id, kind: listing.kind, reason: "\"\(other)\" is of another kind, so that they cannot be merged.")
          }
          guard listing.starts == source.starts, listing.recurrence == source.recurrence else {
            throw CatalogError.unsuitable(
              id: id, kind: listing.kind,
              reason: "\"\(other)\" takes place at another time, so that they cannot be merged.")
          }
          listing.fill(from: source)
        }
        try transaction.copyRecords(of: other, to: id)
        try transaction.hide(other, because: "merged into \(id)")
        try MergedListings(statements: transaction).note(other, into: id)
        return keys
      }
    } catch { throw try helpful(error) }
  }

  /// Brings back a listing that was merged into another one, which has its own values again after the next import of
  /// its source.
  ///
  /// - Parameters:
  ///   - id: the hidden listing.
  ///   - principal: the identity that splits them.
  ///   - now: the time of the change.
  /// - Returns: the id of the other listing.
  /// - Throws: `CatalogError.unknownListing` for one that is not merged; `PermissionError.forEditors`.
  @discardableResult
  public func split(_ id: String, as principal: Principal = .owner, at now: Instant) throws -> String {
    try transaction(at: now, as: principal, changing: [id]) { transaction in
      guard let target = try MergedListings(statements: transaction).target(of: id) else {
        throw CatalogError.unknownListing(id: id, similar: [])
      }
      try MergedListings(statements: transaction).forgetDownloads(ofTargetOf: id)
      try transaction.restore(id)
      return target
    }
  }
}
