/// Lets pass what lies in the box and within the radius, both edges included, judged on the stored coordinates.
struct PlaceTest {
  let box: BoundingBox?
  let origin: DistanceOrigin?
  /// Meters; infinity without a limit.
  let radius: Double

  init(_ query: Query) {
    box = query.within
    origin = query.near.map { DistanceOrigin($0, metric: query.metric) }
    radius = query.radius ?? .infinity
  }

  /// The distance in meters of what passes (0 without an origin); nil for what does not.
  func distance(of coordinate: Coordinate, counting stats: inout QueryStats) -> Double? {
    if let box, !box.contains(coordinate) { return nil }
    guard let origin else { return 0 }
    stats.distances += 1
    let meters = origin.meters(to: coordinate)
    return meters <= radius ? meters : nil
  }

  /// A lower bound of the distance of everything in `subtree`; nil when nothing in it can pass.
  func bound(of subtree: BoundingBox) -> Double? {
    if let box, !box.intersects(subtree) { return nil }
    guard let origin else { return 0 }
    let meters = origin.lowerBoundMeters(to: subtree)
    return meters <= radius ? meters : nil
  }
}
