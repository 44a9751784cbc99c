/// An angle by its sine and cosine; a unit vector after `normalized`.
struct Direction {
  var sine: Double
  var cosine: Double

  var normalized: Direction {
    let length = Trigonometry.hypotenuse(sine, cosine)
    return Direction(sine: sine / length, cosine: cosine / length)
  }

  /// The angle from this direction counterclockwise to another, radians 0...pi.
  func angle(to other: Direction) -> Double {
    Trigonometry.arctangent(
      max(0, cosine * other.sine - sine * other.cosine), cosine * other.cosine + sine * other.sine)
  }

  /// The direction turned by an angle in radians.
  func turned(by angle: Double) -> Direction {
    let turn = Direction(sine: Trigonometry.sine(angle), cosine: Trigonometry.cosine(angle))
    return Direction(
      sine: sine * turn.cosine + cosine * turn.sine, cosine: cosine * turn.cosine - sine * turn.sine
    ).normalized
  }
}
