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

  func isInBox(_ candidate: Candidate) -> Bool { box?.contains(candidate.facts.coordinate) ?? true }

  /// The distance in meters of what lies within the radius (0 without an origin); nil for what does not.
  func distance(of candidate: Candidate) -> Double? {
    guard let origin else { return 0 }
    let meters = origin.meters(to: candidate.facts.coordinate)
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
