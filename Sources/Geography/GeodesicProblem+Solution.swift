extension GeodesicProblem {
  /// The shortest geodesic.
  ///
  /// Newton's method on the starting azimuth until the longitude fits, kept inside a bracket and replaced by bisection
  /// where it leaves it. Two or three steps are typical; the number of steps is limited for any input.
  var solution: GeodesicArc {
    if isMeridional { return GeodesicArc(self, startAzimuth: longitudeDirection) }
    var bracket = AzimuthBracket()
    var azimuth = initialAzimuth
    for step in 0..<AzimuthBracket.maximumSteps {
      let arc = GeodesicArc(self, startAzimuth: azimuth)
      let error = arc.longitudeError
      if abs(error) < Self.longitudeTolerance || bracket.isExhausted { return arc }
      bracket.narrow(to: azimuth, error: error)
      guard step < AzimuthBracket.newtonSteps, let change = newtonChange(arc, error),
        let next = turned(azimuth, by: change)
      else {
        azimuth = bracket.middle
        continue
      }
      azimuth = next
      // The error after a step is of the order of its square.
      if abs(change) < 1e-9 { break }
    }
    return GeodesicArc(self, startAzimuth: azimuth)
  }

  /// The tolerance of the longitude in radians: the spacing of numbers near 1.
  private static var longitudeTolerance: Double { 2.3e-16 }

  /// Along a meridian, or from a pole, where every path starts on a meridian.
  private var isMeridional: Bool {
    longitude == 0 || supplement == 0 || first.cosine <= 1e-150
  }

  /// The length along the equator if that is the shortest path, which it stops being f pi short of the antipode.
  var equatorialMeters: Double? {
    guard first.sine == 0 && supplement >= Ellipsoid.flattening * Double.pi else { return nil }
    return Ellipsoid.semiMajorAxisMeters * longitude
  }

  private func newtonChange(_ arc: GeodesicArc, _ error: Double) -> Double? {
    let slope = arc.longitudeSlope
    guard slope > 0 else { return nil }
    let change = -error / slope
    return abs(change) < Double.pi ? change : nil
  }

  private func turned(_ azimuth: Direction, by change: Double) -> Direction? {
    let next = azimuth.turned(by: change)
    return next.sine > 0 ? next : nil
  }
}

/// The azimuths between which the solution is known to lie.
struct AzimuthBracket {
  static let newtonSteps = 20
  static let maximumSteps = 100

  private var low = Direction(sine: 1e-150, cosine: 1)
  private var high = Direction(sine: 1e-150, cosine: -1)

  /// The longitude grows with the azimuth.
  mutating func narrow(to azimuth: Direction, error: Double) {
    let cotangent = azimuth.cosine / azimuth.sine
    if error > 0 {
      if cotangent > high.cosine / high.sine { high = azimuth }
    } else if cotangent < low.cosine / low.sine {
      low = azimuth
    }
  }

  var middle: Direction {
    Direction(sine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2).normalized
  }

  var isExhausted: Bool {
    abs(low.sine - high.sine) + abs(low.cosine - high.cosine) < 1e-16
  }
}
