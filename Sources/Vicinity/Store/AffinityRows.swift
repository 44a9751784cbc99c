/// Which listings an interaction speaks for.
protocol AffinityRows {
  /// One more than the highest number of a listing.
  var listingBound: Int { get }

  /// Calls `body` with every listing that an interaction with `listing` speaks for, and how much.
  func forEachTarget(of listing: Int, _ body: (_ target: Int, _ affinity: Float) -> Void) throws
}
