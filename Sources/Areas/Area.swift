import Geography

/// A part of the Earth's surface: polygons with holes, valid, cut at the antimeridian; its boundary belongs to it.
///
/// Edges are straight lines in longitude and latitude (RFC 7946 §3.1.1). A ring may be written with longitudes up to ±540 to cross the
/// antimeridian, and one that ends a whole turn from where it began encloses the pole of its half of the Earth.
public struct Area: Hashable, Sendable {
  /// The normal form: rings closed, longitudes from -180 to 180.
  public let shape: MultiPolygon

  /// Makes an area from rings.
  ///
  /// - Parameter repair: whether to make the best of rings that are not valid: they are closed, edges go the short way round the
  ///   Earth, and crossings are resolved; else they are refused.
  /// - Throws: `AreaFault` with the place of the fault.
  public init(_ shape: MultiPolygon, repair: Bool = false) throws(AreaFault) {
    self.shape = try AreaNormalizer(context: GEOSContext(), repair: repair).normalize(shape)
  }

  /// - Parameter shape: in normal form.
  fileprivate init(normal shape: MultiPolygon) throws(AreaFault) {
    guard !shape.polygons.isEmpty else { throw AreaFault("nothing is left of the area") }
    self.shape = shape
  }

  /// Holds the whole area; `west > east` where it crosses the antimeridian.
  public var envelope: BoundingBox { shape.envelope ?? .world }

  /// The envelope of each part.
  public var envelopes: [BoundingBox] { shape.polygons.compactMap { MultiPolygon([$0]).envelope } }
}

extension Area {
  /// What belongs to either area.
  ///
  /// Source: OverlayNG of GEOS, in double precision; vertices made where edges cross are rounded to that.
  public func union(_ other: Area) throws(AreaFault) -> Area {
    let context = GEOSContext()
    let both = MultiPolygon(shape.polygons + other.shape.polygons)
    return try Area(normal: try context.shape(both).union().polygons)
  }

  /// What belongs to this area and not to the other; the boundary between them belongs to the result.
  ///
  /// - Throws: `AreaFault` when nothing is left.
  public func subtracting(_ other: Area) throws(AreaFault) -> Area {
    let context = GEOSContext()
    let rest = try context.shape(shape).subtracting(try context.shape(other.shape))
    return try Area(normal: rest.polygons)
  }

  /// What belongs to both areas; common boundaries alone are left out.
  ///
  /// - Throws: `AreaFault` when nothing is left.
  public func intersection(_ other: Area) throws(AreaFault) -> Area {
    let context = GEOSContext()
    let common = try context.shape(shape).intersection(try context.shape(other.shape))
    return try Area(normal: common.polygons)
  }
}
