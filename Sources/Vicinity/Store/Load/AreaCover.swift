import Geography

/// Records which areas contain the listings being written; belongs to one write transaction.
final class AreaCover {
  private let connection: OpaquePointer
  private let workspace: any AreaWorkspace
  private var areas: [(fid: Int64, shape: MultiPolygon, envelope: BoundingBox, geometry: (any AreaGeometry)?)] = []
  private let forget, cover: Statement

  /// - Returns: nil when the catalog has no areas.
  /// - Throws: `CatalogError.needsAreaEngine` when it has areas but there is no engine.
  init?(on connection: OpaquePointer, _ engine: (any AreaEngine)?) throws {
    let rows = try Statement("SELECT fid, geom FROM area", on: connection)
    while try rows.step() {
      guard let shape = GeometryBlob.decodeArea(rows.bytes(1)), let envelope = shape.envelope else { continue }
      areas.append((Int64(rows.int(0)), shape, envelope, nil))
    }
    guard !areas.isEmpty else { return nil }
    guard let engine else { throw CatalogError.needsAreaEngine }
    self.connection = connection
    workspace = engine.makeWorkspace()
    forget = try Statement("DELETE FROM listing_area WHERE fid = ?1", on: connection)
    cover = try Statement("INSERT INTO listing_area (fid, area_fid) VALUES (?1, ?2)", on: connection)
  }

  /// Looks at the listings in `temp.written`.
  /// - Parameter first: also at all rows from this one on, which are new; nil when there are none.
  func refresh(from first: Int64?) throws {
    let written = try Statement(
      "SELECT l.fid, l.geom FROM temp.written w CROSS JOIN listing l ON l.fid = w.fid", on: connection)
    while try written.step() { try relate(written) }
    guard let first else { return }
    let new = try Statement("SELECT fid, geom FROM listing WHERE fid >= ?1", on: connection)
    new.bind(1, first)
    while try new.step() { try relate(new) }
  }

  private func relate(_ row: Statement) throws {
    let fid = Int64(row.int(0))
    forget.bind(1, fid)
    try forget.run()
    guard let coordinate = GeometryBlob.decode(row.bytes(1)) else { return }
    for index in areas.indices where areas[index].envelope.contains(coordinate) {
      guard try geometry(index).covers(coordinate) else { continue }
      cover.bind(1, fid)
      cover.bind(2, areas[index].fid)
      try cover.run()
    }
  }

  private func geometry(_ index: Int) throws -> any AreaGeometry {
    if let geometry = areas[index].geometry { return geometry }
    let geometry = try workspace.prepare(areas[index].shape)
    areas[index].geometry = geometry
    return geometry
  }
}
