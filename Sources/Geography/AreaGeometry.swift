/// How a box lies to an area.
public enum AreaRelation: Hashable, Sendable {
  /// No coordinate of the box belongs to the area.
  case outside
  /// Every coordinate of the box belongs to the area.
  case inside
  /// Neither is certain.
  case crossing
}

/// An area made ready for many questions; for one thread at a time.
public protocol AreaGeometry: AnyObject {
  /// Holds the whole area.
  var envelope: BoundingBox { get }

  /// Whether a coordinate belongs to the area, whose boundary does.
  ///
  /// Longitudes -180 and 180 are one meridian, and all longitudes at a pole are one place.
  func covers(_ coordinate: Coordinate) -> Bool

  /// How a box lies to the area: certain where the answer is `inside` or `outside`, else `crossing`.
  ///
  /// - Parameter box: one with `west <= east`; its sides may lie a little beyond the ranges of degrees.
  func relation(to box: BoundingBox) -> AreaRelation
}

/// What one thread needs to work with areas.
public protocol AreaWorkspace: AnyObject {
  /// Makes an area ready.
  ///
  /// - Throws: `AreaFault` when it is none.
  func prepare(_ shape: MultiPolygon) throws(AreaFault) -> any AreaGeometry
}

/// The geometry behind areas. The engine sees this alone, so it can be built without the library that implements it.
public protocol AreaEngine: Sendable {
  /// What one more thread needs.
  func makeWorkspace() -> any AreaWorkspace

  /// The normal form of an area: cut at the antimeridian, longitudes from -180 to 180, rings closed and valid.
  ///
  /// - Parameter repair: whether what is no area is made one, as far as that is possible.
  /// - Throws: `AreaFault` with the place of the fault.
  func checked(_ shape: MultiPolygon, repair: Bool) throws(AreaFault) -> MultiPolygon

  /// What belongs to any of some areas in normal form, in normal form.
  func union(_ shapes: [MultiPolygon]) throws(AreaFault) -> MultiPolygon

  /// Everything within so many meters of a line, in normal form: for a map, not for a test.
  ///
  /// - Parameters:
  ///   - line: valid coordinates, at least one; what lies between neighbours is straight, the shorter way round the Earth.
  ///   - meters: to either side, above 0.
  /// - Throws: `AreaFault` when the line is too long for a flat map.
  func corridor(along line: [Coordinate], meters: Double) throws(AreaFault) -> MultiPolygon
}

/// Why rings are no area, and where.
public struct AreaFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do about it.
  public var reason: String
  /// Where, as far as it is one place; longitudes may lie beyond 180 degrees.
  public var place: Coordinate?

  /// Makes a fault.
  public init(_ reason: String, at place: Coordinate? = nil) {
    self.reason = reason
    self.place = place
  }

  /// The reason with its place, longitude first as in the file.
  public var description: String {
    place.map { "\(reason), at longitude \($0.longitude), latitude \($0.latitude)" } ?? reason
  }
}
