import Geography

extension PublicPointKey {
  /// A couch whose public point differs from the one derived from the key, with the derived point.
  struct Former {
    let row: Int
    let point: Coordinate
  }

  /// The couches that still have the point of an earlier rule, with which anyone who knows the offset of one couch from
  /// its public point knows that of every couch with the same id and radius.
  /// - Complexity: about ten distances for each private couch.
  static func former(in source: some StatementSource) throws -> [Former] {
    guard let key = try read(from: source)?.key else { return [] }
    return try source.rows(
      """
      SELECT l.fid, l.id, d.host, l.geom, e.latitude, e.longitude, e.radius FROM exact_point e JOIN listing l USING (fid)
        LEFT JOIN listing_detail d USING (fid)
      ORDER BY l.fid
      """
    ) { row -> Former? in
      let exact = Coordinate(latitude: row.double(4), longitude: row.double(5))
      guard let id = row.string(1), let seen = GeometryBlob.decode(row.bytes(3)), seen.isValid, exact.isValid,
        ExactPoint.radii.contains(row.double(6))
      else { return nil }
      let point = key.point(of: id, host: row.string(2), at: exact, radius: row.double(6))
      return Metric.wgs84.meters(from: seen, to: point) <= sameMeters ? nil : Former(row: row.int(0), point: point)
    }.compactMap { $0 }
  }

  /// Sines differ in the last digit between platforms, and the last digit of a point is a centimeter.
  private static let sameMeters = 0.05
}

extension Catalog {
  /// The number of couches whose public point was derived by an earlier version of Vicinity, or moved by another
  /// program.
  ///
  /// Earlier versions displaced all places with the same id and radius by the same offset: see docs/privacy.md.
  /// - Complexity: O(n) in the couches with a private place.
  public func formerPublicPoints() throws -> Int {
    try read { worker, _, _ in try PublicPointKey.former(in: worker).count }
  }

  /// Gives the couches of `formerPublicPoints` new public points, in one transaction.
  ///
  /// Anyone who has seen both points of a couch knows that it lies within the radius of both.
  /// - Returns: the number of couches changed.
  /// - Throws: `CatalogError.readOnly`, `CatalogError.needsAreaEngine`, `SQLiteFailure`; nothing is changed then.
  @discardableResult
  public func renewPublicPoints() throws -> Int {
    try writing().transaction { statements in
      let former = try PublicPointKey.former(in: statements)
      guard !former.isEmpty else { return 0 }
      try statements.run("CREATE TEMP TABLE IF NOT EXISTS written (fid INTEGER PRIMARY KEY)")
      let move = try statements.statement("UPDATE listing SET geom = ?1 WHERE fid = ?2")
      var geometry: [UInt8] = []
      for couch in former {
        GeometryBlob.encode(couch.point, into: &geometry)
        move.bind(1, blob: geometry)
        move.bind(2, Int64(couch.row))
        try move.run()
        try statements.run("INSERT INTO temp.written VALUES (?1)", couch.row)
      }
      try AreaCover(on: statements.connection, areas)?.refresh(from: nil)
      try statements.run("DELETE FROM temp.written")
      try statements.run(GeoPackage.refreshContents)
      return former.count
    } committed: {
      if $0 > 0 { feed.notify([CatalogChange(.imported)]) }
    }
  }
}
