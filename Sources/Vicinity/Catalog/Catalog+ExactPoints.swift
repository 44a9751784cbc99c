import CivilTime

extension Catalog {
  /// The listing with this id as a member may see it; nil when there is none.
  ///
  /// The host of a couch, and a guest whose stay there is confirmed and not over, are told its exact coordinate and address; anybody else
  /// sees what `listing(_:)` tells.
  /// - Parameters:
  ///   - caller: who asks; the program has made sure of that.
  ///   - now: when; of the clock, and not what a query says.
  public func listing(_ id: String, for caller: String, at now: Instant) throws -> Listing? {
    try read { worker, _, numbers in
      guard let row = try worker.number(of: id), let listing = try worker.record(row) else { return nil }
      return listing.placed(at: try worker.exactPoint(ofRow: row, for: caller, at: now, numbers))
    }
  }
}
