// The stored form of a profile: rows of `catalog_statistic` such as `couch.price.3`, the third decile of couch prices,
// and a separate table for tags.

extension CatalogProfile {
  /// Reads the profile; missing numbers are treated as unknown.
  init(from source: some StatementSource) throws {
    self.init()
    var values: [String: Double] = [:]
    let statement = try source.statement("SELECT name, value FROM catalog_statistic")
    while try statement.step() {
      let (name, value) = (statement.string(0) ?? "", statement.double(1))
      guard StoredRange.statistic.contains(value) else {
        throw CatalogError.damaged(place: "catalog_statistic", problem: "\(name.shortened) is \(statement.shown(1))")
      }
      values[name] = value
    }
    for kind in Kind.allCases {
      func value(_ name: String) -> Double { values["\(kind.rawValue).\(name)"] ?? 0 }
      func deciles(_ name: String) -> Deciles {
        Deciles(bounds: (0...10).compactMap { values["\(kind.rawValue).\(name).\($0)"] })
      }
      kinds[kind.ordinal] = KindProfile(
        listings: value("listings"), priced: value("priced"), prices: deciles("price"), rated: value("rated"),
        ratings: deciles("rating"), starts: deciles("start"))
    }
  }

  /// Every number under its name.
  private var rows: [(name: String, value: Double)] {
    Kind.allCases.flatMap { kind in
      let profile = kinds[kind.ordinal]
      let name = kind.rawValue
      return [
        ("\(name).listings", profile.listings), ("\(name).priced", profile.priced), ("\(name).rated", profile.rated),
      ]
        + Self.rows("\(name).price", profile.prices) + Self.rows("\(name).rating", profile.ratings)
        + Self.rows("\(name).start", profile.starts)
    }
  }

  private static func rows(_ name: String, _ deciles: Deciles) -> [(String, Double)] {
    deciles.bounds.enumerated().map { ("\(name).\($0)", $1) }
  }

  /// Whether a twentieth of the listings has changed since the profile was built; if not, records the change.
  static func isOutdated(with statements: PreparedStatements, changed: Int) throws -> Bool {
    guard let known = try kept("profile.listings", with: statements) else { return true }
    let before = try kept("profile.changed", with: statements)
    let changes = (before ?? 0) + Double(changed)
    if changes * 20 >= known { return true }
    try keep([("profile.changed", changes)], with: statements)
    return false
  }

  /// Rebuilds the profile and the frequencies of the tags, and counts the listings with parts for `vicinity check`.
  ///
  /// - Complexity: O(n) in the listings and tags.
  static func refresh(with statements: PreparedStatements) throws {
    let profile = try CatalogProfile(sampling: statements)
    let parts = try ListingPart.existing(with: statements).map { part in
      (part.statistic, Double(try statements.count("SELECT \(part.count) FROM \(part.rows)")))
    }
    try keep(
      profile.rows + [("profile.listings", profile.listings), ("profile.changed", 0)] + parts, with: statements)
    try statements.run("DELETE FROM tag_statistic")
    try statements.run("INSERT INTO tag_statistic SELECT tag_id, count(*) FROM listing_tag GROUP BY tag_id")
  }

  private static func kept(_ name: String, with statements: PreparedStatements) throws -> Double? {
    try statements.first("SELECT value FROM catalog_statistic WHERE name = ?1", name) { $0.double(0) }
  }

  private static func keep(_ rows: [(name: String, value: Double)], with statements: PreparedStatements) throws {
    for row in rows {
      try statements.run(
        "INSERT OR REPLACE INTO catalog_statistic (name, value) VALUES (?1, ?2)", row.name, row.value)
    }
  }

  /// The approximate number of listings sampled for a profile.
  private static let sampleSize = 20_000.0

  private init(sampling statements: PreparedStatements) throws {
    self.init()
    let step = max(1, Int(Double(try statements.count("SELECT count(*) FROM listing")) / Self.sampleSize))
    let statement = try statements.statement(
      """
      SELECT kind, price, code, rating, starts FROM listing LEFT JOIN currency USING (currency_id) WHERE fid % ?1 = 0
      """)
    statement.bind(1, Int64(step))
    var samples = Kind.allCases.map { _ in Sample() }
    while try statement.step() {
      guard let kind = Kind(rawValue: statement.string(0) ?? "") else { continue }
      samples[kind.ordinal].add(statement)
    }
    for kind in Kind.allCases { kinds[kind.ordinal] = samples[kind.ordinal].profile(scale: Double(step)) }
  }

  private struct Sample {
    var count = 0.0
    var prices: [Double] = []
    var ratings: [Double] = []
    var starts: [Double] = []

    mutating func add(_ row: Statement) {
      count += 1
      if let price = row.optionalInt(1) { prices.append(Price(minorUnits: price, currency: row.string(2)).amount) }
      if let rating = row.optionalDouble(3) { ratings.append(rating) }
      if let starts = row.optionalDouble(4) { self.starts.append(starts) }
    }

    func profile(scale: Double) -> KindProfile {
      KindProfile(
        listings: count * scale, priced: Double(prices.count) / max(count, 1), prices: Deciles(of: prices),
        rated: Double(ratings.count) / max(count, 1), ratings: Deciles(of: ratings), starts: Deciles(of: starts))
    }
  }
}
