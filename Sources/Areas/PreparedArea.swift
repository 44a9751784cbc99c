import CGEOS
import Geography

/// An area with an index over its edges, for one thread at a time.
///
/// Uses a frame of longitudes in which the area is one piece: starting at its own western side where it crosses the
/// antimeridian.
final class PreparedArea: AreaGeometry {
  let envelope: BoundingBox
  private let shape: GEOSShape
  private let prepared: OpaquePointer
  private let grid: AreaGrid
  private let isAcross: Bool

  /// - Parameter area: in normal form.
  init(_ area: MultiPolygon, in context: GEOSContext) throws(AreaError) {
    guard let frame = area.envelope else { throw AreaError("an area needs at least one polygon") }
    envelope = frame
    isAcross = frame.crossesAntimeridian
    let framed = isAcross ? area.framed(from: frame.west) : area
    let shape = try context.shape(framed)
    guard let prepared = GEOSPrepare_r(context.handle, shape.handle) else { throw AreaError("GEOS is out of memory") }
    self.shape = shape
    self.prepared = prepared
    grid = AreaGrid(
      framed.polygons.flatMap(\.rings), west: frame.west, south: frame.south,
      east: isAcross ? frame.east + 360 : frame.east, north: frame.north
    ) { Self.covers($0.latitude, $0.longitude, prepared, context) }
  }

  deinit { GEOSPreparedGeom_destroy_r(shape.context.handle, prepared) }

  func covers(_ coordinate: Coordinate) -> Bool {
    let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
    // All longitudes at a pole are the same place, and the area contains it exactly when its envelope does.
    if coordinate.isPole { return envelope.contains(coordinate) }
    if abs(longitude) == 180, !isAcross { return isCovered(latitude, 180) || isCovered(latitude, -180) }
    return isCovered(latitude, isAcross && longitude < envelope.west ? longitude + 360 : longitude)
  }

  private func isCovered(_ latitude: Double, _ longitude: Double) -> Bool {
    switch grid.relation(latitude: latitude, longitude: longitude) {
    case .inside: true
    case .outside: false
    case .crossing: Self.covers(latitude, longitude, prepared, shape.context)
    }
  }

  private static func covers(
    _ latitude: Double, _ longitude: Double, _ prepared: OpaquePointer, _ context: GEOSContext
  ) -> Bool {
    guard let point = GEOSGeom_createPointFromXY_r(context.handle, longitude, latitude) else { return false }
    defer { GEOSGeom_destroy_r(context.handle, point) }
    return GEOSPreparedCovers_r(context.handle, prepared, point) == 1
  }

  func relation(to box: BoundingBox) -> AreaRelation {
    // A position at a pole or on the antimeridian has several spellings; the frame has one of them.
    if box.north >= 90 || box.south <= -90 { return .crossing }
    guard isAcross else { return box.west <= -180 || box.east >= 180 ? .crossing : grid.relation(to: box) }
    if box.west >= envelope.west { return grid.relation(to: box) }
    guard box.east < envelope.west else { return .crossing }
    return grid.relation(
      to: BoundingBox(south: box.south, west: box.west + 360, north: box.north, east: box.east + 360))
  }
}

extension MultiPolygon {
  /// Moves the parts west of a longitude once round the Earth.
  fileprivate func framed(from west: Double) -> MultiPolygon {
    MultiPolygon(
      polygons.map { polygon in
        let isWest = polygon.rings.first?.contains { $0.longitude < west } ?? false
        return isWest ? polygon.moved(east: 360) : polygon
      })
  }
}
