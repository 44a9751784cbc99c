/// The counts of all listings below one inner node that are not over by facet, and when they are right.
struct FacetSums: Sendable {
  /// The matches with one value.
  struct Count {
    let value: UInt32
    let count: UInt32
  }

  /// Facets of the listings of some kinds.
  struct Key: Hashable {
    let facets: [Query.Facet]
    var kinds: UInt8 = 0
    /// Whether events that are over are left out.
    var leavesOutPast = false
  }

  let total: Int
  let tagged: Int
  /// By facet.
  let counts: [[Count]]
  /// The times, in Unix seconds, at which the same events are not over.
  let valid: Range<Int64>

  /// The facets whose sums are kept for a node.
  static let most = 8
}
