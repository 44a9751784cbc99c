/// The geodesic that leaves the first point of a problem with a given azimuth, up to the second point's latitude.
struct GeodesicArc {
  let problem: GeodesicProblem
  let startAzimuth: Direction
  let endAzimuth: Direction
  /// The azimuth at the equator.
  let equatorial: Direction
  /// Arc lengths on the auxiliary sphere from the equator, at both ends.
  let startArc: Direction
  let endArc: Direction
  /// The arc length between them, radians.
  let arcLength: Double
  let series: GeodesicSeries

  init(_ problem: GeodesicProblem, startAzimuth: Direction) {
    self.problem = problem
    self.startAzimuth = startAzimuth
    let (first, second) = (problem.first, problem.second)
    equatorial = Direction(
      sine: startAzimuth.sine * first.cosine,
      cosine: Trigonometry.hypotenuse(startAzimuth.cosine, startAzimuth.sine * first.sine))
    endAzimuth = Self.endAzimuth(problem, startAzimuth, equatorial.sine)
    startArc = Direction(sine: first.sine, cosine: startAzimuth.cosine * first.cosine).normalized
    endArc = Direction(sine: second.sine, cosine: endAzimuth.cosine * second.cosine).normalized
    arcLength = startArc.angle(to: endArc)
    series = GeodesicSeries(equatorialCosine: equatorial.cosine)
  }

  /// Clairaut's relation gives the sine; the cosine is taken from differences, to keep small values precise.
  private static func endAzimuth(
    _ problem: GeodesicProblem, _ start: Direction, _ equatorialSine: Double
  ) -> Direction {
    let (first, second) = (problem.first, problem.second)
    if first.cosine == second.cosine && abs(second.sine) == -first.sine {
      return Direction(sine: start.sine, cosine: abs(start.cosine))
    }
    let along = start.cosine * first.cosine
    let surplus =
      first.cosine < -first.sine
      ? (second.cosine - first.cosine) * (first.cosine + second.cosine)
      : (first.sine - second.sine) * (first.sine + second.sine)
    return Direction(
      sine: first.cosine == second.cosine ? start.sine : equatorialSine / second.cosine,
      cosine: (along * along + max(0, surplus)).squareRoot() / second.cosine)
  }

  /// The length in meters.
  var meters: Double {
    let c = series.distanceCoefficients
    let wave =
      GeodesicSeries.sum(c, sine: endArc.sine, cosine: endArc.cosine)
      - GeodesicSeries.sum(c, sine: startArc.sine, cosine: startArc.cosine)
    return Ellipsoid.semiMinorAxisMeters * (1 + series.distanceScaleMinusOne) * (arcLength + wave)
  }

  /// The excess of the difference of longitudes over the required one, radians.
  var longitudeError: Double {
    let (start, end) = (sphericalLongitude(startArc), sphericalLongitude(endArc))
    let sine = max(0, start.cosine * end.sine - start.sine * end.cosine)
    let cosine = start.cosine * end.cosine + start.sine * end.sine
    let asked = problem.longitudeDirection
    let surplus = Trigonometry.arctangent(
      sine * asked.cosine - cosine * asked.sine, cosine * asked.cosine + sine * asked.sine)
    let c = series.longitudeCoefficients
    let wave =
      GeodesicSeries.sum(c, sine: endArc.sine, cosine: endArc.cosine)
      - GeodesicSeries.sum(c, sine: startArc.sine, cosine: startArc.cosine)
    return surplus - Ellipsoid.flattening * series.longitudeScale * equatorial.sine * (arcLength + wave)
  }

  /// The longitude on the auxiliary sphere, from the point where the geodesic crosses the equator.
  private func sphericalLongitude(_ arc: Direction) -> Direction {
    Direction(sine: equatorial.sine * arc.sine, cosine: arc.cosine).normalized
  }

  /// The derivative of `longitudeError` by the starting azimuth.
  var longitudeSlope: Double {
    let ratio = 1 - Ellipsoid.flattening
    if endAzimuth.cosine == 0 { return -2 * ratio * problem.first.scale / problem.first.sine }
    return reducedLength * ratio / (endAzimuth.cosine * problem.second.cosine)
  }

  /// The reduced length m12, in units of the polar radius.
  private var reducedLength: Double {
    let a1 = series.distanceScaleMinusOne
    let a2 = series.reducedScaleMinusOne
    let c1 = series.distanceCoefficients
    let c2 = series.reducedCoefficients
    func difference(_ arc: Direction) -> Double {
      (1 + a1) * GeodesicSeries.sum(c1, sine: arc.sine, cosine: arc.cosine)
        - (1 + a2) * GeodesicSeries.sum(c2, sine: arc.sine, cosine: arc.cosine)
    }
    let integral = (a1 - a2) * arcLength + difference(endArc) - difference(startArc)
    return problem.second.scale * startArc.cosine * endArc.sine - problem.first.scale * startArc.sine * endArc.cosine
      - startArc.cosine * endArc.cosine * integral
  }
}
