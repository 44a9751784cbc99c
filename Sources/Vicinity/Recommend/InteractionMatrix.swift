import Foundation
import Geography

/// Who likes what, and where it is: all that affinities are worked out from.
///
/// Members and listings are numbered from 0.
package struct InteractionMatrix: Sendable {
  /// What each member likes, with the weight of the liking.
  let likings: SparseRows
  /// By whom each listing is liked.
  let admirers: SparseRows
  /// Where the listings are.
  let sites: SiteTree
  /// What each member counts in sums over members.
  let memberWeights: [Float]
  /// The root of the number of members who like each listing, at least 1.
  let rootOfAdmirers: [Float]
  /// What a liking of each listing counts in the scores of others.
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
