extension DistanceOrigin {
  /// The smallest central angle to a coordinate of the box, radians; 0 inside.
  ///
  /// Where the origin's meridian runs through the box, it is the difference of latitudes. Else it is the angle to the
  /// nearer of the two side meridians, d radians away. Along that meridian the cosine of the central angle is A sin p +
  /// B cos p, with A the sine of the origin's latitude and B its cosine times cos d. For B >= 0 this has one maximum in
  /// -90...90 degrees: at the foot of the perpendicular, asin(cos latitude sin d) away, if the slope shows that it lies
  /// on the side, else at the end the slope points to. For B < 0 it has no maximum inside, so one of the ends is
  /// nearest.
  ///
  /// Sides slightly beyond ±180 or ±90 degrees, as an index that rounds outward produces, are harmless.
  ///
  /// Source of the case distinction: Schubert, Zimek, Kriegel 2013, doi:10.1007/978-3-642-40235-7_9.
  @inlinable
  func minimumCentralAngle(to box: BoundingBox) -> Double {
    let gap = longitudeGap(to: box)
    let south = Turn(radians: (max(-90, box.south) - coordinate.latitude) * Trigonometry.radiansPerDegree)
    let north = Turn(radians: (min(90, box.north) - coordinate.latitude) * Trigonometry.radiansPerDegree)
    guard gap > 0 else { return max(0, south.radians, -north.radians) }
    let east = Turn(radians: gap * Trigonometry.radiansPerDegree)
    if gap > 90 { return min(centralAngle(north: north, east: east), centralAngle(north: south, east: east)) }
    if slope(north, east) > Self.slopeError { return centralAngle(north: north, east: east) }
    if slope(south, east) < -Self.slopeError { return centralAngle(north: south, east: east) }
    return max(perpendicularAngle(east), south.radians, -north.radians)
  }

  /// The largest central angle to a coordinate of the box, radians.
  ///
  /// It is reached on the meridian of the box that is farthest in longitude, at one of the ends or, more than 90
  /// degrees away, where the perpendicular from the opposite point meets the meridian.
  @inlinable
  func maximumCentralAngle(to box: BoundingBox) -> Double {
    let gap = longitudeReach(to: box)
    let south = Turn(radians: (max(-90, box.south) - coordinate.latitude) * Trigonometry.radiansPerDegree)
    let north = Turn(radians: (min(90, box.north) - coordinate.latitude) * Trigonometry.radiansPerDegree)
    let east = Turn(radians: gap * Trigonometry.radiansPerDegree)
    if gap > 90 && slope(south, east) < Self.slopeError && slope(north, east) > -Self.slopeError {
      let opposite = 2 * coordinate.latitude * Trigonometry.radiansPerDegree
      return Double.pi - max(perpendicularAngle(east), south.radians + opposite, -north.radians - opposite)
    }
    return max(centralAngle(north: north, east: east), centralAngle(north: south, east: east))
  }

  /// The angle from the origin to the great circle of a meridian: no point of that circle is nearer, nor farther than
  /// pi less the angle. It is therefore a safe bound where rounding hides the sign of a slope; there the difference of
  /// latitudes, another such bound, keeps it tight at the poles.
  @inlinable
  func perpendicularAngle(_ east: Turn) -> Double {
    // By the tangent, because the arcsine loses half its digits near 90 degrees.
    let along = Trigonometry.hypotenuse(sinLatitude, cosLatitude * (1 - east.versine))
    return Trigonometry.arctangent(cosLatitude * max(0, east.sine), along)
  }

  /// Exceeds the rounding error of `slope`.
  @inlinable
  static var slopeError: Double { 2e-15 }

  /// The derivative, by latitude, of the cosine of the central angle to a point on a meridian.
  @inlinable
  func slope(_ north: Turn, _ east: Turn) -> Double {
    cosLatitude * sine(after: north) * east.versine - north.sine
  }

  /// Degrees of longitude from the origin to the nearest meridian of the box, 0...180; 0 if the box contains the
  /// origin's.
  @inlinable
  func longitudeGap(to box: BoundingBox) -> Double {
    let span = box.longitudeSpan
    let offset = box.eastward(from: box.west, to: coordinate.longitude)
    return offset <= span ? 0 : min(offset - span, 360 - offset)
  }

  /// Degrees of longitude from the origin to the farthest meridian of the box, 0...180.
  @inlinable
  func longitudeReach(to box: BoundingBox) -> Double {
    let toWest = box.eastward(from: box.west, to: coordinate.longitude)
    // The opposite meridian lies in the box if, going east from its west side, it comes before the east side.
    let opposite = toWest < 180 ? toWest + 180 : toWest - 180
    guard opposite > box.longitudeSpan else { return 180 }
    let west = min(toWest, 360 - toWest)
    let east = abs(toWest - box.longitudeSpan)
    return min(180, max(west, min(east, 360 - east)))
  }
}
