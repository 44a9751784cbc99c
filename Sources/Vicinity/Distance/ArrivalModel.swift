import Geography

/// Effective travel distance for arrival filters: the farthest group member, the detour along a route, or a router's time.
///
/// Made for one search.
final class ArrivalModel {
  private let measure: DistanceSource?
  private let router: (any TravelTimes)?
  private let query: Query
  private let travel: Query.Travel
  /// What was asked last: the test, the order and the answer ask about the same listing.
  private var last: (target: Coordinate, way: Double)?

  /// Nil where the way is the distance.
  init?(_ plan: Plan, measure: DistanceSource?) {
    guard let travel = plan.query.open?.arriving, measure != nil || plan.travelTimes != nil else { return nil }
    self.measure = measure
    self.travel = travel
    router = plan.travelTimes
    query = plan.query
  }

  /// The meters that at the speed asked for take as long as the way, in the clock's reckoning.
  func travelDistance(to target: Coordinate, distance: Double) -> Double {
    guard let router else { return measure?.travelDistance(to: target, distance: distance) ?? distance }
    if let last, last.target == target { return last.way }
    let straight = measure?.travelDistance(to: target, distance: distance) ?? distance
    let way = routed(to: target, by: router) ?? straight
    last = (target, way)
    return way
  }

  private func routed(to target: Coordinate, by router: any TravelTimes) -> Double? {
    // Rounding must not make a minute of nothing.
    let speed = travel.metersPerSecond * (1 - 1e-12)
    if case .route(let route) = measure, let place = route.place(of: target) {
      // The clock reckons ways along a line without a detour.
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
