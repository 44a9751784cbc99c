import Foundation
import Geography

/// The distances from several origins at one place, and how they change around it: lower bounds of their sum and of
/// their spread nearby that are tight to the second order.
///
/// A distance is convex along shortest paths within a quarter of the Earth's circumference of its origin, and its
/// second derivative is at most the inverse of the distance: the surface is curved positively, by at most 1 / R² with
/// R the least mean radius of curvature. So a sum of distances is nowhere below its tangent. Source: P. Petersen,
/// "Riemannian Geometry", 2016, theorem 6.4.3 (Hessian comparison).
struct GroupTangent {
  private let center: DistanceOrigin
  private let distances: [Double]
  /// By origin, the unit vectors away from it.
  private let directions: [SIMD2<Double>]
  /// The radius in meters within which the bounds hold.
  private let radius: Double

  /// The sum of the distances at the center, and its gradient.
  private let sum: Double
  private let gradient: SIMD2<Double>
  /// Meters per degree north and east at the center.
  private let scale: SIMD2<Double>

  /// A little less than a quarter of the shortest circumference, in meters: pi / 2 times the least mean radius of
  /// curvature, 6 356 752 m.
  private static let largestDistance = 9_980_000.0
  /// Farther away, bounds of single distances are as good.
  private static let largestRadius = 300_000.0

  /// Nil for a box that is too large or too far from an origin.
  init?(in box: BoundingBox, _ origins: some Collection<Coordinate>, metric: Metric) {
    let middle = Coordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
    center = DistanceOrigin(middle, metric: metric)
    let radius = center.upperBoundMeters(to: box)
    guard radius <= Self.largestRadius else { return nil }
    self.radius = radius
    var (distances, directions) = ([Double](), [SIMD2<Double>]())
    var (sum, gradient) = (0.0, SIMD2<Double>())
    for origin in origins {
      let meters = center.meters(to: origin)
      guard meters + radius < Self.largestDistance else { return nil }
      let azimuth = center.azimuth(to: origin) * .pi / 180
      // Close to an origin the direction says nothing; a distance is at least 0.
      let isSure = meters > Self.leastDistance
      let direction = isSure ? SIMD2(-cos(azimuth), -sin(azimuth)) : SIMD2()
      distances.append(meters)
      directions.append(direction)
      sum += isSure ? meters : 0
      gradient += direction
    }
    (self.distances, self.directions, self.sum, self.gradient) = (distances, directions, sum, gradient)
    scale = center.metersPerDegree
  }

  private static let leastDistance = 1.0

  /// More than all rounding, in meters, for each distance.
  private static let guardMeters = 1e-6

  /// A lower bound of the sum of the distances to everything in the box.
  var leastSum: Double {
    let slope = (gradient * gradient).sum().squareRoot() + Self.guardMeters * Double(distances.count)
    return max(0, guarded(sum - slope * radius))
  }

  /// Whether `leastSum(at:)` holds: the map of the box is flat enough.
  var isFlat: Bool { radius <= 30_000 && abs(center.coordinate.latitude) <= 70 }

  /// A lower bound of the sum of the distances to a coordinate of the box.
  @inline(__always)
  func leastSum(at target: Coordinate) -> Double {
    let middle = center.coordinate
    let shift = SIMD2(target.latitude - middle.latitude, target.longitude - middle.longitude) * scale
    // Up to 30 km and 70 degrees, a position on the flat map is wrong by less than 1.3 % of its distance.
    let error = 0.02 * Double(distances.count) * (shift * shift).sum().squareRoot()
    return max(0, guarded(sum + (gradient * shift).sum() - error))
  }

  /// A lower bound of the spread, the longest distance less the shortest, of everything in the box.
  var leastSpread: Double {
    guard let longest = distances.indices.max(by: { distances[$0] < distances[$1] }),
      let shortest = distances.indices.min(by: { distances[$0] < distances[$1] })
    else { return 0 }
    var change = 2 * radius
    let near = distances[shortest] - radius
    if near > Self.leastDistance {
      let difference = directions[longest] - directions[shortest]
      let slope = (difference * difference).sum().squareRoot() + Self.guardMeters
      change = min(change, slope * radius + radius * radius / (2 * near))
    }
    return max(0, guarded(distances[longest] - distances[shortest] - change))
  }

  private func guarded(_ meters: Double) -> Double {
    meters - Self.guardMeters * Double(distances.count) - 1e-9 * abs(meters)
  }
}
