import Geography

/// The data behind recommendations, in memory, for evaluations. A catalog has the same in its file.
package struct RecommendationModel: Sendable {
  let world: InteractionMatrix
  let coordinates: [Coordinate]
  let friends: SparseRows?
  let categories: SparseRows?
  let settings: RecommendationSettings
  let affinities: SparseRows

  /// How many affinities there are.
  package var affinityCount: Int { affinities.columns.count }

  /// Computes the affinities.
  ///
  /// - Parameter threads: the number of threads; the result does not depend on it.
  package init(
    _ interactions: SparseRows, at coordinates: [Coordinate], friends: SparseRows?, categories: SparseRows?,
    settings: RecommendationSettings, threads: Int
  ) {
    world = InteractionMatrix(interactions: interactions, coordinates: coordinates, settings: settings)
    self.coordinates = coordinates
    (self.friends, self.categories, self.settings) = (friends, categories, settings)
    affinities = AffinityFit.affinities(of: world, settings, threads: max(1, threads))
  }

  /// The data about a member.
  func taste(of member: Int) -> MemberTaste {
    var taste = MemberTaste()
    for place in world.interactions.range(member) {
      let (listing, weight) = (Int(world.interactions.columns[place]), world.interactions.weights[place])
      if weight > 0 {
        taste.interactions.append(.init(listing: listing, weight: weight))
      } else {
        taste.rejected.append(listing)
      }
    }
    if let friends { addFriends(friends.columns(of: member), to: &taste) }
    return taste
  }

  private func addFriends(_ friends: ArraySlice<Int32>, to taste: inout MemberTaste) {
    for listing in friends.flatMap({ world.interactions.columns(of: Int($0)) }).sorted() {
      if let last = taste.likedByFriends.last, last.listing == Int(listing) {
        taste.likedByFriends[taste.likedByFriends.count - 1].weight += 1
      } else {
        taste.likedByFriends.append(.init(listing: Int(listing), weight: 1))
      }
    }
  }

  /// The numbers of the categories of a listing.
  func tags(of listing: Int) -> ArraySlice<Int32> { categories?.columns(of: listing) ?? [] }

  func profile(of member: Int) -> MemberProfile {
    MemberProfile("", taste(of: member)) { interaction in
      MemberProfile.Facts(
        coordinate: coordinates[interaction.listing], kind: .bar, price: nil,
        tags: tags(of: interaction.listing).map { Int($0) }, weight: Double(interaction.weight))
    }
  }

  /// Ranks listings with this model, for one thread.
  package func ranker() throws -> RecommendationRanker { try RecommendationRanker(self) }
}
