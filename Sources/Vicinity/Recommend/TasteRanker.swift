/// Ranks listings for one member after the other; for one thread.
///
/// A score is a sum over what the member likes, so the share of every liking is known.
struct TasteRanker<Rows: AffinityRows> {
  let rows: Rows
  let settings: RecommendationSettings
  private var board: ScoreBoard

  /// - Parameter board: one that another ranker has used, to save making a new one.
  init(_ rows: Rows, _ settings: RecommendationSettings, _ board: ScoreBoard? = nil) {
    (self.rows, self.settings) = (rows, settings)
    let fits = board.map { $0.listings >= rows.listingBound } ?? false
    self.board = fits ? board ?? ScoreBoard(listings: 0) : ScoreBoard(listings: rows.listingBound)
  }

  /// The board, for the next ranker; this one must not be used any more.
  mutating func releasedBoard() -> ScoreBoard {
    defer { board = ScoreBoard(listings: 0) }
    return board
  }

  /// The categories of a listing.
  typealias Categories = (_ listing: Int) throws -> [Int]

  /// How many candidates the taste for categories may reorder.
  private static var candidates: Int { 200 }

  /// The best listings that the member does not know, the best first.
  ///
  /// - Parameters:
  ///   - categories: of the likings and of candidates; nil where nobody knows any.
  ///   - isThere: whether a listing may be told.
  mutating func best(
    for taste: MemberTaste, limit: Int, categories: Categories? = nil,
    where isThere: (Int) throws -> Bool = { _ in true }
  ) throws -> [ScoreBoard.Scored] {
    defer { board.clear() }
    try addScores(of: taste)
    let tastes = try categories.map { try CategoryTaste(taste, $0) }
    var wanted = tastes == nil ? limit : max(limit, Self.candidates)
    while true {
      let best = board.best(wanted)
      let there =
        if let tastes, let categories {
          try tastes.lifted(best, limit: limit, categories, settings, where: isThere)
        } else {
          try Self.first(limit, of: best, where: isThere)
        }
      if there.count == limit || best.count < wanted { return there }
      wanted *= 2
    }
  }

  /// The first that may be told.
  private static func first(
    _ limit: Int, of scored: [ScoreBoard.Scored], where isThere: (Int) throws -> Bool
  ) rethrows -> [ScoreBoard.Scored] {
    var found: [ScoreBoard.Scored] = []
    for candidate in scored where found.count < limit {
      if try isThere(Int(candidate.listing)) { found.append(candidate) }
    }
    return found
  }

  /// What each liking of the member, and the friends together, add to the scores of some listings.
  func parts(of listings: [Int32], for taste: MemberTaste) throws -> [Int32: TasteParts] {
    // Both ascend, so one way along them finds what they have in common.
    let told = Set(listings).sorted()
    var parts = [TasteParts](repeating: TasteParts(), count: told.count)
    for liking in taste.likings {
      var place = 0
      try rows.forEachTarget(of: liking.listing) { target, affinity in
        while place < told.count, told[place] < target { place += 1 }
        guard place < told.count, told[place] == target else { return }
        parts[place].likings.append(.init(listing: liking.listing, weight: liking.weight * affinity))
      }
    }
    let places = Dictionary(uniqueKeysWithValues: zip(told, told.indices))
    for liking in taste.likedByFriends {
      guard let place = places[Int32(liking.listing)], parts[place].sum > 0 else { continue }
      parts[place].friends = parts[place].sum * Float(settings.friendShare) * liking.weight
      parts[place].friendCount = Int(liking.weight)
    }
    return Dictionary(uniqueKeysWithValues: zip(told, parts))
  }

  private mutating func addScores(of taste: MemberTaste) throws {
    for liking in taste.likings { board.exclude(liking.listing) }
    for listing in taste.rejected { board.exclude(listing) }
    for liking in taste.likings {
      try rows.forEachTarget(of: liking.listing) { board.add(liking.weight * $1, to: $0) }
    }
    for liking in taste.likedByFriends {
      board.multiply(liking.listing, by: 1 + Float(settings.friendShare) * liking.weight)
    }
  }
}

/// The summands of a score.
struct TasteParts: Hashable, Sendable {
  /// What each liked listing adds.
  var likings: [MemberTaste.Liking] = []
  /// What friends add.
  var friends: Float = 0
  /// How many of them like it.
  var friendCount = 0

  /// The score.
  var sum: Float { likings.reduce(friends) { $0 + $1.weight } }
}
