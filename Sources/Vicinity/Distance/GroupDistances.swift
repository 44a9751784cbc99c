import Geography

/// Distances from several origins, taken together, with their lower bounds.
///
/// The bound of a box is the worst or the sum of true lower bounds, one for each origin, so it is one itself: each distance is at least its
/// own bound, and both the maximum and the sum grow with every part.
final class GroupDistances: Sendable {
  private struct Origin {
    let exact: DistanceOrigin
    /// A flat map around it, where it is of use.
    let map: PlanarBound?
    /// The greatest distance from it, meters.
    let limit: Double
  }

  private let origins: [Origin]
  private let isSum: Bool
  private let radius: Double

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
  }

  /// How far the maps reach, in meters: most groups find what they look for within twice the extent of themselves.
  private static func reach(_ origins: [DistanceOrigin]) -> Double {
    let extent = origins.map { $0.meters(to: origins[0].coordinate) }.max() ?? 0
    return min(PlanarBound.largestRadius, max(20_000, 2 * extent))
  }

  /// A lower bound of the distance in meters to everything in a box that does not cross the antimeridian; infinity where nothing in it is
  /// near enough to everybody.
  func lowerBoundMeters(to box: BoundingBox) -> Double {
    aggregate { origin in
      guard let map = origin.map else { return origin.exact.lowerBoundMeters(to: box) }
      let square = map.squaredMeters(to: box)
      let isOnMap = square <= map.radiusMeters * map.radiusMeters
      return isOnMap ? square.squareRoot() : max(map.radiusMeters, origin.exact.lowerBoundMeters(to: box))
    }
  }

  /// A lower bound of the distance in meters to a coordinate; infinity where that is too far away for somebody.
  func lowerBoundMeters(to target: Coordinate) -> Double {
    aggregate { origin in
      guard let map = origin.map else { return origin.exact.lowerBoundMeters(to: target) }
      return min(map.radiusMeters, map.squaredMeters(to: target).squareRoot())
    }
  }

  /// The distance in meters; infinity where it is too far for somebody, or for all of them.
  func meters(to target: Coordinate) -> Double {
    let meters = aggregate { $0.exact.meters(to: target) }
    return meters <= radius ? meters : .infinity
  }

  /// The distance from each origin in meters.
  func distances(to target: Coordinate) -> [Double] { origins.map { $0.exact.meters(to: target) } }

  /// The longest of all ways in meters.
  func worst(to target: Coordinate) -> Double { origins.reduce(0) { max($0, $1.exact.meters(to: target)) } }

  /// By how much the longest way exceeds the shortest, in meters.
  func spread(to target: Coordinate) -> Double {
    let distances = distances(to: target)
    return (distances.max() ?? 0) - (distances.min() ?? 0)
  }

  /// Whether the distance is the longest way itself.
  var isWorst: Bool { !isSum }

  /// A box that holds all that is near enough; nil for the whole world.
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
