import Geography

extension Area {
  /// Reads a POLYGON or MULTIPOLYGON in well-known text (OGC 06-103r4, 7), longitude first; for a collection, its
  /// polygons.
  ///
  /// - Throws: `AreaError` for malformed text, with the position of the character, and for whatever `init(_:repair:)`
  ///   rejects.
  public init(parsing text: String, repair: Bool = false) throws(AreaError) {
    try self.init(try MultiPolygon(parsing: text), repair: repair)
  }

  /// The area as a MULTIPOLYGON in well-known text, with enough digits to read back the same numbers.
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
