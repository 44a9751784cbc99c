/// What is known of one member: the likings that recommendations follow from.
struct MemberTaste: Sendable {
  /// A listing with how much it is liked, above 0.
  struct Liking: Hashable, Sendable {
    var listing: Int
    var weight: Float
  }

  /// What the member likes.
  var likings: [Liking] = []
  /// What the member knows and does not like; never recommended either.
  var rejected: [Int] = []
  /// For what the member's friends like, how many of them do.
  var likedByFriends: [Liking] = []
}

/// Which listings a liking speaks for.
protocol AffinityRows {
  /// One more than the highest number of a listing.
  var listingBound: Int { get }

  /// Calls `body` with every listing that a liking of `listing` speaks for, and how much.
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
