/// The counts by one facet of the listings of one kind below an inner node, and when they are right.
struct FacetSums: Sendable {
  /// The matches with one value.
  struct Count {
    let value: UInt32
    let count: UInt32
  }

  /// A facet of the listings of a kind.
  struct Key: Hashable {
    let facet: Query.Facet
    let kind: Kind
    /// Whether events that are over are left out.
    let leavesOutPast: Bool
  }

  let total: Int
  /// Those with any value, where one can have several: a tag or an area.
  let covered: Int
  let counts: [Count]
  /// The times, in Unix seconds, at which the same events are not over.
  let valid: Range<Int64>

  /// The most counts that are stored for one facet and kind of a node.
  private static let most = 4096

  /// Whether it is worth its memory.
  var isSmall: Bool { counts.count <= Self.most }
}
