import CGEOS
import Geography

extension GEOSContext {
  /// The geometry of polygons, unchecked.
  func shape(_ shape: MultiPolygon) throws(AreaError) -> GEOSShape {
    var parts: [OpaquePointer?] = []
    for polygon in shape.polygons {
      do { parts.append(try polygonHandle(polygon.rings)) } catch {
        for part in parts { GEOSGeom_destroy_r(handle, part) }
        throw error
      }
    }
    let collected = parts.withUnsafeMutableBufferPointer {
      GEOSGeom_createCollection_r(handle, Int32(GEOS_MULTIPOLYGON.rawValue), $0.baseAddress, UInt32($0.count))
    }
    return try own(collected)
  }

  private func polygonHandle(_ rings: [[Coordinate]]) throws(AreaError) -> OpaquePointer {
    var handles: [OpaquePointer?] = []
    for ring in rings { handles.append(ringHandle(ring)) }
    guard !handles.isEmpty, !handles.contains(nil) else {
      for ring in handles where ring != nil { GEOSGeom_destroy_r(handle, ring) }
      throw AreaError("a ring needs four coordinates, the last like the first", at: rings.first?.first)
    }
    let polygon = handles.withUnsafeMutableBufferPointer { all in
      GEOSGeom_createPolygon_r(handle, all[0], all.baseAddress.map { $0 + 1 }, UInt32(all.count - 1))
    }
    guard let polygon else { throw AreaError("GEOS does not accept the rings as a polygon", at: rings.first?.first) }
    return polygon
  }

  private func ringHandle(_ ring: [Coordinate]) -> OpaquePointer? {
    guard ring.count >= 4, let sequence = sequence(ring) else { return nil }
    return GEOSGeom_createLinearRing_r(handle, sequence)
  }

  /// The geometry of a line; a single coordinate becomes a line of length zero.
  func line(_ vertices: [Coordinate]) throws(AreaError) -> GEOSShape {
    let sequence = sequence(vertices.count == 1 ? vertices + vertices : vertices)
    return try own(sequence.flatMap { GEOSGeom_createLineString_r(handle, $0) })
  }

  private func sequence(_ vertices: [Coordinate]) -> OpaquePointer? {
    var numbers: [Double] = []
    numbers.reserveCapacity(2 * vertices.count)
    for coordinate in vertices {
      numbers.append(coordinate.longitude)
      numbers.append(coordinate.latitude)
    }
    return GEOSCoordSeq_copyFromBuffer_r(handle, numbers, UInt32(vertices.count), 0, 0)
  }
}

extension GEOSShape {
  /// The polygons among the parts; points and lines are left out.
  var polygons: MultiPolygon {
    var found: [Polygon] = []
    withExtendedLifetime(self) { Self.collect(handle, context.handle, into: &found) }
    return MultiPolygon(found)
  }

  private static func collect(_ geometry: OpaquePointer?, _ context: GEOSContextHandle_t, into found: inout [Polygon]) {
    guard let geometry else { return }
    if GEOSGeomTypeId_r(context, geometry) == Int32(GEOS_POLYGON.rawValue) {
      if GEOSisEmpty_r(context, geometry) == 0 { found.append(polygon(geometry, context)) }
      return
    }
    let count = GEOSGetNumGeometries_r(context, geometry)
    guard count > 1 || GEOSGeomTypeId_r(context, geometry) > Int32(GEOS_POLYGON.rawValue) else { return }
    for index in 0..<count { collect(GEOSGetGeometryN_r(context, geometry, index), context, into: &found) }
  }

  private static func polygon(_ geometry: OpaquePointer, _ context: GEOSContextHandle_t) -> Polygon {
    var rings = [coordinates(GEOSGetExteriorRing_r(context, geometry), context)]
    for index in 0..<max(0, GEOSGetNumInteriorRings_r(context, geometry)) {
      rings.append(coordinates(GEOSGetInteriorRingN_r(context, geometry, index), context))
    }
    return Polygon(rings: rings)
  }

  private static func coordinates(_ ring: OpaquePointer?, _ context: GEOSContextHandle_t) -> [Coordinate] {
    guard let ring, let sequence = GEOSGeom_getCoordSeq_r(context, ring) else { return [] }
    var count: UInt32 = 0
    guard GEOSCoordSeq_getSize_r(context, sequence, &count) == 1 else { return [] }
    var numbers = [Double](repeating: 0, count: 2 * Int(count))
    guard GEOSCoordSeq_copyToBuffer_r(context, sequence, &numbers, 0, 0) == 1 else { return [] }
    return (0..<Int(count)).map { Coordinate(latitude: numbers[2 * $0 + 1], longitude: numbers[2 * $0]) }
  }
}

extension GEOSShape {
  /// Why the geometry is invalid by the rules of OGC Simple Features; nil when it is valid.
  var validityError: AreaError? {
    withExtendedLifetime(self) { findValidityError() }
  }

  private func findValidityError() -> AreaError? {
    var reason: UnsafeMutablePointer<CChar>?
    var place: OpaquePointer?
    let isValid = GEOSisValidDetail_r(context.handle, handle, 0, &reason, &place)
    defer {
      if let reason { GEOSFree_r(context.handle, reason) }
      if let place { GEOSGeom_destroy_r(context.handle, place) }
    }
    guard isValid != 1 else { return nil }
    var (x, y) = (0.0, 0.0)
    let isKnown =
      place != nil && GEOSGeomGetX_r(context.handle, place, &x) == 1 && GEOSGeomGetY_r(context.handle, place, &y) == 1
    return AreaError(
      reason.map { String(cString: $0) } ?? "not a valid area",
      at: isKnown ? Coordinate(latitude: y, longitude: x) : nil)
  }

  /// A valid geometry of the same rings; holes and crossings keep their meaning (method "structure" of GEOS).
  func repaired() throws(AreaError) -> GEOSShape {
    let parameters = GEOSMakeValidParams_create_r(context.handle)
    defer { GEOSMakeValidParams_destroy_r(context.handle, parameters) }
    _ = GEOSMakeValidParams_setMethod_r(context.handle, parameters, GEOS_MAKE_VALID_STRUCTURE)
    _ = GEOSMakeValidParams_setKeepCollapsed_r(context.handle, parameters, 0)
    return try made { GEOSMakeValidWithParams_r($0, $1, parameters) }
  }

  func union() throws(AreaError) -> GEOSShape { try made { GEOSUnaryUnion_r($0, $1) } }

  func subtracting(_ other: GEOSShape) throws(AreaError) -> GEOSShape {
    try made(with: other) { GEOSDifference_r($0, $1, $2) }
  }

  func intersection(_ other: GEOSShape) throws(AreaError) -> GEOSShape {
    try made(with: other) { GEOSIntersection_r($0, $1, $2) }
  }

  /// The same geometry with vertices at most `step` apart.
  func densified(_ step: Double) throws(AreaError) -> GEOSShape { try made { GEOSDensify_r($0, $1, step) } }

  func buffered(_ width: Double, segmentsPerQuarter: Int32) throws(AreaError) -> GEOSShape {
    try made { GEOSBuffer_r($0, $1, width, segmentsPerQuarter) }
  }

  /// The result of a GEOS function on the geometry, which stays alive during the call.
  private func made(_ body: (GEOSContextHandle_t, OpaquePointer) -> OpaquePointer?) throws(AreaError) -> GEOSShape {
    let result = withExtendedLifetime(self) { body(context.handle, handle) }
    return try context.own(result)
  }

  private func made(
    with other: GEOSShape, _ body: (GEOSContextHandle_t, OpaquePointer, OpaquePointer) -> OpaquePointer?
  ) throws(AreaError) -> GEOSShape {
    try made { context, handle in withExtendedLifetime(other) { body(context, handle, other.handle) } }
  }
}
