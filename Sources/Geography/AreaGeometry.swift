import CodedErrors

/// The relation of a box to an area.
public enum AreaRelation: Hashable, Sendable {
  /// No coordinate of the box belongs to the area.
  case outside
  /// Every coordinate of the box belongs to the area.
  case inside
  /// Undetermined: the box may lie on both sides of the boundary.
  case crossing
}

/// An area prepared for many tests; for one thread at a time.
public protocol AreaGeometry: AnyObject {
  /// Bounds the whole area.
  var envelope: BoundingBox { get }

  /// Whether the area contains a coordinate; its boundary is included.
  ///
  /// Longitudes -180 and 180 are one meridian, and all longitudes at a pole are one place.
  func covers(_ coordinate: Coordinate) -> Bool

  /// The relation of a box to the area: `inside` and `outside` are certain, `crossing` is not.
  ///
  /// - Parameter box: one with `west <= east`; its sides may slightly exceed the valid range of degrees.
  func relation(to box: BoundingBox) -> AreaRelation
}

/// The state that one thread needs to work with areas.
public protocol AreaWorkspace: AnyObject {
  /// Prepares an area.
  ///
  /// - Throws: `AreaError` when the shape is not a valid area.
  func prepare(_ shape: MultiPolygon) throws(AreaError) -> any AreaGeometry
}

/// The geometry library behind areas. The engine depends on this protocol only, so it builds without GEOS.
public protocol AreaEngine: Sendable {
  /// A workspace for one more thread.
  func makeWorkspace() -> any AreaWorkspace

  /// The normal form of an area: cut at the antimeridian, longitudes from -180 to 180, rings closed and valid.
  ///
  /// - Parameters:
  ///   - shape: polygons as they were read; may cross the antimeridian.
  ///   - repair: repairs invalid shapes where possible instead of rejecting them.
  /// - Throws: `AreaError` with the location of the error.
  func checked(_ shape: MultiPolygon, repair: Bool) throws(AreaError) -> MultiPolygon

  /// The union of areas in normal form, in normal form.
  func union(_ shapes: [MultiPolygon]) throws(AreaError) -> MultiPolygon

  /// Everything within `meters` of a line, in normal form: to be drawn on a map, not for exact tests.
  ///
  /// - Parameters:
  ///   - line: valid coordinates, at least one; the line between neighbors is straight, the shorter way round the
  ///     Earth.
  ///   - meters: to either side, above 0.
  /// - Throws: `AreaError` when the line is too long for a flat map.
  func corridor(along line: [Coordinate], meters: Double) throws(AreaError) -> MultiPolygon
}

/// Why a shape is not a valid area, and where.
public struct AreaError: CodedError, Hashable {
  /// What is wrong, and how to fix it.
  public var reason: String
  /// The location, where there is a single one; longitudes may lie beyond 180 degrees.
  public var place: Coordinate?

  /// Makes an error.
  public init(_ reason: String, at place: Coordinate? = nil) {
    self.reason = reason
    self.place = place
  }

  /// Stable, for programs.
  public var code: String { "bad-area" }

  /// The reason with its location, longitude first as in the file.
  public var description: String {
    place.map { "\(reason), at longitude \($0.longitude), latitude \($0.latitude)" } ?? reason
  }
}
