import CivilTime
import Geography

extension Catalog {
  /// The result of a build of recommendations.
  public struct RecommendationReport: Hashable, Sendable {
    /// Listings of the catalog.
    public var listings: Int
    /// Members with interactions.
    public var members: Int
    /// Pairs of a member and a listing that the member likes.
    public var interactions: Int
    /// Pairs of listings in which one supports the other.
    public var affinities: Int

    init(_ report: RecommendationBuild.Report) {
      (listings, members) = (report.listings, report.members)
      (interactions, affinities) = (report.interactions, report.affinities)
    }
  }

  /// Rebuilds the affinities between listings from all interactions of members, and stores them in the file.
  ///
  /// Later interactions count immediately: only the affinities are as old as the last build. The result does not depend
  /// on the number of threads.
  /// - Throws: `CatalogError.readOnly`, `SQLiteFailure`; the previous affinities are then still in place.
  /// - Complexity: for each listing, repeated sums over the members who like something in its neighborhood.
  @discardableResult
  public func buildRecommendations(
    settings: RecommendationSettings = .init(), threads: Int = Catalog.defaultThreads
  ) throws -> RecommendationReport {
    try writing().transaction { statements in
      try RecommendationReport(
        RecommendationBuild(settings: settings, threads: max(1, threads)).run(with: statements))
    }
  }

  /// The listings that a member will probably like, best first, each with its score, the parts and the reasons.
  ///
  /// The answer to a query with the order `recommended` and no conditions: listings that the member already knows are
  /// left out, and if little is known of the member, popular listings come first.
  /// - Parameters:
  ///   - member: the member.
  ///   - place: the location of the member; nil leaves distances out.
  ///   - limit: how many at most.
  ///   - now: the time that decides which events are soon, or over.
  /// - Throws: `QueryError` for an invalid name or limit, `SQLiteFailure` when the file cannot be read.
  /// - Complexity: a few hundred listings for each interaction of the member, and a bound for every leaf of the index.
  public func recommendations(
    for member: String, near place: Coordinate? = nil, limit: Int = 20, at now: Instant
  ) throws -> [Match] {
    var query = Query()
    (query.members, query.sort, query.near, query.limit) = ([member], [.recommended], place, limit)
    return try answer(query, at: now).matches
  }
}
