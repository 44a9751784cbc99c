/// A position or a step in meters, in Earth-fixed axes: x towards (0, 0), y towards (0, 90 E), z towards the north
/// pole.
struct SpaceVector {
  var x: Double
  var y: Double
  var z: Double

  /// The position of a coordinate on the surface of the metric's figure of the Earth; within 2 nm.
  init(_ coordinate: Coordinate, metric: Metric) {
    let sine = Trigonometry.sine(degrees: coordinate.latitude)
    let cosine = Trigonometry.cosine(degrees: coordinate.latitude)
    let longitude = coordinate.longitude * Trigonometry.radiansPerDegree
    let square = metric == .wgs84 ? Ellipsoid.eccentricitySquared : 0
    let radius =
      metric == .wgs84
      ? Ellipsoid.semiMajorAxisMeters / (1 - square * sine * sine).squareRoot() : Ellipsoid.meanRadiusMeters
    x = radius * cosine * Trigonometry.cosine(longitude)
    y = radius * cosine * Trigonometry.sine(longitude)
    z = radius * (1 - square) * sine
  }

  /// The mean of some positions, at least one.
  init(meanOf positions: [SpaceVector]) {
    let zero = SpaceVector(x: 0, y: 0, z: 0)
    let share = 1 / Double(positions.count)
    self = positions.reduce(zero) { $0.adding($1, times: share) }
  }

  private init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// The square of the length.
  @inline(__always)
  var square: Double { dot(self) }

  /// The scalar product.
  @inline(__always)
  func dot(_ other: SpaceVector) -> Double { x * other.x + y * other.y + z * other.z }

  /// The step from another position to this one.
  @inline(__always)
  static func - (left: SpaceVector, right: SpaceVector) -> SpaceVector {
    SpaceVector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }

  /// The sum of this vector and a multiple of another.
  @inline(__always)
  func adding(_ step: SpaceVector, times factor: Double) -> SpaceVector {
    SpaceVector(x: x + factor * step.x, y: y + factor * step.y, z: z + factor * step.z)
  }
}
