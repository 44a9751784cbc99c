/// The inverse geodesic problem in its standard position: b1 <= 0, b1 <= b2 <= -b1, and l12 in 0...pi.
///
/// Every pair of points is reduced to it by exchanging them and by mirroring at the equator and at a meridian, which
/// makes the distance exactly symmetric. Latitudes are reduced latitudes, tan b = (1 - f) tan latitude. Source: C. F.
/// F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013), doi:10.1007/s00190-012-0578-z.
struct GeodesicProblem {
  /// A point's reduced latitude, never exactly a pole, so that azimuths exist there.
  struct Latitude {
    let direction: Direction
    /// sqrt(1 + e'² sin² b).
    let scale: Double

    var sine: Double { direction.sine }
    var cosine: Double { direction.cosine }

    init(degrees: Double) {
      let reduced = Direction(
        sine: (1 - Ellipsoid.flattening) * Trigonometry.sine(degrees: degrees),
        cosine: Trigonometry.cosine(degrees: degrees)
      ).normalized
      direction = Direction(sine: reduced.sine, cosine: max(1e-150, reduced.cosine))
      scale = (1 + GeodesicProblem.secondEccentricitySquared * reduced.sine * reduced.sine).squareRoot()
    }
  }

  static let secondEccentricitySquared = Ellipsoid.eccentricitySquared / (1 - Ellipsoid.eccentricitySquared)

  let first: Latitude
  let second: Latitude
  /// l12, and the remaining angle to the opposite meridian, radians.
  let longitude: Double
  let supplement: Double
  let longitudeDirection: Direction

  /// How azimuths of the standard position are converted back.
  private let isExchanged: Bool
  private let latitudeSign: Double
  private let longitudeSign: Double

  init(from start: Coordinate, to end: Coordinate) {
    isExchanged = abs(start.latitude) < abs(end.latitude)
    let (pole, other) = isExchanged ? (end, start) : (start, end)
    latitudeSign = pole.latitude < 0 ? 1 : -1
    first = Latitude(degrees: latitudeSign * pole.latitude)
    second = Latitude(degrees: latitudeSign * other.latitude)
    let difference = Trigonometry.longitudeDifference(from: start.longitude, to: end.longitude)
    longitudeSign = difference < 0 ? -1 : 1
    let degrees = abs(difference)
    longitude = degrees * Trigonometry.radiansPerDegree
    supplement = (180 - degrees) * Trigonometry.radiansPerDegree
    let nearer = degrees > 90 ? supplement : longitude
    let cosine = Trigonometry.cosine(nearer)
    longitudeDirection = Direction(sine: Trigonometry.sine(nearer), cosine: degrees > 90 ? -cosine : cosine)
  }

  /// The azimuth at the original start, degrees 0..<360, from the azimuths of the standard position.
  func originalAzimuth(_ arc: GeodesicArc) -> Double {
    let own = isExchanged ? arc.endAzimuth : arc.startAzimuth
    let exchange: Double = isExchanged ? -1 : 1
    let east = own.sine * longitudeSign
    let north = own.cosine * latitudeSign * exchange
    return Trigonometry.compassDegrees(east: east, north: north)
  }
}
