/// An angle with its sine and its versine (1 - cosine), both accurate to the last digits however small the angle.
///
/// Sums of angles are computed from these two without the cancellation of `1 - cos`, so that distances between
/// neighbors are as precise as between cities.
@usableFromInline
struct Turn {
  @usableFromInline let radians: Double
  @usableFromInline let sine: Double
  @usableFromInline let versine: Double

  /// Angles up to this many radians (5.7 degrees) are evaluated by polynomials.
  ///
  /// The first term left out of each Taylor series is below 3e-18 of the sum there.
  @inlinable
  static var smallAngle: Double { 0.1 }

  @inlinable
  @inline(__always)
  init(radians x: Double) {
    let square = x * x
    guard square <= Turn.smallAngle * Turn.smallAngle else {
      self = Turn(largeAngle: x)
      return
    }
    // Terms are paired to shorten the chain of dependent operations.
    let fourth = square * square
    let sineTail = (1.0 / 120 - square * (1.0 / 5040)) + fourth * (1.0 / 362_880)
    radians = x
    sine = x + x * square * (-1.0 / 6 + square * sineTail)
    let versineTail = (1.0 / 720 - square * (1.0 / 40320)) + fourth * (1.0 / 3_628_800)
    versine = square * ((0.5 - square * (1.0 / 24)) + fourth * versineTail)
  }

  @usableFromInline
  @inline(never)
  init(largeAngle x: Double) {
    let halfSine = Trigonometry.sine(x / 2)
    radians = x
    sine = Trigonometry.sine(x)
    versine = 2 * halfSine * halfSine
  }

  /// The angle, 0...pi/2 radians, with a given versine (0...1).
  ///
  /// The series of the arcsine is used up to 0.1 radians; its first term left out is below 5e-18 of the sum.
  @inlinable
  static func radians(versine: Double) -> Double {
    let halfSineSquared = versine / 2
    let x = halfSineSquared.squareRoot()
    guard halfSineSquared <= 0.0025 else { return 2 * Trigonometry.arcsine(x) }
    let y = halfSineSquared
    let tail = 15.0 / 336 + y * (105.0 / 3456 + y * (945.0 / 42240))
    return 2 * x * (1 + y * (1.0 / 6 + y * (3.0 / 40 + y * tail)))
  }
}
