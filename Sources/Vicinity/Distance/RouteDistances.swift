import Geography

/// Distances along a route: from the current position along the line to the place nearest to a listing, and from there
/// straight to it.
final class RouteDistances {
  private let corridor: Corridor
  private let radius: Double
  /// The current position on the line, in meters; nil at its beginning.
  private let start: Double?
  /// The ratio of the travel distance off the route to the straight line.
  private let detourFactor: Double
  /// The latest results: the filters, the order and the answer need the listings of a leaf in turn.
  private var known = [(target: Coordinate, place: PolylinePlace?)?](repeating: nil, count: knownCount)
  private static let knownCount = 128

  init(_ corridor: Corridor, _ query: Query) {
    self.corridor = corridor
    start = corridor.line.startMeters > 0 ? corridor.line.startMeters : nil
    radius = query.radiusMeters ?? .greatestFiniteMagnitude
    detourFactor = query.open?.arriving?.detourFactor ?? 1
  }

  /// The nearest place on the route; nil beyond the width, or behind the current position.
  func place(of target: Coordinate) -> PolylinePlace? {
    let mixed = (target.latitude.bitPattern &* 31 &+ target.longitude.bitPattern) &* 0x9E37_79B9_7F4A_7C15
    let slot = Int(truncatingIfNeeded: mixed &>> 57)
    if let known = known[slot], known.target == target { return known.place }
    var place = corridor.place(of: target)
    // A listing behind is nearest to the very start of the remaining line.
    if let start, let found = place, found.positionMeters <= start { place = nil }
    known[slot] = (target, place)
    return place
  }

  /// Meters along the line to the place nearest to a listing; infinity beyond the width.
  func progress(to target: Coordinate) -> Double {
    place(of: target).map { max(0, $0.positionMeters - corridor.line.startMeters) } ?? .infinity
  }

  /// The distance in meters; infinity beyond the width or the radius.
  func meters(to target: Coordinate) -> Double {
    guard let place = place(of: target) else { return .infinity }
    let meters = max(0, place.positionMeters - corridor.line.startMeters) + place.offsetMeters
    return meters <= radius ? meters : .infinity
  }

  /// The travel distance in meters for an arrival, from the distance.
  func travelDistance(to target: Coordinate, distance: Double) -> Double {
    distance + (detourFactor - 1) * (place(of: target)?.offsetMeters ?? 0)
  }

  /// A lower bound of the progress, and so of the distance, in meters, to everything in a box; infinity where nothing
  /// is within the width.
  func lowerBoundMeters(to box: BoundingBox) -> Double {
    corridor.firstPosition(near: box).map { max(0, $0 - corridor.line.startMeters) } ?? .infinity
  }

  /// A box that contains the corridor.
  var window: BoundingBox { corridor.box }
}
