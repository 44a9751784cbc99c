import Geography

extension Area {
  /// Reads a POLYGON or MULTIPOLYGON in well-known text (OGC 06-103r4, 7), longitude first; a collection counts as its polygons.
  ///
  /// - Throws: `AreaFault` for what is no such text, with the character, and for what `init(_:repair:)` refuses.
  public init(wkt text: String, repair: Bool = false) throws(AreaFault) {
    try self.init(try MultiPolygon(wkt: text), repair: repair)
  }

  /// The area as MULTIPOLYGON in well-known text, with as many digits as give the same numbers back.
  public var wkt: String {
    let polygons = shape.polygons.map { polygon in
      "(" + polygon.rings.map(Self.ring).joined(separator: ", ") + ")"
    }
    return "MULTIPOLYGON (\(polygons.joined(separator: ", ")))"
  }

  private static func ring(_ ring: [Coordinate]) -> String {
    "(" + ring.map { "\($0.longitude) \($0.latitude)" }.joined(separator: ", ") + ")"
  }
}
