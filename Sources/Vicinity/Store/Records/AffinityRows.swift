/// The listings that an interaction supports.
protocol AffinityRows {
  /// One more than the highest number of a listing.
  var listingBound: Int { get }

  /// Calls `body` with every listing that an interaction with `listing` supports, and its affinity.
  func forEachTarget(of listing: Int, _ body: (_ target: Int, _ affinity: Float) -> Void) throws
}
