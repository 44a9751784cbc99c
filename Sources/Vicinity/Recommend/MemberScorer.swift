import Geography

/// All recommendations are scored with this: queries, whose candidates come from the index, and evaluations, whose
/// candidates come from memory. The columns hold the model's scores for the member until another member's scorer is
/// made with them.
///
/// With the weights divided according to the member's interactions.
struct MemberScorer {
  let profile: MemberProfile
  /// With the weights as the interactions of the member divide them.
  let points: PartScorer
  /// The greatest score of the model for what the member does not know.
  let greatest: Float
  let columns: MemberScores

  /// Adds up the support of the model for each listing.
  ///
  /// - Complexity: the listings that the interactions of the member support, hundreds each.
  init(
    _ profile: MemberProfile, _ points: PartScorer, _ rows: some AffinityRows, friendShare: Double,
    in columns: MemberScores
  ) throws {
    columns.clearScores()
    var evidence = 0
    for interaction in profile.taste.interactions {
      if try columns.add(interaction.listing, weight: interaction.weight, from: rows) { evidence += 1 }
    }
    for liked in profile.taste.likedByFriends {
      columns.multiply(liked.listing, by: 1 + Float(friendShare) * liked.weight)
    }
    (self.profile, self.columns) = (profile, columns)
    self.points = points.shifted(evidence: evidence)
    greatest = columns.greatestScore(except: profile.taste.known)
  }

  /// The facts of a listing, apart from its row, that its score depends on.
  struct Facts {
    var coordinate: Coordinate
    var kind: Kind
    /// Major units; not a number when not known.
    var price: Double
    var votes: Int
    /// The greatest share of one of its tags among what the member likes.
    var tagShare: Double
  }

  /// Taste, tags, places, popularity and price.
  @inline(__always)
  func parts(ofRow row: Int, _ facts: Facts) -> ScoreParts {
    ScoreParts(
      taste: taste(ofRow: row), tags: points.tags(share: facts.tagShare),
      places: points.places(profile.homeAreas.worth(facts.coordinate, reach: points.weights.homeAreaReachMeters)),
      popularity: popularity(ofRow: row, votes: facts.votes),
      price: points.price(facts.price, usual: profile.usualPrice(of: facts.kind)))
  }

  @inline(__always)
  func taste(ofRow row: Int) -> Double { points.taste(columns.score(ofRow: row), greatest: greatest) }

  @inline(__always)
  func popularity(ofRow row: Int, votes: Int) -> Double {
    points.popularity(Int(columns.supporters(ofRow: row)) + max(votes, 0))
  }
}
