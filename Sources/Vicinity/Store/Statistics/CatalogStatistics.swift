import Geography

/// The contents of a catalog in numbers.
public struct CatalogStatistics: Hashable, Sendable {
  /// A value with the number of listings that have it.
  public struct Count: Hashable, Sendable {
    /// The value.
    public var name: String
    /// Listings with it.
    public var count: Int
  }

  /// Listings by kind, in the order bar, event, couch.
  public var kinds: [Count] = []
  /// Listings by import source, by name.
  public var sources: [Count] = []
  /// Listings by IANA time zone, most frequent first.
  public var zones: [Count] = []
  /// Listings with a price by ISO 4217 code, most frequent first; the empty name stands for no currency.
  public var currencies: [Count] = []
  /// The most frequent tags.
  public var tags: [Count] = []
  /// The number of distinct tags.
  public var tagCount = 0
  /// The number of distinct pairs of opening hours and zone.
  public var scheduleCount = 0
  /// Bars without opening hours.
  public var barsWithoutHours = 0
  /// Listings with a price.
  public var priced = 0
  /// Listings with a rating.
  public var rated = 0
  /// The mean of all ratings, each weighted by its votes; nil when there are none.
  public var meanRating: Double?
  /// Taken nights of couches.
  public var blockedNights = 0
  /// The smallest box of all listings that does not cross the antimeridian; nil when there are none.
  public var extent: BoundingBox?
  /// The size of the file in bytes.
  public var fileSize = 0
  /// The applied migrations, oldest first; the last one is the schema version.
  public var migrations: [String] = []

  /// All listings.
  public var listings: Int { kinds.reduce(0) { $0 + $1.count } }
}

extension CatalogStatistics {
  /// The number of most frequent tags reported.
  static let tagLimit = 20

  init(from source: some StatementSource) throws {
    kinds = try source.counts(
      "SELECT k.column1, (SELECT count(*) FROM listing WHERE kind = k.column1) FROM (VALUES ('bar'), ('event'), ('couch')) k"
    )
    sources = try source.counts(
      "SELECT s.name, count(*) FROM listing JOIN source s USING (source_id) GROUP BY 1 ORDER BY 1")
    zones = try source.counts(
      "SELECT z.name, count(*) FROM listing JOIN zone z USING (zone_id) GROUP BY 1 ORDER BY 2 DESC, 1")
    currencies = try source.counts(
      """
      SELECT coalesce(c.code, ''), count(*) FROM listing LEFT JOIN currency c USING (currency_id)
      WHERE price IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1
      """)
    tags = try source.counts(
      """
      SELECT t.name, n FROM (SELECT tag_id, count(*) AS n FROM listing_tag GROUP BY 1) JOIN tag t USING (tag_id)
      ORDER BY n DESC, t.name LIMIT \(Self.tagLimit)
      """)
    tagCount = try source.count("SELECT count(DISTINCT tag_id) FROM listing_tag")
    scheduleCount = try source.count("SELECT count(DISTINCT schedule_id) FROM listing")
    barsWithoutHours = try source.count("SELECT count(*) FROM listing WHERE kind = 'bar' AND schedule_id IS NULL")
    priced = try source.count("SELECT count(price) FROM listing")
    rated = try source.count("SELECT count(rating) FROM listing")
    blockedNights = try source.count("SELECT coalesce(sum(julianday(to_date) - julianday(from_date)), 0) FROM block")
    fileSize = try source.count("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    migrations = try source.counts("SELECT identifier, 1 FROM grdb_migrations ORDER BY rowid").map(\.name)
    try readMeanRating(source)
    try readExtent(source)
  }

  /// Updates the summary data after a change: the mean rating, the extent of the layer, and the planner's profile.
  ///
  /// It is rebuilt when a twentieth of the listings has changed since the last time. Until then the mean is not
  /// updated, and the extent only grows, so that a small change is cheap in a large catalog.
  /// - Parameters:
  ///   - changed: the number of listings added, changed or removed by this transaction.
  ///   - box: bounds the listings that were added or changed, and does not cross the antimeridian; nil without any.
  package static func refresh(with statements: PreparedStatements, changed: Int, in box: BoundingBox?) throws {
    guard try CatalogProfile.isOutdated(with: statements, changed: changed) else {
      if let box { try GeoPackage.grow(to: box, with: statements) }
      return
    }
    // The build number of the affinities does not concern the listings.
    try statements.run("DELETE FROM catalog_statistic WHERE name <> 'recommendation_build'")
    try statements.run(
      """
      INSERT INTO catalog_statistic
        SELECT 'rating_mean', sum(rating * max(coalesce(rating_count, 1), 1)) / sum(max(coalesce(rating_count, 1), 1))
        FROM listing WHERE rating IS NOT NULL HAVING count(*) > 0
      """)
    try statements.run(GeoPackage.refreshContents)
    try CatalogProfile.refresh(with: statements)
  }

  private mutating func readMeanRating(_ source: some StatementSource) throws {
    let statement = try source.statement("SELECT value FROM catalog_statistic WHERE name = 'rating_mean'")
    guard try statement.step() else { return }
    defer { statement.reset() }
    meanRating = statement.double(0)
  }

  private mutating func readExtent(_ source: some StatementSource) throws {
    let statement = try source.statement(
      "SELECT min_y, min_x, max_y, max_x FROM gpkg_contents WHERE table_name = 'listing' AND min_x IS NOT NULL")
    guard try statement.step() else { return }
    defer { statement.reset() }
    extent = BoundingBox(
      south: statement.double(0), west: statement.double(1), north: statement.double(2), east: statement.double(3))
  }
}

extension StatementSource {
  fileprivate func counts(_ sql: String) throws -> [CatalogStatistics.Count] {
    let statement = try statement(sql)
    var counts: [CatalogStatistics.Count] = []
    while try statement.step() { counts.append(.init(name: statement.string(0) ?? "", count: statement.int(1))) }
    return counts
  }

  fileprivate func count(_ sql: String) throws -> Int {
    let statement = try statement(sql)
    guard try statement.step() else { return 0 }
    defer { statement.reset() }
    return statement.int(0)
  }
}
