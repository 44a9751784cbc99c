import Geography

/// Effective travel distance for arrival filters: farthest group member, detour along a route, or a router's time.
///
/// Created for one search.
final class ArrivalModel {
  private let source: DistanceSource?
  private let router: (any TravelTimes)?
  private let query: Query
  private let travel: Query.Travel
  /// The last result: the filter, the order and the answer ask for the same listing.
  private var last: (target: Coordinate, travelDistance: Double)?

  /// Nil where the travel distance equals the distance.
  init?(_ plan: Plan, source: DistanceSource?) {
    guard let travel = plan.query.open?.arriving, source != nil || plan.travelTimes != nil else { return nil }
    self.source = source
    self.travel = travel
    router = plan.travelTimes
    query = plan.query
  }

  /// The travel time converted to meters at the requested speed.
  func travelDistance(to target: Coordinate, distance: Double) -> Double {
    guard let router else { return source?.travelDistance(to: target, distance: distance) ?? distance }
    if let last, last.target == target { return last.travelDistance }
    let straight = source?.travelDistance(to: target, distance: distance) ?? distance
    let distance = routed(to: target, by: router) ?? straight
    last = (target, distance)
    return distance
  }

  private func routed(to target: Coordinate, by router: any TravelTimes) -> Double? {
    // Slightly slower, so that rounding does not add a minute.
    let speed = travel.metersPerSecond * (1 - 1e-12)
    if case .route(let route) = source, let place = route.place(of: target) {
      // The travel time along the line is computed without a detour factor.
      return router.seconds(from: place.coordinate, to: target, by: travel).map {
        route.progress(to: target) + $0 * speed
      }
    }
    var longest = 0.0
    for start in query.group?.origins.map(\.coordinate) ?? [query.near].compactMap({ $0 }) {
      guard let seconds = router.seconds(from: start, to: target, by: travel) else { return nil }
      longest = max(longest, seconds)
    }
    return longest * speed / travel.detourFactor
  }
}
