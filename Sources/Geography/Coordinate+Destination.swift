extension Coordinate {
  /// The end of a geodesic that starts here in a given direction, on the WGS 84 ellipsoid.
  ///
  /// Exact to a tenth of a millimeter for up to half the circumference of the Earth. At a pole the direction is counted
  /// from the meridian of this longitude. Source: Vincenty, "Direct and inverse solutions of geodesics on the
  /// ellipsoid", 1975, doi:10.1179/sre.1975.23.176.88.
  /// - Parameters:
  ///   - azimuth: the direction in degrees clockwise from north.
  ///   - meters: the length of the geodesic, 0 or more.
  public func destination(azimuth: Double, meters: Double) -> Coordinate {
    let start = DirectStart(self, azimuth: azimuth)
    let arc = start.arc(meters: meters)
    let latitude = start.latitude(at: arc)
    let east = start.longitudeDifference(at: arc) / Trigonometry.radiansPerDegree
    var degrees = (longitude + east).remainder(dividingBy: 360)
    if degrees == 180 || degrees == -180 { degrees = longitude < 0 ? -180 : 180 }
    return Coordinate(latitude: latitude / Trigonometry.radiansPerDegree, longitude: degrees)
  }
}

/// The start of a geodesic on the auxiliary sphere; angles in radians.
private struct DirectStart {
  /// Sine and cosine of the reduced latitude.
  private let sineU: Double
  private let cosineU: Double
  private let sineAzimuth: Double
  private let cosineAzimuth: Double
  /// The sine of the azimuth at the equator, and the square of its cosine.
  private let sineAlpha: Double
  private let cosineAlphaSquared: Double
  /// From the equator to the start.
  private let firstArc: Double

  init(_ coordinate: Coordinate, azimuth: Double) {
    let sine = (1 - Ellipsoid.flattening) * Trigonometry.sine(degrees: coordinate.latitude)
    let cosine = Trigonometry.cosine(degrees: coordinate.latitude)
    let length = Trigonometry.hypotenuse(sine, cosine)
    (sineU, cosineU) = (sine / length, cosine / length)
    let radians = azimuth * Trigonometry.radiansPerDegree
    (sineAzimuth, cosineAzimuth) = (Trigonometry.sine(radians), Trigonometry.cosine(radians))
    sineAlpha = cosineU * sineAzimuth
    cosineAlphaSquared = 1 - sineAlpha * sineAlpha
    firstArc = Trigonometry.arctangent(sineU, cosineU * cosineAzimuth)
  }

  /// An arc on the auxiliary sphere with the terms its end needs.
  struct Arc {
    var angle: Double
    var sine: Double
    var cosine: Double
    /// The cosine of twice the angle from the equator to the middle of the arc.
    var cosineMiddle: Double
  }

  func arc(meters: Double) -> Arc {
    let minor = Ellipsoid.semiMinorAxisMeters
    let square =
      cosineAlphaSquared * (Ellipsoid.semiMajorAxisMeters * Ellipsoid.semiMajorAxisMeters / (minor * minor) - 1)
    let a = 1 + square / 16384 * (4096 + square * (-768 + square * (320 - 175 * square)))
    let b = square / 1024 * (256 + square * (-128 + square * (74 - 47 * square)))
    let first = meters / (minor * a)
    var arc = self.arc(first)
    // Each round gains about eight digits of the correction, which is at most a few thousandths.
    for _ in 0..<6 { arc = self.arc(first + correction(arc, b)) }
    return arc
  }

  private func arc(_ angle: Double) -> Arc {
    Arc(
      angle: angle, sine: Trigonometry.sine(angle), cosine: Trigonometry.cosine(angle),
      cosineMiddle: Trigonometry.cosine(2 * firstArc + angle))
  }

  private func correction(_ arc: Arc, _ b: Double) -> Double {
    let (middle, sine) = (arc.cosineMiddle, arc.sine)
    let last = b / 6 * middle * (-3 + 4 * sine * sine) * (-3 + 4 * middle * middle)
    return b * sine * (middle + b / 4 * (arc.cosine * (-1 + 2 * middle * middle) - last))
  }

  func latitude(at arc: Arc) -> Double {
    let across = sineU * arc.sine - cosineU * arc.cosine * cosineAzimuth
    return Trigonometry.arctangent(
      sineU * arc.cosine + cosineU * arc.sine * cosineAzimuth,
      (1 - Ellipsoid.flattening) * Trigonometry.hypotenuse(sineAlpha, across))
  }

  func longitudeDifference(at arc: Arc) -> Double {
    let onSphere = Trigonometry.arctangent(
      arc.sine * sineAzimuth, cosineU * arc.cosine - sineU * arc.sine * cosineAzimuth)
    let f = Ellipsoid.flattening
    let c = f / 16 * cosineAlphaSquared * (4 + f * (4 - 3 * cosineAlphaSquared))
    let middle = arc.cosineMiddle
    let series = arc.angle + c * arc.sine * (middle + c * arc.cosine * (-1 + 2 * middle * middle))
    return onSphere - (1 - c) * f * sineAlpha * series
  }
}
