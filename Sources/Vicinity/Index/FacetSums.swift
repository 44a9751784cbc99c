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
    let kinds: UInt8
    /// Whether events that are over are left out.
    let leavesOutPast: Bool
  }

  let total: Int
  let tagged: Int
  /// By facet.
  let counts: [[Count]]
  /// The times, in Unix seconds, at which the same events are not over.
  let valid: Range<Int64>

  /// The sums kept for a node, and the most counts of one: so all together are no larger than the leaves.
  static let most = 4
  private static let mostCounts = 4096

  /// Whether it is worth its memory.
  var isSmall: Bool { counts.reduce(0) { $0 + $1.count } <= Self.mostCounts }
}
