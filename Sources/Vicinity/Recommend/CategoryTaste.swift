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

  /// Multiplies scores above 0 by what the taste for their categories adds, and puts them in order again.
  func lift(
    _ scored: inout [ScoreBoard.Scored], _ categories: (Int) throws -> [Int], _ settings: RecommendationSettings
  ) throws {
    for index in scored.indices where scored[index].score > 0 {
      let share = share(of: try categories(Int(scored[index].listing)))
      scored[index].score *= 1 + Float(settings.categoryShare) * share
    }
    scored.sort(by: ScoreBoard.Scored.precedes)
  }
}
