import Foundation
import Geography

/// The interactions of members with listings, and the positions of the listings: the input for computing affinities.
///
/// Members and listings are numbered from 0.
package struct InteractionMatrix: Sendable {
  /// The liked listings of each member, with weights.
  let likings: SparseRows
  /// The supporters of each listing.
  let admirers: SparseRows
  /// The positions of the listings.
  let sites: SiteTree
  /// The weight of each member in sums over members.
  let memberWeights: [Float]
  /// The square root of the number of supporters of each listing, at least 1.
  let rootOfAdmirers: [Float]
  /// The weight of a liking of each listing in the scores of others.
  let listingWeights: [Float]

  var members: Int { likings.count }
  var listings: Int { admirers.count }

  package init(likings: SparseRows, coordinates: [Coordinate], settings: RecommendationSettings) {
    self.likings = likings
    admirers = likings.transposed(columns: coordinates.count)
    sites = SiteTree(coordinates)
    memberWeights = (0..<likings.count).map { member in
      Float(pow(Double(max(1, likings.range(member).count)), -settings.memberDamping))
    }
    let admirers = admirers
    let counts = coordinates.indices.map { max(1, admirers.range($0).count) }
    rootOfAdmirers = counts.map { Float($0).squareRoot() }
    listingWeights = counts.map { Float(pow(Double($0), -settings.admirerDamping)) }
  }
}
