import Geography

/// A part of the Earth's surface: valid polygons with holes, cut at the antimeridian; the boundary is included.
///
/// Edges are straight lines in longitude and latitude (RFC 7946 §3.1.1). A ring may use longitudes up to ±540 to
/// cross the antimeridian; a ring that ends a full turn from its start encloses the pole of its hemisphere.
public struct Area: Hashable, Sendable {
  /// The normal form: rings closed, longitudes from -180 to 180.
  public let shape: MultiPolygon

  /// Makes an area from rings.
  ///
  /// - Parameters:
  ///   - shape: polygons with holes; may cross the antimeridian.
  ///   - repair: repairs invalid rings instead of rejecting them: closes them, takes edges the short way round
  ///     the Earth and resolves crossings.
  /// - Throws: `AreaError` with the location of the error.
  public init(_ shape: MultiPolygon, repair: Bool = false) throws(AreaError) {
    self.shape = try AreaNormalizer(context: GEOSContext(), repair: repair).normalize(shape)
  }

  /// - Parameter shape: in normal form.
  fileprivate init(normal shape: MultiPolygon) throws(AreaError) {
    guard !shape.polygons.isEmpty else { throw AreaError("nothing is left of the area") }
    self.shape = shape
  }

  /// Bounds the whole area; `west > east` where it crosses the antimeridian.
  public var envelope: BoundingBox { shape.envelope ?? .world }

  /// The envelope of each part.
  public var envelopes: [BoundingBox] { shape.polygons.compactMap { MultiPolygon([$0]).envelope } }
}

extension Area {
  /// The union of both areas.
  ///
  /// Computed by OverlayNG of GEOS in double precision, to which vertices at crossings are rounded.
  public func union(_ other: Area) throws(AreaError) -> Area {
    let context = GEOSContext()
    let both = MultiPolygon(shape.polygons + other.shape.polygons)
    return try Area(normal: try context.shape(both).union().polygons)
  }

  /// This area without the other; the boundary between them is part of the result.
  ///
  /// - Throws: `AreaError` when the result is empty.
  public func subtracting(_ other: Area) throws(AreaError) -> Area {
    let context = GEOSContext()
    let rest = try context.shape(shape).subtracting(try context.shape(other.shape))
    return try Area(normal: rest.polygons)
  }

  /// The intersection of both areas; boundaries that merely touch are left out.
  ///
  /// - Throws: `AreaError` when the result is empty.
  public func intersection(_ other: Area) throws(AreaError) -> Area {
    let context = GEOSContext()
    let common = try context.shape(shape).intersection(try context.shape(other.shape))
    return try Area(normal: common.polygons)
  }
}
