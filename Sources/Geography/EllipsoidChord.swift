/// The chord between two positions on the ellipsoid, from which the length along the surface follows.
///
/// Lengths are in units of the radius of curvature across the meridian (N) at the origin.
@usableFromInline
struct EllipsoidChord {
  /// The components, in axes whose x-z plane is the origin's meridian and whose z axis is the Earth's.
  @usableFromInline let x: Double
  @usableFromInline let y: Double
  @usableFromInline let z: Double
  /// The scalar product of the chord with the difference of the unit normals at its ends.
  ///
  /// Divided by the square of the length it is the mean curvature of the surface along the chord.
  @usableFromInline let bend: Double
  /// The difference of the sines of the latitudes at its ends, and their sum.
  @usableFromInline let sineStep: Double
  @usableFromInline let sineSum: Double

  @inlinable
  init(x: Double, y: Double, z: Double, bend: Double, sineStep: Double, sineSum: Double) {
    self.x = x
    self.y = y
    self.z = z
    self.bend = bend
    self.sineStep = sineStep
    self.sineSum = sineSum
  }

  /// The square of the length.
  @inlinable
  var lengthSquared: Double { (x * x + y * y) + z * z }

  /// The length along the surface over a short chord.
  ///
  /// An arc of constant curvature k has the length (2 / k) asin(k c / 2) over its chord c. With u = (k c)², k being
  /// `bend` / c², that is the series below without its last term. Along a geodesic the curvature varies with the cube
  /// of w = sqrt(1 - e² sin² latitude) (Joachimsthal's theorem). Written as k + k" t²/2 about the middle this makes
  /// the chord shorter by k k" c⁵ / 480, while `bend` accounts for k k" c⁵ / 288. The difference is the last term:
  /// k" = -3 e² k (p'² - k² p²) to first order in e², p being the sine of the latitude. Left out are terms of e⁴
  /// c⁵ / R⁴ and e² c⁷ / R⁶.
  ///
  /// Measured error against the geodesic: 3 nm up to 100 km, 0.1 µm at 200 km, 2 µm at 400 km.
  @inlinable
  @inline(__always)
  var surfaceLength: Double {
    let square = lengthSquared
    guard square > 0 else { return 0 }
    let u = bend * (bend / square)
    let circle = u * ((1.0 / 24 + u * (3.0 / 640)) + u * u * (5.0 / 7168))
    let variation =
      Ellipsoid.eccentricitySquared / 240 * u * (sineStep * sineStep - 0.25 * sineSum * sineSum * u)
    return square.squareRoot() * (1 + circle + variation)
  }
}
