extension GeodesicProblem {
  /// A first guess of the azimuth at the first point, good enough for Newton's method to converge.
  ///
  /// Computed on the sphere with longitudes stretched by the ratio at the mean latitude; between nearly antipodal
  /// points, from the astroid of the geodesics around the antipode.
  var initialAzimuth: Direction {
    let mean = (first.cosine + second.cosine) / 2
    let stretch = (1 - Ellipsoid.eccentricitySquared * mean * mean).squareRoot()
    let angle = longitude / stretch
    let guess = sphericalAzimuth(Direction(sine: Trigonometry.sine(angle), cosine: Trigonometry.cosine(angle)))
    let arcSine = Trigonometry.hypotenuse(guess.sine, guess.cosine)
    let arcCosine = first.sine * second.sine + first.cosine * second.cosine * Trigonometry.cosine(angle)
    let n = Ellipsoid.flattening / (2 - Ellipsoid.flattening)
    let isOrdinary = arcCosine >= 0 || arcSine >= 6 * n * Double.pi * first.cosine * first.cosine
    let azimuth = isOrdinary ? guess : antipodalAzimuth
    return azimuth.sine > 0 ? azimuth.normalized : Direction(sine: 1, cosine: 0)
  }

  /// The azimuth, times the sine of the arc, towards the second point at a difference of longitude on the sphere.
  private func sphericalAzimuth(_ longitude: Direction) -> Direction {
    let bend = second.cosine * first.sine * longitude.sine * longitude.sine
    let north =
      longitude.cosine >= 0
      ? second.sine * first.cosine - second.cosine * first.sine + bend / (1 + longitude.cosine)
      : latitudeSumSine - bend / (1 - longitude.cosine)
    return Direction(sine: second.cosine * longitude.sine, cosine: north)
  }

  /// sin(b1 + b2), near 0 between antipodal points.
  private var latitudeSumSine: Double { second.sine * first.cosine + second.cosine * first.sine }

  private var antipodalAzimuth: Direction {
    let scale =
      Ellipsoid.flattening * first.cosine * Double.pi
      * GeodesicSeries(equatorialCosine: first.sine).longitudeScale
    let x = -supplement / scale
    let y = latitudeSumSine / (scale * first.cosine)
    if y > -2e-14 && x > -1 - 1e-5 {
      // On the segment of the equator around the antipode the astroid's equation degenerates.
      let sine = min(1, -x)
      return Direction(sine: sine, cosine: -(max(0, 1 - sine * sine)).squareRoot())
    }
    let k = Self.astroidRoot(x, y)
    let angle = -scale * x * k / (1 + k)
    return sphericalAzimuth(Direction(sine: Trigonometry.sine(angle), cosine: -Trigonometry.cosine(angle)))
  }

  /// The positive root of k⁴ + 2k³ - (x² + y² - 1) k² - 2y² k - y² = 0 (Karney 2013, section 5).
  static func astroidRoot(_ x: Double, _ y: Double) -> Double {
    let (p, q) = (x * x, y * y)
    let r = (p + q - 1) / 6
    guard q > 0 || r > 0 else { return 0 }
    let u = resolventRoot(s: p * q / 4, r: r)
    let v = (u * u + q).squareRoot()
    let sum = u < 0 ? q / (v - u) : u + v
    let w = (sum - q) / (2 * v)
    return sum / ((sum + w * w).squareRoot() + w)
  }

  /// The root that the quartic needs of its cubic resolvent.
  private static func resolventRoot(s: Double, r: Double) -> Double {
    let cube = r * r * r
    let discriminant = s * (s + 2 * cube)
    guard discriminant >= 0 else {
      let angle = Trigonometry.arctangent((-discriminant).squareRoot(), -(s + cube))
      return r + 2 * r * Trigonometry.cosine(angle / 3)
    }
    let sum = s + cube
    let t = Trigonometry.cubeRoot(sum < 0 ? sum - discriminant.squareRoot() : sum + discriminant.squareRoot())
    return r + t + (t == 0 ? 0 : r * r / t)
  }
}
