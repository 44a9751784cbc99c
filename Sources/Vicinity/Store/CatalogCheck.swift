/// Something wrong with a catalog file.
public struct CatalogFault: Hashable, Sendable, CustomStringConvertible {
  /// A stable word for the kind of fault.
  public var code: String
  /// What is wrong, and where.
  public var message: String

  /// Code and message.
  public var description: String { "\(code): \(message)" }
}

/// Looks for everything that can be wrong with a catalog: SQLite pages, R-tree, GeoPackage rules, references, values.
struct CatalogCheck {
  let worker: SearchWorker

  /// At most this many faults of one kind are told one by one.
  private static let limit = 10

  func faults() throws -> [CatalogFault] {
    try integrityFaults() + ruleFaults() + geometryFaults() + exactPointFaults()
  }

  private func integrityFaults() throws -> [CatalogFault] {
    let pages = try texts("SELECT * FROM pragma_integrity_check(\(Self.limit))").filter { $0 != "ok" }
    let references = try texts(
      "SELECT \"table\" || ' row ' || coalesce(rowid, '?') || ' refers to a missing ' || parent FROM pragma_foreign_key_check"
    )
    let rtree = try texts("SELECT rtreecheck('rtree_listing_geom')").filter { $0 != "ok" }
    return pages.map { CatalogFault(code: "integrity", message: $0) }
      + references.prefix(Self.limit).map { CatalogFault(code: "dangling-reference", message: $0) }
      + rtree.map { CatalogFault(code: "rtree", message: $0) }
  }

  /// Each rule is a question that lists what breaks it.
  private func ruleFaults() throws -> [CatalogFault] {
    try Self.rules.flatMap { rule in
      let broken = try texts("SELECT * FROM (\(rule.sql)) LIMIT \(Self.limit + 1)")
      let shown = broken.prefix(Self.limit).map { CatalogFault(code: rule.code, message: "\($0) \(rule.message)") }
      let more = CatalogFault(code: rule.code, message: "and more that \(rule.message)")
      return broken.count > Self.limit ? shown + [more] : shown
    }
  }

  private func geometryFaults() throws -> [CatalogFault] {
    let statement = try worker.statement("SELECT id, geom FROM listing")
    var faults: [CatalogFault] = []
    while try statement.step() {
      if let coordinate = GeometryBlob.decode(statement.bytes(1)), coordinate.isValid { continue }
      let id = statement.string(0) ?? "?"
      faults.append(CatalogFault(code: "geometry", message: "listing \"\(id)\" has no point on the Earth"))
      if faults.count == Self.limit {
        statement.reset()
        break
      }
    }
    return faults
  }

  private func exactPointFaults() throws -> [CatalogFault] {
    let statement = try worker.statement(
      "SELECT l.id, l.geom, e.latitude, e.longitude, e.radius FROM exact_point e JOIN listing l USING (fid)")
    var faults: [CatalogFault] = []
    while try statement.step() {
      let exact = Coordinate(latitude: statement.double(2), longitude: statement.double(3))
      guard let seen = GeometryBlob.decode(statement.bytes(1)), seen.isValid, exact.isValid,
        Metric.wgs84.meters(from: seen, to: exact) > statement.double(4), faults.count < Self.limit
      else { continue }
      let id = statement.string(0) ?? "?"
      faults.append(
        CatalogFault(code: "exact-point", message: "couch \"\(id)\" lies farther from its public point than its radius")
      )
    }
    return faults
  }

  private func texts(_ sql: String) throws -> [String] {
    let statement = try worker.statement(sql)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.string(0) ?? "") }
    return texts
  }

  private struct Rule {
    let code: String
    let sql: String
    let message: String
  }

  private static let rules = [
    Rule(
      code: "geopackage",
      sql: "SELECT 'application_id' FROM pragma_application_id WHERE application_id != \(Schema.applicationID)",
      message: "is not that of a GeoPackage"),
    Rule(
      code: "geopackage",
      sql: "SELECT 'user_version' FROM pragma_user_version WHERE user_version != \(Schema.geoPackageVersion)",
      message: "is not that of GeoPackage 1.3"),
    Rule(
      code: "geopackage", sql: missing(srsRows, "SELECT CAST(srs_id AS TEXT) FROM gpkg_spatial_ref_sys"),
      message: "is missing in gpkg_spatial_ref_sys"),
    Rule(
      code: "geopackage", sql: missing(layerRows, "SELECT table_name || ' ' || data_type FROM gpkg_contents"),
      message: "is missing in gpkg_contents"),
    Rule(
      code: "geopackage", sql: missing(triggerRows, "SELECT name FROM sqlite_schema WHERE type = 'trigger'"),
      message: "is a missing trigger: edits by other programs would not reach the index"),
    Rule(
      code: "rtree-missing",
      sql: "SELECT id FROM listing WHERE fid NOT IN (SELECT rowid FROM rtree_listing_geom_rowid)",
      message: "is not in the R-tree, so no query finds it"),
    Rule(
      code: "rtree-dangling",
      sql: "SELECT 'row ' || rowid FROM rtree_listing_geom_rowid WHERE rowid NOT IN (SELECT fid FROM listing)",
      message: "of the R-tree belongs to no listing"),
    Rule(
      code: "rtree-bounds",
      sql: """
        SELECT l.id FROM listing l JOIN rtree_listing_geom r ON r.id = l.fid
        WHERE ST_MinX(l.geom) NOT BETWEEN r.minx AND r.maxx OR ST_MinY(l.geom) NOT BETWEEN r.miny AND r.maxy
        """,
      message: "lies outside its box in the R-tree"),
    Rule(
      code: "text-missing",
      sql: "SELECT id FROM listing WHERE fid NOT IN (SELECT id FROM listing_text_docsize)",
      message: "is not in the text index"),
    Rule(
      code: "text-dangling",
      sql: "SELECT 'row ' || id FROM listing_text_docsize WHERE id NOT IN (SELECT fid FROM listing)",
      message: "of the text index belongs to no listing"),
    Rule(
      code: "blocks-overlap",
      sql: """
        SELECT (SELECT id FROM listing WHERE fid = a.fid) || ' from ' || b.from_date FROM block a JOIN block b
        ON a.fid = b.fid AND a.block_id != b.block_id AND a.origin = b.origin AND a.from_date <= b.from_date
          AND b.from_date < a.to_date
        """,
      message: "has blocked nights that overlap"),
    Rule(
      code: "rating-sum",
      sql: """
        SELECT l.id FROM (SELECT fid, sum(half_stars) / 2.0 AS stars, count(*) AS n FROM rating GROUP BY fid) r
        JOIN listing l USING (fid) LEFT JOIN rating_base b USING (fid)
        WHERE b.fid IS NULL OR l.rating IS NULL OR l.rating_count
          IS NOT n + CASE WHEN b.rating IS NULL THEN 0 ELSE max(coalesce(b.rating_count, 1), 1) END
          OR abs(l.rating * l.rating_count - stars - coalesce(b.rating * max(coalesce(b.rating_count, 1), 1), 0))
            > 1e-9 * l.rating_count
        """,
      message: "has a mean rating that is not that of its source and its members"),
    Rule(
      code: "rating-base",
      sql: "SELECT id FROM listing JOIN rating_base USING (fid) WHERE fid NOT IN (SELECT fid FROM rating)",
      message: "keeps its source's rating apart though no member has rated it"),
    Rule(
      code: "exact-address",
      sql: """
        SELECT l.id FROM exact_point JOIN listing l USING (fid) JOIN listing_detail d USING (fid)
        WHERE d.address IS NOT NULL
        """,
      message: "has a private place and a public address"),
    Rule(
      code: "bookings-overlap",
      sql: """
        SELECT (SELECT id FROM listing WHERE fid = a.fid) || ' from ' || b.from_date FROM booking a JOIN booking b
        ON a.fid = b.fid AND a.booking_id != b.booking_id AND a.from_date <= b.from_date AND b.from_date < a.to_date
        WHERE a.status IN ('requested', 'confirmed') AND b.status IN ('requested', 'confirmed')
        """,
      message: "is booked twice for the same nights"),
  ]

  private static let srsRows = ["-1", "0", "4326"]
  private static let layerRows = ["listing features", "area features"]
  private static let triggerRows = [
    "rtree_listing_geom_insert", "rtree_listing_geom_update1", "rtree_listing_geom_update2",
    "rtree_listing_geom_update3",
    "rtree_listing_geom_update4", "rtree_listing_geom_delete", "listing_text_delete", "listing_text_name",
    "booking_insert", "booking_update",
  ]

  private static func missing(_ wanted: [String], _ present: String) -> String {
    let values = wanted.map { "('\($0)')" }.joined(separator: ", ")
    return "SELECT column1 FROM (VALUES \(values)) WHERE column1 NOT IN (\(present))"
  }
}
