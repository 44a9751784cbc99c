import CivilTime

extension Catalog {
  /// The listing with this id as a member may see it; nil when there is none.
  ///
  /// The host of a couch, and a guest with a confirmed stay there that is not over, get its exact coordinate and
  /// address; everyone else gets the same as from `listing(_:)`.
  /// - Parameters:
  ///   - id: the listing.
  ///   - caller: the requesting member, authenticated by the caller of this function.
  ///   - now: the current time by the clock, independent of any query.
  public func listing(_ id: String, for caller: String, at now: Instant) throws -> Listing? {
    try read { worker, _, numbers in
      guard let row = try worker.number(of: id), let listing = try worker.record(row) else { return nil }
      return listing.placed(at: try worker.exactPoint(ofRow: row, for: caller, at: now, numbers))
    }
  }
}
