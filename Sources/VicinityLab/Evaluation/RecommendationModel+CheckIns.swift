import Foundation
import Vicinity

extension RecommendationModel {
  /// Builds the model of a data set; visits are weighted by 1 + ln visits.
  init(fitting data: CheckIns, settings: RecommendationSettings, threads: Int) {
    let weights = SignalWeights()
    let interactions = data.visits.mapped { visits in
      var sums = SignalSums()
      sums.add(.visit, Double(visits))
      return Float(weights.weight(of: sums))
    }
    self.init(
      interactions, at: data.coordinates, friends: data.friends, categories: data.categories, settings: settings,
      threads: threads)
  }
}

extension RecommendationRanker {
  /// The places to recommend to a member of the data set.
  func places(for member: Int, limit: Int) throws -> [Int32] {
    try recommend(to: member, limit: limit).map(\.listing)
  }
}

extension SparseRows {
  /// The same matrix with transformed weights.
  func mapped(_ transform: (Float) -> Float) -> SparseRows {
    SparseRows(starts: starts, columns: columns, weights: weights.map(transform))
  }
}
