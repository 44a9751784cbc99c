import Geography

/// Distances from several origins, combined by maximum or sum, with their lower bounds.
///
/// The bound of a box is the maximum or sum of lower bounds, one for each origin, and therefore a lower bound itself:
/// each distance is at least its own bound, and both the maximum and the sum are monotonic. For a sum, `GroupTangent`
/// has a better one.
final class GroupDistances: Sendable {
  private struct Origin {
    let exact: DistanceOrigin
    /// A flat map around it, where useful.
    let map: PlanarBound?
    /// The maximum distance from it, meters.
    let limit: Double

    func lowerBoundMeters(to box: BoundingBox) -> Double {
      guard let map else { return exact.lowerBoundMeters(to: box) }
      let square = map.squaredMeters(to: box)
      let isOnMap = square <= map.radiusMeters * map.radiusMeters
      return isOnMap ? square.squareRoot() : max(map.radiusMeters, exact.lowerBoundMeters(to: box))
    }
  }

  private let origins: [Origin]
  private let isSum: Bool
  private let radius: Double
  /// Whether every distance is within the limits.
  let isUnlimited: Bool

  init(_ group: Query.Group, radius: Double?, metric: Metric) {
    let exact = group.origins.map { DistanceOrigin($0.coordinate, metric: metric) }
    isSum = group.by == .sum
    self.radius = radius ?? .greatestFiniteMagnitude
    let reach = Self.reach(exact)
    let limits = group.origins.map { min(group.limit(of: $0), radius ?? .infinity) }
    origins = zip(exact, limits).map { origin, limit in
      let map = PlanarBound(origin, radiusMeters: min(reach, limit))
      return Origin(exact: origin, map: map.slack < .infinity ? map : nil, limit: limit)
    }
    isUnlimited = limits.allSatisfy { $0 == .infinity } && radius == nil
  }

  /// The radius of the maps in meters: most groups find what they look for within twice their own extent.
  private static func reach(_ origins: [DistanceOrigin]) -> Double {
    let extent = origins.map { $0.meters(to: origins[0].coordinate) }.max() ?? 0
    return min(PlanarBound.largestRadius, max(20_000, 2 * extent))
  }

  /// A lower bound of the distance in meters to everything in a box that does not cross the antimeridian; infinity
  /// where everything in it exceeds a member's limit.
  func lowerBoundMeters(to box: BoundingBox) -> Double {
    let meters = aggregate { $0.lowerBoundMeters(to: box) }
    guard isSum, meters < .infinity else { return meters }
    return max(meters, tangent(in: box)?.leastSum ?? 0)
  }

  /// Bounds of the sum around a box that are better than those of single distances; nil for another group.
  func flatTangent(in box: BoundingBox) -> GroupTangent? {
    isSum ? tangent(in: box).flatMap { $0.isFlat ? $0 : nil } : nil
  }

  private func tangent(in box: BoundingBox) -> GroupTangent? {
    GroupTangent(in: box, origins.lazy.map(\.exact.coordinate), metric: origins[0].exact.metric)
  }

  /// A lower bound of the distance in meters to a coordinate; infinity where it exceeds a member's limit.
  func lowerBoundMeters(to target: Coordinate) -> Double {
    aggregate { origin in
      guard let map = origin.map else { return origin.exact.lowerBoundMeters(to: target) }
      let square = map.squaredMeters(to: target)
      let isOnMap = square <= map.radiusMeters * map.radiusMeters
      return isOnMap ? square.squareRoot() : max(map.radiusMeters, origin.exact.lowerBoundMeters(to: target))
    }
  }

  /// Whether everything in a box is certainly within the limits.
  func isInside(_ box: BoundingBox) -> Bool { aggregate { $0.exact.upperBoundMeters(to: box) } <= radius }

  /// A lower bound of the spread in meters of everything in a box that does not cross the antimeridian.
  ///
  /// One origin is at least as far as its lower bound, and another at most as far as its upper bound.
  func leastSpread(in box: BoundingBox) -> Double {
    var (least, most) = (0.0, Double.infinity)
    for origin in origins {
      least = max(least, origin.lowerBoundMeters(to: box))
      most = min(most, origin.exact.upperBoundMeters(to: box))
    }
    // Outweighs the rounding of the spread itself.
    return max(0, least - most - 1e-6, tangent(in: box)?.leastSpread ?? 0)
  }

  /// The distance in meters; infinity where it exceeds a member's limit or the limit of the group.
  func meters(to target: Coordinate) -> Double {
    let meters = aggregate { $0.exact.meters(to: target) }
    return meters <= radius ? meters : .infinity
  }

  /// The distance from each origin in meters.
  func distances(to target: Coordinate) -> [Double] { origins.map { $0.exact.meters(to: target) } }

  /// The longest distance in meters.
  func worst(to target: Coordinate) -> Double { origins.reduce(0) { max($0, $1.exact.meters(to: target)) } }

  /// The difference between the longest and the shortest distance, in meters.
  func spread(to target: Coordinate) -> Double {
    let distances = distances(to: target)
    return (distances.max() ?? 0) - (distances.min() ?? 0)
  }

  /// Whether distances are combined by maximum.
  var isWorst: Bool { !isSum }

  /// A box that contains everything within the limits; nil for the whole world.
  var window: BoundingBox? {
    let nearest = origins.min { $0.limit < $1.limit }
    guard let nearest, nearest.limit < .infinity else { return nil }
    return BoundingBox(
      around: nearest.exact.coordinate, radiusMeters: nearest.limit, metric: nearest.exact.metric)
  }

  @inline(__always)
  private func aggregate(_ meters: (Origin) -> Double) -> Double {
    var total = 0.0
    for origin in origins {
      let part = meters(origin)
      guard part <= origin.limit else { return .infinity }
      total = isSum ? total + part : max(total, part)
    }
    return total
  }
}
