import Geography

/// Brings rings into the normal form of an area: valid, and cut at the antimeridian.
struct AreaNormalizer {
  let context: GEOSContext
  let repair: Bool

  func normalize(_ shape: MultiPolygon) throws(AreaError) -> MultiPolygon {
    let reader = RingReader(repair: repair)
    var polygons: [Polygon] = []
    for polygon in shape.polygons {
      var rings: [[Coordinate]] = []
      for ring in polygon.rings { rings.append(try reader.read(ring)) }
      polygons.append(Polygon(rings: rings))
    }
    guard !polygons.isEmpty else { throw AreaError("an area needs at least one polygon") }
    let isPlain = polygons.allSatisfy { $0.rings.allSatisfy { $0.allSatisfy { abs($0.longitude) <= 180 } } }
    let result = isPlain ? try valid(MultiPolygon(polygons)) : try cut(polygons)
    guard !result.polygons.isEmpty else {
      throw AreaError(
        "nothing is left of the area: its rings enclose nothing", at: shape.polygons.first?.rings.first?.first)
    }
    return result
  }

  /// The unchanged shape when it is valid, so that its vertices stay as written.
  private func valid(_ shape: MultiPolygon) throws(AreaError) -> MultiPolygon {
    let geometry = try context.shape(shape)
    guard let validityError = geometry.validityError else { return shape }
    if shape.polygons.count > 1, try areValid(shape.polygons) {
      try Crossings.check(shape)
      return try geometry.union().polygons
    }
    guard repair else { throw validityError }
    try Crossings.check(shape)
    return try geometry.repaired().polygons
  }

  /// Whether each polygon is valid on its own. If so they touch or overlap, as adjacent districts do, and are joined.
  private func areValid(_ polygons: [Polygon]) throws(AreaError) -> Bool {
    for polygon in polygons where try context.shape(MultiPolygon([polygon])).validityError != nil { return false }
    return true
  }

  private func cut(_ polygons: [Polygon]) throws(AreaError) -> MultiPolygon {
    var pieces: [Polygon] = []
    for polygon in polygons {
      guard let outer = polygon.rings.first else { continue }
      var holes: [Polygon] = []
      for hole in polygon.rings.dropFirst() { holes += try slices(of: hole) }
      let whole = try context.shape(MultiPolygon(try slices(of: outer)))
      let rest = holes.isEmpty ? whole : try whole.subtracting(try context.shape(MultiPolygon(holes)).union())
      pieces += rest.polygons.polygons
    }
    let shape = MultiPolygon(pieces)
    try Crossings.check(shape)
    return try context.shape(shape).union().polygons
  }

  /// The interior of one ring, cut at the antimeridian and moved into the range of longitudes.
  private func slices(of ring: [Coordinate]) throws(AreaError) -> [Polygon] {
    let longitudes = ring.map(\.longitude)
    guard let west = longitudes.min(), let east = longitudes.max() else { return [] }
    let geometry = try context.shape(try valid(MultiPolygon([Polygon(rings: [ring])])))
    var slices: [Polygon] = []
    for turn in -2...2 {
      let middle = 360 * Double(turn)
      guard west < middle + 180, east > middle - 180 else { continue }
      let frame = try context.shape(MultiPolygon([Self.frame(around: middle)]))
      slices += try geometry.intersection(frame).polygons.polygons.map { $0.moved(east: -middle) }
    }
    // Slices of different turns may overlap where a ring goes round more than once.
    return slices.count < 2 ? slices : try context.shape(MultiPolygon(slices)).union().polygons.polygons
  }

  private static func frame(around middle: Double) -> Polygon {
    let corners = [(-180.0, -90.0), (180, -90), (180, 90), (-180, 90), (-180, -90)]
    return Polygon(rings: [corners.map { Coordinate(latitude: $0.1, longitude: middle + $0.0) }])
  }
}

extension Polygon {
  /// The polygon moved east along the parallels.
  func moved(east degrees: Double) -> Polygon {
    guard degrees != 0 else { return self }
    return Polygon(
      rings: rings.map { ring in
        ring.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + degrees) }
      })
  }
}
