/// The interactions of one member, from which recommendations follow.
struct MemberTaste: Sendable {
  /// A listing with how much it is liked, above 0.
  struct Liking: Hashable, Sendable {
    var listing: Int
    var weight: Float
  }

  /// What the member likes.
  var likings: [Liking] = []
  /// Listings that the member knows and dislikes; never recommended.
  var rejected: [Int] = []
  /// For each listing liked by friends of the member, the number of these friends.
  var likedByFriends: [Liking] = []
}

/// Access to the affinities of listings.
protocol AffinityRows {
  /// One more than the highest number of a listing.
  var listingBound: Int { get }

  /// Calls `body` with every listing that a liking of `listing` supports, and the affinity.
  func forEachTarget(of listing: Int, _ body: (_ target: Int, _ affinity: Float) -> Void) throws
}

extension SparseRows {
  /// These rows as affinities; row and columns are listings.
  struct Affinities: AffinityRows {
    let rows: SparseRows
    var listingBound: Int { rows.count }

    @inline(__always)
    func forEachTarget(of listing: Int, _ body: (Int, Float) -> Void) {
      for place in rows.range(listing) { body(Int(rows.columns[place]), rows.weights[place]) }
    }
  }
}
