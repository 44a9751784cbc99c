import Foundation
import Geography
import VicinityLab

/// Random areas: stars with holes, in several parts, across the antimeridian and around the poles.
package enum RandomShapes {
  /// An area whose rings neither touch nor cross.
  ///
  /// - Parameters:
  ///   - center: the middle of the first part; longitudes of the rings may lie beyond 180.
  ///   - degrees: its approximate radius.
  package static func shape(
    around center: Coordinate, degrees: Double, _ random: inout SplitMix64
  ) -> MultiPolygon {
    if abs(center.latitude) > 80 { return MultiPolygon([cap(north: center.latitude > 0, &random)]) }
    var polygons = [star(center, degrees, &random)]
    if SeededWorld.oneIn(3, &random) {
      // Far enough apart that the parts cannot touch.
      let next = Coordinate(latitude: center.latitude, longitude: center.longitude + 2.5 * degrees)
      polygons.append(star(next, degrees, &random))
    }
    return MultiPolygon(polygons)
  }

  /// A star with up to two holes, one on each side.
  private static func star(_ center: Coordinate, _ degrees: Double, _ random: inout SplitMix64) -> Polygon {
    var rings = [ring(center, from: 0.6 * degrees, to: degrees, &random)]
    for side in [-1.0, 1] where SeededWorld.oneIn(2, &random) {
      let middle = Coordinate(latitude: center.latitude, longitude: center.longitude + side * 0.25 * degrees)
      // The outer ring, a polygon between points of the circle, comes no nearer than 0.3 of the radius.
      rings.append(ring(middle, from: 0.02 * degrees, to: 0.04 * degrees, &random))
    }
    return Polygon(rings: rings)
  }

  private static func ring(
    _ center: Coordinate, from least: Double, to most: Double, _ random: inout SplitMix64
  ) -> [Coordinate] {
    let count = 6 + SeededWorld.pick(14, &random)
    var ring = (0..<count).map { step in
      let angle = 2 * Double.pi * (Double(step) + 0.8 * unit(&random)) / Double(count)
      let radius = least + (most - least) * unit(&random)
      return Coordinate(
        latitude: min(90, max(-90, center.latitude + radius * sin(angle))),
        longitude: center.longitude + radius * cos(angle))
    }
    ring.append(ring[0])
    return ring
  }

  /// A ring around a pole, with or without a hole.
  private static func cap(north: Bool, _ random: inout SplitMix64) -> Polygon {
    let count = 5 + SeededWorld.pick(20, &random)
    let start = 360 * unit(&random) - 180
    let sign = north ? 1.0 : -1
    var ring = (0..<count).map { step in
      Coordinate(latitude: sign * (60 + 15 * unit(&random)), longitude: start + 360 * Double(step) / Double(count))
    }
    ring.append(Coordinate(latitude: ring[0].latitude, longitude: start + 360))
    if SeededWorld.oneIn(2, &random) { ring.reverse() }
    guard SeededWorld.oneIn(2, &random) else { return Polygon(rings: [ring]) }
    let middle = Coordinate(latitude: sign * 81, longitude: 360 * unit(&random) - 180)
    return Polygon(rings: [ring, Self.ring(middle, from: 2, to: 4, &random)])
  }

  package static func unit(_ random: inout SplitMix64) -> Double { Double(random.next() >> 11) * 0x1p-53 }
}
