/// How much a member likes each category: its share of all that the member likes.
struct CategoryTaste {
  private var shares: [Int: Float] = [:]

  init(_ taste: MemberTaste, _ categories: (Int) throws -> [Int]) throws {
    let sum = taste.likings.reduce(0) { $0 + $1.weight }
    for liking in taste.likings {
      for category in try categories(liking.listing) { shares[category, default: 0] += liking.weight / sum }
    }
  }

  /// The largest share among some categories, 0...1.
  func share(of categories: [Int]) -> Float { categories.reduce(0) { max($0, shares[$1] ?? 0) } }

  /// The best after scores above 0 are multiplied by what the taste for their categories adds.
  ///
  /// - Parameters:
  ///   - scored: the best first.
  ///   - isThere: whether a listing may be told.
  func lifted(
    _ scored: [ScoreBoard.Scored], limit: Int, _ categories: (Int) throws -> [Int], _ settings: RecommendationSettings,
    where isThere: (Int) throws -> Bool
  ) throws -> [ScoreBoard.Scored] {
    let most = 1 + Float(settings.categoryShare) * (shares.values.max() ?? 0)
    var best: [ScoreBoard.Scored] = []
    for var candidate in scored {
      // What follows has at most this, and would not be among the best.
      if best.count == limit, let last = best.last, max(candidate.score, candidate.score * most) < last.score { break }
      guard try isThere(Int(candidate.listing)) else { continue }
      if candidate.score > 0 {
        let share = share(of: try categories(Int(candidate.listing)))
        candidate.score *= 1 + Float(settings.categoryShare) * share
      }
      let place = best.firstIndex { ScoreBoard.Scored.precedes(candidate, $0) } ?? best.count
      best.insert(candidate, at: place)
      if best.count > limit { best.removeLast() }
    }
    return best
  }
}
