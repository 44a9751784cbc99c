/// A model of what members like, in memory; for measuring. `Catalog` keeps the same in its file.
package struct RecommendationModel: Sendable {
  let world: InteractionMatrix
  let friends: SparseRows?
  let categories: SparseRows?
  let settings: RecommendationSettings
  let affinities: SparseRows

  /// How many affinities there are.
  package var affinityCount: Int { affinities.columns.count }

  /// Works the affinities out.
  ///
  /// - Parameter threads: how many work at it; they change nothing in the result.
  package init(
    _ world: InteractionMatrix, friends: SparseRows?, categories: SparseRows?, settings: RecommendationSettings,
    threads: Int
  ) {
    (self.world, self.friends, self.categories, self.settings) = (world, friends, categories, settings)
    affinities = AffinityFit.affinities(of: world, settings, threads: max(1, threads))
  }

  /// What is known of a member.
  func taste(of member: Int) -> MemberTaste {
    var taste = MemberTaste()
    for place in world.likings.range(member) {
      let (listing, weight) = (Int(world.likings.columns[place]), world.likings.weights[place])
      if weight > 0 {
        taste.likings.append(.init(listing: listing, weight: weight))
      } else {
        taste.rejected.append(listing)
      }
    }
    if let friends { addFriends(friends.columns(of: member), to: &taste) }
    return taste
  }

  private func addFriends(_ friends: ArraySlice<Int32>, to taste: inout MemberTaste) {
    var counts: [Int32: Float] = [:]
    for friend in friends {
      for listing in world.likings.columns(of: Int(friend)) { counts[listing, default: 0] += 1 }
    }
    taste.likedByFriends = counts.sorted { $0.key < $1.key }.map { .init(listing: Int($0.key), weight: $0.value) }
  }

  /// Ranks listings with this model, for one thread.
  package func ranker() -> RecommendationRanker { RecommendationRanker(self) }
}

/// Ranks listings with a model in memory.
package final class RecommendationRanker {
  private let model: RecommendationModel
  private var ranker: TasteRanker<SparseRows.Affinities>
  private let byPopularity: [Int32]

  init(_ model: RecommendationModel) {
    self.model = model
    ranker = TasteRanker(SparseRows.Affinities(rows: model.affinities), model.settings)
    byPopularity = (0..<model.world.listings).map { Int32($0) }.sorted {
      (model.world.admirers.range(Int($1)).count, $0) < (model.world.admirers.range(Int($0)).count, $1)
    }
  }

  private var categories: ((Int) -> [Int])? {
    model.categories.map { rows in { listing in rows.columns(of: listing).map { Int($0) } } }
  }

  /// The best listings for a member, then, where these are too few, the popular ones.
  package func recommend(to member: Int, limit: Int) throws -> [ScoreBoard.Scored] {
    let taste = model.taste(of: member)
    var best = try ranker.best(for: taste, limit: limit, categories: categories)
    guard best.count < limit else { return best }
    let known = Set(taste.likings.map { Int32($0.listing) } + taste.rejected.map { Int32($0) } + best.map(\.listing))
    let popular = byPopularity.lazy.filter { !known.contains($0) }.prefix(limit - best.count)
    best += popular.map { .init(listing: $0, score: 0) }
    return best
  }
}
