import Geography
import Streams

/// Reads the named areas of a catalog.
struct AreaTable {
  let prepare: (String) throws -> Statement

  /// The shape of an area; an exact match takes precedence over names that differ in case.
  func shape(named name: String) throws -> MultiPolygon? {
    guard let fid = try number(of: name) else { return nil }
    let rows = try prepare("SELECT geom FROM area WHERE fid = ?1")
    rows.bind(1, Int64(fid))
    guard try rows.step() else { return nil }
    defer { rows.reset() }
    return try Self.shape(rows, 0, of: fid)
  }

  private static func shape(_ rows: Statement, _ column: Int32, of fid: Int) throws -> MultiPolygon {
    guard let shape = GeometryBlob.decodeArea(rows.bytes(column)) else {
      throw StoredRow(rows, of: "area", fid).damaged(column)
    }
    return shape
  }

  /// The row of an area; without an exact match, case and diacritics are ignored, then also punctuation,
  /// strokes, ligatures and width.
  func number(of name: String) throws -> Int? {
    if let exact = try number(ofExactly: name) { return exact }
    let folded = FoldedName.fold(name)
    if let similar = try first(where: { FoldedName.fold($0) == folded }) { return similar }
    let words = FoldedWords.text(of: name, for: .name)
    return words.isEmpty ? nil : try first { FoldedWords.text(of: $0, for: .name) == words }
  }

  /// The row of the area with exactly this name.
  func number(ofExactly name: String) throws -> Int? {
    let exact = try prepare("SELECT fid FROM area WHERE name = ?1")
    exact.bind(1, name)
    guard try exact.step() else { return nil }
    defer { exact.reset() }
    return exact.int(0)
  }

  /// The row of the first area with such a name.
  private func first(where isMeant: (String) -> Bool) throws -> Int? {
    let all = try prepare("SELECT fid, name FROM area ORDER BY name")
    defer { all.reset() }
    while try all.step() { if isMeant(all.string(1) ?? "") { return all.int(0) } }
    return nil
  }

  /// All names in order.
  func names() throws -> [String] {
    let rows = try prepare("SELECT name FROM area ORDER BY name")
    var names: [String] = []
    while try rows.step() { names.append(rows.string(0) ?? "") }
    return names
  }

  /// All areas, ordered by name.
  func summaries() throws -> [AreaSummary] {
    let rows = try prepare(
      """
      SELECT name, source, geom, (SELECT count(*) FROM listing_area WHERE area_fid = area.fid), fid
      FROM area ORDER BY name
      """)
    var summaries: [AreaSummary] = []
    while try rows.step() {
      let shape = try Self.shape(rows, 2, of: rows.int(4))
      summaries.append(
        AreaSummary(
          name: rows.string(0) ?? "", source: rows.string(1) ?? "", polygons: shape.polygons.count,
          holes: shape.holeCount, vertices: shape.vertexCount, listings: rows.int(3)))
    }
    return summaries
  }

  /// One area with its shape.
  func area(named name: String) throws -> NamedArea? { try number(of: name).flatMap(area(inRow:)) }

  /// The area in row `fid`.
  func area(inRow fid: Int) throws -> NamedArea? {
    let rows = try prepare("SELECT name, source, geom FROM area WHERE fid = ?1")
    rows.bind(1, Int64(fid))
    guard try rows.step() else { return nil }
    defer { rows.reset() }
    return NamedArea(
      name: rows.string(0) ?? "", source: rows.string(1) ?? "",
      shape: try Self.shape(rows, 2, of: fid))
  }
}
