import Geography

extension Catalog {
  /// The result of a build of recommendations.
  public struct RecommendationReport: Hashable, Sendable {
    /// Listings of the catalog.
    public var listings: Int
    /// Members with interactions.
    public var members: Int
    /// Pairs of a member and a listing that the member likes.
    public var likings: Int
    /// Pairs of listings of which one supports the other.
    public var affinities: Int

    init(_ report: RecommendationBuild.Report) {
      (listings, members) = (report.listings, report.members)
      (likings, affinities) = (report.likings, report.affinities)
    }
  }

  /// Rebuilds the affinities between listings from all interactions of members, and stores them in the file.
  ///
  /// Later interactions count immediately: only the affinities are as old as the last build. The result does not depend
  /// on the number of threads.
  /// - Throws: `CatalogError.readOnly`, `SQLiteFailure`; the previous affinities are kept then.
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

  /// The listings that a member will probably like, best first, with the reasons for each.
  ///
  /// Listings that the member already knows are left out. If there are too few, the most popular listings follow: near
  /// `place`, or near what the member likes, or anywhere.
  /// - Parameters:
  ///   - member: for whom.
  ///   - place: the member's location, used if nothing is known about the member.
  ///   - limit: how many at most.
  ///   - settings: the numbers behind the scores.
  /// - Throws: `SQLiteFailure` when the file cannot be read.
  /// - Complexity: some hundred listings for each interaction of the member.
  public func recommendations(
    for member: String, near place: Coordinate? = nil, limit: Int = 20, settings: RecommendationSettings = .init()
  ) throws -> [Recommendation] {
    try recommendationSeries(settings).recommendations(for: member, near: place, limit: limit)
  }

  /// Recommendations for a series of members, on one thread.
  public func recommendationSeries(_ settings: RecommendationSettings = .init()) -> RecommendationSeries {
    RecommendationSeries(catalog: self, settings: settings)
  }
}

/// Recommends for a series of members, reusing memory; for one thread.
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

/// The score board kept between two members.
private final class BoardMemory {
  private var board: ScoreBoard?

  func take() -> ScoreBoard? {
    defer { board = nil }
    return board
  }

  func keep(_ board: ScoreBoard) { self.board = board }
}
