import Foundation
import Geography

/// The interactions of members with listings, and the positions of the listings: the input for computing affinities.
///
/// Members and listings are numbered from 0.
package struct InteractionMatrix: Sendable {
  /// The listings that each member likes, with the weight of the interaction.
  let interactions: SparseRows
  /// The supporters of each listing.
  let supporters: SparseRows
  /// The positions of the listings.
  let sites: SiteTree
  /// The weight of each member in sums over members.
  let memberWeights: [Float]
  /// The square root of the number of supporters of each listing, at least 1.
  let rootOfSupporters: [Float]
  /// The weight of an interaction with each listing in the scores of others.
  let listingWeights: [Float]

  var members: Int { interactions.count }
  var listings: Int { supporters.count }

  package init(interactions: SparseRows, coordinates: [Coordinate], settings: RecommendationSettings) {
    self.interactions = interactions
    supporters = interactions.transposed(columns: coordinates.count)
    sites = SiteTree(coordinates)
    memberWeights = (0..<interactions.count).map { member in
      Float(pow(Double(max(1, interactions.range(member).count)), -settings.memberDamping))
    }
    let supporters = supporters
    let counts = coordinates.indices.map { max(1, supporters.range($0).count) }
    rootOfSupporters = counts.map { Float($0).squareRoot() }
    listingWeights = counts.map { Float(pow(Double($0), -settings.supporterDamping)) }
  }
}
