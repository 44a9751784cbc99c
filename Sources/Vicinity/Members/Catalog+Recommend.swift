import Geography

extension Catalog {
  /// What a build of recommendations has made.
  public struct RecommendationReport: Hashable, Sendable {
    /// Listings of the catalog.
    public var listings: Int
    /// Members of whom something is known.
    public var members: Int
    /// Pairs of a member and a listing that the member likes.
    public var likings: Int
    /// Pairs of listings of which one speaks for the other.
    public var affinities: Int

    init(_ report: RecommendationBuild.Report) {
      (listings, members) = (report.listings, report.members)
      (likings, affinities) = (report.likings, report.affinities)
    }
  }

  /// Works out anew which listings speak for which, from all that members have said and done, and keeps it in the file.
  ///
  /// What a member says afterwards counts at once: only which listings go together is as old as the last build. The result is the same
  /// whatever the number of threads.
  /// - Throws: `CatalogError.readOnly`, `SQLiteFailure`; the old ones are kept then.
  /// - Complexity: for each listing, repeated sums over the members who like something in its neighbourhood.
  @discardableResult
  public func buildRecommendations(
    settings: RecommendationSettings = .init(), threads: Int
  ) throws -> RecommendationReport {
    try writing().transaction { statements in
      try RecommendationReport(
        RecommendationBuild(settings: settings, threads: max(1, threads)).run(with: statements))
    }
  }

  /// The listings that a member will probably like, the best first, with what speaks for each.
  ///
  /// What the member knows already is left out. Where too little is known, the listings follow that most members like: near `place`, or near
  /// what the member likes, or anywhere.
  /// - Parameter place: where the member is, for those of whom nothing is known.
  /// - Throws: `SQLiteFailure` when the file cannot be read.
  /// - Complexity: what the member's likings speak for, some hundred listings each.
  public func recommendations(
    for member: String, near place: Coordinate? = nil, limit: Int = 20, settings: RecommendationSettings = .init()
  ) throws -> [Recommendation] {
    try recommendationSeries(settings).recommendations(for: member, near: place, limit: limit)
  }

  /// Recommendations for one member after the other, by one thread.
  public func recommendationSeries(_ settings: RecommendationSettings = .init()) -> RecommendationSeries {
    RecommendationSeries(catalog: self, settings: settings)
  }
}

/// Recommends for one member after the other, and keeps its memory from one to the next; for one thread.
public struct RecommendationSeries {
  private let catalog: Catalog
  private let settings: RecommendationSettings
  private let memory = BoardMemory()

  init(catalog: Catalog, settings: RecommendationSettings) { (self.catalog, self.settings) = (catalog, settings) }

  /// As `Catalog.recommendations(for:near:limit:settings:)`.
  public func recommendations(for member: String, near place: Coordinate? = nil, limit: Int) throws -> [Recommendation]
  {
    try catalog.read { worker, _, _ in
      let taste = try MemberTaste(of: member, in: worker)
      var ranker = TasteRanker(try StoredAffinities(in: worker), settings, memory.take())
      defer { memory.keep(ranker.releasedBoard()) }
      let best = try ranker.best(for: taste, limit: max(0, limit), categories: worker.tags(ofRow:)) {
        try worker.hasListing($0)
      }
      var found = try worker.recommendations(best, try ranker.parts(of: best.map(\.listing), for: taste))
      if found.count < limit { try worker.addPopular(to: &found, taste, near: place, limit: limit) }
      return found
    }
  }
}

/// A board between two members.
private final class BoardMemory {
  private var board: ScoreBoard?

  func take() -> ScoreBoard? {
    defer { board = nil }
    return board
  }

  func keep(_ board: ScoreBoard) { self.board = board }
}
