import Geography

/// Writes named areas and their relation to listings; belongs to one write transaction.
final class AreaWriter {
  private let connection: OpaquePointer
  private let workspace: any AreaWorkspace
  private let insertArea, updateArea, forget, cover: Statement

  init(on connection: OpaquePointer, _ engine: any AreaEngine) throws {
    self.connection = connection
    workspace = engine.makeWorkspace()
    insertArea = try Statement("INSERT INTO area (geom, name, source) VALUES (?1, ?2, ?3)", on: connection)
    updateArea = try Statement("UPDATE area SET geom = ?1, source = ?2 WHERE fid = ?3", on: connection)
    forget = try Statement("DELETE FROM listing_area WHERE area_fid = ?1", on: connection)
    cover = try Statement("INSERT INTO listing_area (fid, area_fid) VALUES (?1, ?2)", on: connection)
  }

  /// Writes an area in normal form, replacing the one of the same name.
  ///
  /// - Returns: whether the name is new, and the number of listings in the area.
  func write(_ area: NamedArea) throws -> (isNew: Bool, listings: Int) {
    let blob = GeometryBlob.encode(area.shape)
    let find = try Statement("SELECT fid FROM area WHERE name = ?1", on: connection)
    find.bind(1, area.name)
    let known = try find.step() ? find.int(0) : nil
    find.reset()
    let statement = known == nil ? insertArea : updateArea
    statement.bind(1, blob: blob)
    statement.bind(2, known == nil ? area.name : area.source)
    if let known { statement.bind(3, Int64(known)) } else { statement.bind(3, area.source) }
    try statement.run()
    return (known == nil, try relate(area.shape, fid: known ?? Statement.lastRow(on: connection)))
  }

  /// Finds the listings of an area through the R-tree.
  private func relate(_ shape: MultiPolygon, fid: Int) throws -> Int {
    forget.bind(1, Int64(fid))
    try forget.run()
    let geometry = try workspace.prepare(shape)
    var covered: [Int64] = []
    for window in geometry.envelope.windows {
      covered += try listings(in: window).filter { geometry.covers($0.at) }.map(\.fid)
    }
    // A listing on the antimeridian is in both windows of a box that ends there.
    let distinct = Set(covered)
    for listing in distinct {
      cover.bind(1, listing)
      cover.bind(2, Int64(fid))
      try cover.run()
    }
    return distinct.count
  }

  private func listings(in window: BoundingBox) throws -> [(fid: Int64, at: Coordinate)] {
    let rows = try Statement(
      """
      SELECT l.fid, l.geom FROM rtree_listing_geom r CROSS JOIN listing l ON l.fid = r.id
      WHERE r.minx <= ?1 AND r.maxx >= ?2 AND r.miny <= ?3 AND r.maxy >= ?4
      """, on: connection)
    for (index, side) in [window.east, window.west, window.north, window.south].enumerated() {
      rows.bind(Int32(index + 1), side)
    }
    var found: [(Int64, Coordinate)] = []
    while try rows.step() {
      if let coordinate = GeometryBlob.decode(rows.bytes(1)) { found.append((Int64(rows.int(0)), coordinate)) }
    }
    return found
  }

  /// Updates the recorded extent of the layer.
  static func refreshContents(on connection: OpaquePointer) throws {
    let rows = try Statement("SELECT geom FROM area", on: connection)
    var box: BoundingBox?
    while try rows.step() {
      guard let shape = GeometryBlob.decodeArea(rows.bytes(0)), let envelope = shape.envelope else { continue }
      let plain =
        envelope.crossesAntimeridian
        ? BoundingBox(south: envelope.south, west: -180, north: envelope.north, east: 180) : envelope
      box =
        box.map { known in
          BoundingBox(
            south: min(known.south, plain.south), west: min(known.west, plain.west),
            north: max(known.north, plain.north), east: max(known.east, plain.east))
        } ?? plain
    }
    let update = try Statement(
      """
      UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ','now'),
        min_x = ?1, min_y = ?2, max_x = ?3, max_y = ?4 WHERE table_name = 'area'
      """, on: connection)
    for (index, side) in [box?.west, box?.south, box?.east, box?.north].enumerated() {
      update.bind(Int32(index + 1), side)
    }
    try update.run()
  }
}
