import CivilTime
import Geography

/// An invariant of every sound catalog.
struct CatalogRule: Sendable {
  /// A stable identifier of the kind of defect.
  let code: String
  /// Whether it can only be checked if the R-tree is sound.
  let needsTree: Bool
  /// Describes violations, one sentence each, up to a limit.
  let broken: @Sendable (_ file: CatalogCheck, _ limit: Int) throws -> [String]

  /// - Parameters:
  ///   - names: SQL that lists violations by name.
  ///   - message: the description of each.
  init(_ code: String, needsTree: Bool = false, _ names: String, _ message: String) {
    self.init(code, needsTree: needsTree) { file, limit in
      try file.texts("SELECT * FROM (\(names)) LIMIT \(limit)").map { "\($0) \(message)" }
    }
  }

  init(
    _ code: String, needsTree: Bool = false, _ broken: @escaping @Sendable (CatalogCheck, Int) throws -> [String]
  ) {
    (self.code, self.needsTree, self.broken) = (code, needsTree, broken)
  }

  /// All rules: first the schema, then single values, then relations between values.
  static let all: [CatalogRule] =
    structure + values + relations + ratingRelations + privateRelations + [ownValues] + statistics

  // MARK: Schema

  private static let structure: [CatalogRule] = [
    CatalogRule(
      "geopackage",
      "SELECT 'application_id' FROM pragma_application_id WHERE application_id != \(Schema.applicationID)",
      "is not that of a GeoPackage"),
    CatalogRule(
      "geopackage",
      "SELECT 'user_version' FROM pragma_user_version WHERE user_version != \(Schema.geoPackageVersion)",
      "is not that of GeoPackage 1.3"),
    CatalogRule("geopackage") { file, _ in
      try ReferenceSchema.current.get().registrations.flatMap { wanted in
        let known = Set(try file.texts("SELECT \(wanted.row) FROM \(wanted.table)"))
        return wanted.rows.filter { !known.contains($0) }.map { "\($0) is missing in \(wanted.table)" }
      }
    },
    CatalogRule("schema") { file, _ in try missingParts(of: file) },
    CatalogRule("schema") { file, _ in try changedParts(of: file) },
  ]

  /// Tables, columns, indexes, triggers and views of every catalog; other programs may add to them.
  private static func missingParts(of file: CatalogCheck) throws -> [String] {
    let reference = try ReferenceSchema.current.get()
    let known = Set(try file.texts("SELECT type || ' ' || name FROM sqlite_schema"))
    let columns = try reference.tables.filter { known.contains("table \($0.name)") }.flatMap { table in
      let there = Set(try file.rows("SELECT name FROM pragma_table_info(?1)", table.name) { $0.string(0) ?? "" })
      return table.columns.filter { !there.contains($0) }.map { "the column \(table.name).\($0) is missing" }
    }
    let parts = reference.tables.map { "table \($0.name)" } + reference.parts.map { "\($0.type) \($0.name)" }
    return columns + parts.filter { !known.contains($0) }.map { "the \($0) is missing" }
  }

  /// Indexes, triggers and views with another definition: queries that use them fail or return wrong results.
  private static func changedParts(of file: CatalogCheck) throws -> [String] {
    let known = try file.rows("SELECT name, sql FROM sqlite_schema WHERE type <> 'table'") {
      ($0.string(0) ?? "", $0.string(1))
    }
    let found = Dictionary(known) { first, _ in first }
    return try ReferenceSchema.current.get().parts.compactMap { part in
      guard let sql = part.sql, let there = found[part.name], there != sql else { return nil }
      return "the \(part.type) \(part.name) has another definition"
    }
  }

  // MARK: Single values

  private static let values: [CatalogRule] = [
    CatalogRule("value", brokenValues),
    CatalogRule("constraint", brokenConstraints),
    CatalogRule("zone") { file, _ in
      try file.texts("SELECT name FROM zone").filter { Zone(identifier: $0) == nil }.map {
        "\"\($0.shortened)\" is not a time zone"
      }
    },
    CatalogRule(
      "currency", "SELECT '\"' || code || '\"' FROM currency WHERE code NOT GLOB '[A-Z][A-Z][A-Z]'",
      "is not a currency code"),
    CatalogRule("geometry") { file, limit in
      try unreadable(
        "SELECT fid, geom FROM listing", in: file, limit, { GeometryBlob.decode($0) == nil },
        "of listing has no point on the Earth")
    },
    CatalogRule("geometry") { file, limit in
      try unreadable(
        "SELECT fid, geom FROM area", in: file, limit, { GeometryBlob.decodeArea($0) == nil },
        "of area has no polygons on the Earth")
    },
    CatalogRule("affinity") { file, limit in
      try unreadable(
        "SELECT fid, targets FROM affinity", in: file, limit, { !AffinityBlob.isSound($0) },
        "of affinity cannot be read")
    },
    CatalogRule("recurrence", excessiveRecurrences),
    CatalogRule(
      "statistic",
      "SELECT name FROM catalog_statistic WHERE name = 'rating_mean' AND value NOT BETWEEN 0 AND 5",
      "is not a mean rating"
    ),
  ]

  /// Values that violate `StoredColumn.all`: one sweep through a table detects whether there are any, and only then
  /// they are located.
  @Sendable private static func brokenValues(_ file: CatalogCheck, _ limit: Int) throws -> [String] {
    try sweep(Dictionary(grouping: StoredColumn.all, by: \.table), in: file, limit) { column in
      (
        broken: column.isBroken,
        name: "'\(column.name) is ' || substr(quote(\(column.name)), 1, 60)"
      )
    }
  }

  /// The CHECK constraints of the tables in this version.
  @Sendable private static func brokenConstraints(_ file: CatalogCheck, _ limit: Int) throws -> [String] {
    let tables = try ReferenceSchema.current.get().tables
    return try sweep(Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.checks) }), in: file, limit) { check in
      (broken: "NOT (\(check))", name: "'it breaks CHECK (\(check.replacing("'", with: "''")))'")
    }
  }

  private static func sweep<Rule>(
    _ rules: [String: [Rule]], in file: CatalogCheck, _ limit: Int,
    _ sql: (Rule) -> (broken: String, name: String)
  ) throws -> [String] {
    var found: [String] = []
    for (table, rules) in rules.sorted(by: { $0.key < $1.key }) where found.count < limit && !rules.isEmpty {
      // A missing column of a table must not hide the others.
      do { try sweep(table, rules.map(sql), in: file, limit, &found) } catch let failure as SQLiteFailure
        where failure.isOfFile
      { found.append("the table \(table): SQLite cannot read it: \(failure.message)") }
    }
    return found
  }

  private static func sweep(
    _ table: String, _ rules: [(broken: String, name: String)], in file: CatalogCheck, _ limit: Int,
    _ found: inout [String]
  ) throws {
    let all = rules.map { "(\($0.broken))" }.joined(separator: " OR ")
    guard try !file.texts("SELECT 1 FROM \(table) WHERE \(all) LIMIT 1").isEmpty else { return }
    for (broken, name) in rules where found.count < limit {
      found += try file.texts(
        """
        SELECT 'row ' || \(StoredColumn.key(of: table)) || ' of \(table): ' || \(name) FROM \(table) WHERE \(broken)
        LIMIT \(limit - found.count)
        """)
    }
  }

  /// Events that an import would reject, and that take place once because they recur too often.
  @Sendable private static func excessiveRecurrences(_ file: CatalogCheck, _ limit: Int) throws -> [String] {
    let (times, bytes) = (StoredRange.time, StoredRange.rule.upperBound)
    let statement = try file.statement(
      """
      SELECT min(l.fid), l.id, d.recurrence, l.starts, l.all_day, z.name
      FROM listing_detail d JOIN listing l USING (fid) LEFT JOIN zone z ON z.zone_id = l.zone_id
      WHERE d.recurrence IS NOT NULL AND length(CAST(d.recurrence AS BLOB)) <= \(bytes)
        AND l.starts BETWEEN \(times.lowerBound) AND \(times.upperBound)
      GROUP BY d.recurrence, l.all_day
      """)
    defer { statement.reset() }
    var found: [String] = []
    while found.count < limit, try statement.step() {
      let (text, starts) = (statement.string(2) ?? "", Instant(secondsSince1970: Int64(statement.int(3))))
      let zone = statement.string(5).flatMap(Zone.init(identifier:)) ?? .utc
      // Invalid texts are allowed.
      guard let set = RecurringEvent.set(text, from: starts, isAllDay: statement.int(4) == 1, zone: zone),
        let excess = RecurrenceLimits.excess(of: set)
      else { continue }
      found.append("event \"\((statement.string(1) ?? "").shortened)\" \(excess)")
    }
    return found
  }

  /// Rows with a malformed blob.
  private static func unreadable(
    _ sql: String, in file: CatalogCheck, _ limit: Int, _ isBad: (UnsafeRawBufferPointer) -> Bool, _ message: String
  ) throws -> [String] {
    let statement = try file.statement(sql)
    var found: [String] = []
    while found.count < limit, try statement.step() {
      if isBad(statement.bytes(1)) { found.append("row \(statement.int(0)) \(message)") }
    }
    return found
  }

  // MARK: Relations between values

  private static let relations: [CatalogRule] = [
    CatalogRule(
      "dangling-reference",
      "SELECT \"table\" || ' row ' || coalesce(rowid, '?') || ' refers to a missing ' || parent FROM pragma_foreign_key_check",
      "(foreign key)"),
    CatalogRule(
      "rtree-missing", "SELECT id FROM listing WHERE fid NOT IN (SELECT rowid FROM rtree_listing_geom_rowid)",
      "is not in the R-tree, so no query finds it"),
    CatalogRule(
      "rtree-dangling",
      "SELECT 'row ' || rowid FROM rtree_listing_geom_rowid WHERE rowid NOT IN (SELECT fid FROM listing)",
      "of the R-tree belongs to no listing"),
    // SQLite does not round outward numbers that are too small for 32 bits.
    CatalogRule(
      "rtree-bounds", needsTree: true,
      """
      SELECT l.id FROM listing l JOIN rtree_listing_geom r ON r.id = l.fid
      WHERE ST_MinX(l.geom) NOT BETWEEN r.minx - 1e-30 AND r.maxx + 1e-30
        OR ST_MinY(l.geom) NOT BETWEEN r.miny - 1e-30 AND r.maxy + 1e-30
      """, "lies outside its box in the R-tree"),
    CatalogRule(
      "text-missing", "SELECT id FROM listing WHERE fid NOT IN (SELECT id FROM listing_text_docsize)",
      "is not in the text index"),
    CatalogRule(
      "text-dangling",
      "SELECT 'row ' || id FROM listing_text_docsize WHERE id NOT IN (SELECT fid FROM listing)",
      "of the text index belongs to no listing"),
    CatalogRule(
      "text-content",
      """
      SELECT l.id FROM listing l JOIN listing_text_content c ON c.id = l.fid LEFT JOIN listing_detail d ON d.fid = l.fid
      WHERE c.c0 IS NOT \(TextFunctions.names)(l.name, d.names) OR c.c1 IS NOT \(TextFunctions.words)(d.address)
        OR c.c3 IS NOT \(TextFunctions.words)(d.description)
      """, "has texts that differ from the text index"),
    CatalogRule("text-index") { file, _ in
      try TextIndexCheck(connection: file.connection).run()
      return []
    },
    CatalogRule(
      "event-times", "SELECT id FROM listing WHERE ends IS NOT NULL AND starts IS NULL",
      "has an end but no start"),
    CatalogRule(
      "blocks-overlap", overlaps(among: "SELECT * FROM block", for: "fid, origin", number: "block_id"),
      "has blocked nights that overlap"),
    CatalogRule(
      "rates-overlap",
      overlaps(among: "SELECT *, from_date AS number FROM nightly_rate", for: "fid", number: "number"),
      "has two rates for a night"),
    CatalogRule(
      "bookings-overlap",
      overlaps(
        among: "SELECT * FROM booking WHERE status IN ('requested', 'confirmed')", for: "fid", number: "booking_id"),
      "is booked twice for the same nights"),
    CatalogRule(
      "waiting",
      """
      SELECT (SELECT id FROM listing WHERE fid = a.fid) FROM attendance a LEFT JOIN listing_detail d ON d.fid = a.fid
      GROUP BY a.fid, a.starts HAVING sum(a.status = 'waiting') > 0
        AND (max(d.capacity) IS NULL OR sum(a.status = 'joined') < max(d.capacity))
      """, "has a waiting list, but also free places"),
  ]

  private static let ratingRelations: [CatalogRule] = [
    CatalogRule(
      "rating-sum",
      """
      SELECT l.id FROM (SELECT fid, sum(half_stars) / 2.0 AS stars, count(*) AS n FROM rating GROUP BY fid) r
      JOIN listing l USING (fid) LEFT JOIN rating_base b USING (fid)
      WHERE b.fid IS NULL OR l.rating IS NULL OR l.rating_count
        IS NOT n + CASE WHEN b.rating IS NULL THEN 0 ELSE max(coalesce(b.rating_count, 1), 1) END
        OR abs(l.rating * l.rating_count - stars - coalesce(b.rating * max(coalesce(b.rating_count, 1), 1), 0))
          > 1e-9 * l.rating_count
      """, "has a mean rating that is not that of its source and its members"),
    CatalogRule(
      "rating-base", "SELECT id FROM listing JOIN rating_base USING (fid) WHERE fid NOT IN (SELECT fid FROM rating)",
      "keeps its source's rating apart though no member has rated it"),
  ]

  private static let privateRelations: [CatalogRule] = [
    CatalogRule(
      "exact-address",
      """
      SELECT l.id FROM exact_point JOIN listing l USING (fid) JOIN listing_detail d USING (fid)
      WHERE d.address IS NOT NULL
      """, "has a private location and a public address"),
    CatalogRule("exact-point") { file, limit in
      let statement = try file.statement(
        "SELECT l.id, l.geom, e.latitude, e.longitude, e.radius FROM exact_point e JOIN listing l USING (fid)")
      var found: [String] = []
      while found.count < limit, try statement.step() {
        let exact = Coordinate(latitude: statement.double(2), longitude: statement.double(3))
        // Invalid coordinates violate other rules.
        guard let seen = GeometryBlob.decode(statement.bytes(1)), exact.isValid,
          Metric.wgs84.meters(from: seen, to: exact) > statement.double(4)
        else { continue }
        found.append("couch \"\(statement.string(0) ?? "?")\" lies farther from its public point than its radius")
      }
      return found
    },
  ]

  /// SQL for nights that overlap earlier ones.
  ///
  /// Every row is compared with the latest end of all earlier rows, so many rows of one couch take no longer than rows
  /// of many couches.
  private static func overlaps(among rows: String, for group: String, number: String) -> String {
    """
    SELECT (SELECT id FROM listing WHERE fid = o.fid) || ' from ' || o.from_date FROM (
      SELECT fid, from_date, max(to_date) OVER (
        PARTITION BY \(group) ORDER BY from_date, \(number) ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ) AS taken FROM (\(rows))
    ) o WHERE o.taken > o.from_date
    """
  }
}
