/// Reorders results so that each next one is good and unlike those before it.
///
/// Maximal marginal relevance: the next one maximizes (1 − diversity) × score / best score − diversity × the
/// greatest similarity to one before it; ties go to the better score. Source: Carbonell, Goldstein 1998,
/// doi:10.1145/290941.291025.
struct Diversity {
  /// 0...1.
  let diversity: Double

  /// The features for similarity, the Jaccard index of these ascending numbers.
  typealias Features = [Int32]

  /// The number of best results that may be reordered; the others follow by score.
  static func pool(limit: Int) -> Int { max(200, min(limit, 1000)) }

  /// The indices of the first `limit` results.
  ///
  /// - Parameters:
  ///   - points: scores, best first.
  /// - Complexity: O(limit × n) comparisons of features.
  func order(_ points: [Double], _ features: [Features], limit: Int) -> [Int] {
    guard diversity > 0, let best = points.first else { return Array(points.indices.prefix(limit)) }
    let scale = best > 0 ? 1 / best : 1
    var rest = Array(points.indices)
    var likeness = [Double](repeating: 0, count: points.count)
    var order: [Int] = []
    while order.count < limit, !rest.isEmpty {
      let worth = { (index: Int) in (1 - diversity) * points[index] * scale - diversity * likeness[index] }
      var place = 0
      for other in rest.indices.dropFirst() where worth(rest[other]) > worth(rest[place]) { place = other }
      let next = rest.remove(at: place)
      order.append(next)
      for index in rest { likeness[index] = max(likeness[index], Self.likeness(features[index], features[next])) }
    }
    return order
  }

  /// The ratio of common features to all features of two listings; 1 for two without any.
  static func likeness(_ left: Features, _ right: Features) -> Double {
    var (common, i, j) = (0, 0, 0)
    while i < left.count, j < right.count {
      if left[i] == right[j] { common += 1 }
      let (a, b) = (left[i], right[j])
      if a <= b { i += 1 }
      if b <= a { j += 1 }
    }
    let all = left.count + right.count - common
    return all == 0 ? 1 : Double(common) / Double(all)
  }
}

extension Entry {
  /// Kind and tags.
  var features: Diversity.Features { [-1 - Int32(kind.ordinal)] + tagNumbers }
}
