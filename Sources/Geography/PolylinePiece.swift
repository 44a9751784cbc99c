/// A short part of a line, straight on the map of longitudes and latitudes.
public struct PolylinePiece: Sendable {
  /// Where it begins.
  public let start: Coordinate
  /// Where it ends.
  public let end: Coordinate
  /// Meters along the line from its beginning to `start`.
  public let positionMeters: Double
  /// The length in meters: the distance between the ends.
  public let meters: Double

  private let metric: Metric
  /// The position of `start`.
  let origin: SpaceVector
  private let chord: SpaceVector
  private let chordSquare: Double
  /// An upper bound in meters of the distance between the line and its chord through the Earth.
  let bulge: Double

  /// Makes the piece between two coordinates, going the shorter way round the Earth.
  init(from start: Coordinate, to end: Coordinate, position: Double, metric: Metric, ends: (SpaceVector, SpaceVector)) {
    self.start = start
    self.end = end
    positionMeters = position
    self.metric = metric
    meters = metric.meters(from: start, to: end)
    origin = ends.0
    chord = ends.1 - ends.0
    chordSquare = chord.square
    bulge = Self.bulge(from: start, to: end)
  }

  /// With u and v the differences of latitude and longitude in radians, the second derivative of the position along the
  /// piece is at most R (u² + 2 |u v sin latitude| + v² cos latitude), R being the largest radius of curvature; a
  /// curve leaves its chord by at most an eighth of that. Two hundredths more outweigh the differences of the
  /// ellipsoid's radii.
  private static func bulge(from start: Coordinate, to end: Coordinate) -> Double {
    let u = (end.latitude - start.latitude) * Trigonometry.radiansPerDegree
    let east = Trigonometry.longitudeDifference(from: start.longitude, to: end.longitude)
    let v = east * Trigonometry.radiansPerDegree
    let isAcrossEquator = start.latitude.sign != end.latitude.sign
    let lowest = isAcrossEquator ? 0 : min(abs(start.latitude), abs(end.latitude))
    let cosine = Trigonometry.cosine(degrees: lowest)
    return 1.02 / 8 * Ellipsoid.largestRadiusMeters * (u * u + 2 * abs(u * v) + v * v * cosine)
  }

  /// The coordinate at a fraction of the piece, 0...1.
  public func coordinate(at fraction: Double) -> Coordinate {
    if fraction <= 0 { return start }
    if fraction >= 1 { return end }
    let east = Trigonometry.longitudeDifference(from: start.longitude, to: end.longitude)
    var longitude = start.longitude + fraction * east
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(
      latitude: start.latitude + fraction * (end.latitude - start.latitude), longitude: longitude)
  }

  /// The place on the piece nearest to a coordinate.
  ///
  /// The foot of the perpendicular is computed on the chord through the Earth; from there the distance is measured by
  /// the metric. So the offset is the true distance of a place on the line that is the nearest one up to millimeters,
  /// and exceeds the minimum by less than that.
  public func place(of target: Coordinate) -> PolylinePlace {
    place(of: target, SpaceVector(target, metric: metric))
  }

  @inline(__always)
  func place(of target: Coordinate, _ vector: SpaceVector) -> PolylinePlace {
    let fraction = fraction(of: vector)
    let foot = coordinate(at: fraction)
    return PolylinePlace(
      positionMeters: positionMeters + fraction * meters, offsetMeters: metric.meters(from: target, to: foot),
      coordinate: foot)
  }

  /// A lower bound of the offset, in meters: no path on the surface is shorter than the chord through the Earth.
  @inline(__always)
  func lowerBoundMeters(to vector: SpaceVector) -> Double {
    let way = vector - origin
    let rest = way.adding(chord, times: -fraction(of: vector))
    return rest.square.squareRoot() * (1 - 1e-9) - bulge - 1e-6
  }

  /// The radius in meters of a ball around a position that contains the piece.
  func radius(around center: SpaceVector) -> Double {
    let way = origin - center
    return max(way.square, way.adding(chord, times: 1).square).squareRoot() + bulge
  }

  @inline(__always)
  private func fraction(of vector: SpaceVector) -> Double {
    guard chordSquare > 0 else { return 0 }
    return min(1, max(0, (vector - origin).dot(chord) / chordSquare))
  }
}
