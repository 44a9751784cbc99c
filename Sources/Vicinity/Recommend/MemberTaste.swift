/// The data about one member: the interactions on which recommendations are based.
struct MemberTaste: Sendable {
  /// A listing with how much it is liked, above 0.
  struct Interaction: Hashable, Sendable {
    var listing: Int
    var weight: Float
  }

  /// The listings that the member likes.
  var interactions: [Interaction] = []
  /// Listings that the member knows and dislikes; never recommended.
  var rejected: [Int] = []
  /// For each listing liked by friends of the member, the number of these friends.
  var likedByFriends: [Interaction] = []

  /// The rows that the member knows.
  var known: Set<Int> { Set(interactions.map(\.listing) + rejected) }
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

extension MemberTaste {
  /// The data that a catalog has about a member.
  init(of member: String, in statements: some StatementSource) throws {
    let reader = SignalReader(statements: statements, weights: SignalWeights())
    for interaction in try reader.interactions(of: member) {
      if interaction.weight > 0 {
        interactions.append(.init(listing: interaction.fid, weight: Float(interaction.weight)))
      } else {
        rejected.append(interaction.fid)
      }
    }
    var counts: [Int: Float] = [:]
    for friend in try reader.friends(of: member) {
      for listing in try reader.liked(by: friend) { counts[listing, default: 0] += 1 }
    }
    likedByFriends = counts.sorted { $0.key < $1.key }.map { Interaction(listing: $0.key, weight: $0.value) }
  }
}
