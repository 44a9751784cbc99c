/// The expansions, to sixth order in a small parameter, that turn arc lengths on the auxiliary sphere into meters and
/// longitudes on the ellipsoid.
///
/// Source of all coefficients: C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013),
/// doi:10.1007/s00190-012-0578-z, equations 17, 18, 24, 25, 42, 43. The truncation is below a nanometer for WGS 84.
struct GeodesicSeries {
  /// Six coefficients of sin 2s, sin 4s, ... sin 12s.
  typealias SineCoefficients = (Double, Double, Double, Double, Double, Double)

  /// The third flattening n = f / (2 - f).
  private static let n = Ellipsoid.flattening / (2 - Ellipsoid.flattening)

  /// (sqrt(1 + k²) - 1) / (sqrt(1 + k²) + 1), k being the second eccentricity times the cosine of the azimuth
  /// with which the geodesic crosses the equator.
  let epsilon: Double

  init(equatorialCosine: Double) {
    let e2 = Ellipsoid.eccentricitySquared
    let k2 = e2 / (1 - e2) * equatorialCosine * equatorialCosine
    let root = 1 + (1 + k2).squareRoot()
    epsilon = k2 / (root * root)
  }

  /// A1 - 1, of the distance integral I1 = A1 (s + sum C1 sin 2ls).
  var distanceScaleMinusOne: Double {
    let square = epsilon * epsilon
    let t = square * (1.0 / 4 + square * (1.0 / 64 + square * (1.0 / 256)))
    return (t + epsilon) / (1 - epsilon)
  }

  /// The C1 of the distance integral.
  var distanceCoefficients: SineCoefficients {
    let e = epsilon
    let e2 = e * e
    let e4 = e2 * e2
    return (
      e * (-1.0 / 2 + e2 * (3.0 / 16) - e4 * (1.0 / 32)),
      e2 * (-1.0 / 16 + e2 * (1.0 / 32) - e4 * (9.0 / 2048)),
      e2 * e * (-1.0 / 48 + e2 * (3.0 / 256)),
      e4 * (-5.0 / 512 + e2 * (3.0 / 512)),
      e4 * e * (-7.0 / 1280),
      e4 * e2 * (-7.0 / 2048)
    )
  }

  /// A2 - 1, of the integral I2 = A2 (s + sum C2 sin 2ls), which enters the reduced length.
  var reducedScaleMinusOne: Double {
    let square = epsilon * epsilon
    let t = square * (1.0 / 4 + square * (9.0 / 64 + square * (25.0 / 256)))
    return t * (1 - epsilon) - epsilon
  }

  /// The C2 of the same integral.
  var reducedCoefficients: SineCoefficients {
    let e = epsilon
    let e2 = e * e
    let e4 = e2 * e2
    return (
      e * (1.0 / 2 + e2 * (1.0 / 16) + e4 * (1.0 / 32)),
      e2 * (3.0 / 16 + e2 * (1.0 / 32) + e4 * (35.0 / 2048)),
      e2 * e * (5.0 / 48 + e2 * (5.0 / 256)),
      e4 * (35.0 / 512 + e2 * (7.0 / 512)),
      e4 * e * (63.0 / 1280),
      e4 * e2 * (77.0 / 2048)
    )
  }

  /// A3 of the longitude integral I3 = A3 (s + sum C3 sin 2ls).
  var longitudeScale: Double {
    let e = epsilon
    let n = Self.n
    let third = 1.0 / 16 + n * (3.0 / 16 + n / 16)
    let tail = third + e * (3.0 / 64 + n / 32 + e * (3.0 / 128))
    return 1 - e * (1.0 / 2 - n / 2 + e * (1.0 / 4 + n * (1.0 / 8 - n * (3.0 / 8)) + e * tail))
  }

  /// The C3 of the longitude integral; the sixth is 0 at this order.
  var longitudeCoefficients: SineCoefficients {
    let e = epsilon
    let n = Self.n
    let e2 = e * e
    let first =
      1.0 / 4 - n / 4 + e * (1.0 / 8 - n * n / 8)
      + e2 * (3.0 / 64 + n * (3.0 / 64 - n / 64) + e * (5.0 / 128 + n / 64) + e2 * (3.0 / 128))
    let second =
      1.0 / 16 - n * (3.0 / 32 - n / 32) + e * (3.0 / 64 - n * (1.0 / 32 + n * (3.0 / 64)))
      + e2 * (3.0 / 128 + n / 128 + e * (5.0 / 256))
    let third = 5.0 / 192 - n * (3.0 / 64 - n * (5.0 / 192)) + e * (3.0 / 128 - n * (5.0 / 192)) + e2 * (7.0 / 512)
    let fourth = 7.0 / 512 - n * (7.0 / 256) + e * (7.0 / 512)
    return (e * first, e2 * second, e2 * e * third, e2 * e2 * fourth, e2 * e2 * e * (21.0 / 2560), 0)
  }

  /// The sum of c(l) sin 2ls over l = 1...6, by Clenshaw's recurrence.
  static func sum(_ c: SineCoefficients, sine: Double, cosine: Double) -> Double {
    let factor = 2 * (cosine - sine) * (cosine + sine)
    let b6 = c.5
    let b5 = c.4 + factor * b6
    let b4 = c.3 + factor * b5 - b6
    let b3 = c.2 + factor * b4 - b5
    let b2 = c.1 + factor * b3 - b4
    let b1 = c.0 + factor * b2 - b3
    return 2 * sine * cosine * b1
  }
}
