import Geography
import Vicinity

/// Distances by the definitions of a query: from one origin, from a group, or along a route, every piece of which is
/// tested.
package struct BruteForceDistance {
  private let query: Query
  private let pieces: [PolylinePiece]
  private let start: Double

  package init(_ query: Query) {
    self.query = query
    let whole = query.along.flatMap { Polyline($0.line, metric: query.metric) }
    let line: Polyline? =
      switch query.along?.from {
      case nil: whole
      case .meters(let meters): whole?.clipped(from: meters)
      case .coordinate(let coordinate):
        whole.map { line in line.clipped(from: Self.nearest(line.pieces, coordinate, query.metric)?.positionMeters ?? 0)
        }
      }
    pieces = line?.pieces ?? []
    start = line?.startMeters ?? 0
  }

  /// Nil beyond the limit of a group member or the width of the route, and without anything to measure from.
  package func meters(to target: Coordinate) -> Double? {
    if let near = query.near { return query.metric.meters(from: near, to: target) }
    if let group = query.group {
      let meters = distances(to: target)
      let limits = group.origins.map { min($0.maxMeters ?? .infinity, group.maxMeters ?? .infinity) }
      guard zip(meters, limits).allSatisfy({ $0 <= $1 }) else { return nil }
      return group.by == .sum ? meters.reduce(0, +) : meters.max()
    }
    return place(of: target).map { max(0, $0.positionMeters - start) + $0.offsetMeters }
  }

  /// The length of the route to a listing, for its time of arrival.
  func way(to target: Coordinate, detour: Double) -> Double? {
    if query.group != nil { return distances(to: target).max().map { $0 * detour } }
    guard query.along != nil else { return meters(to: target).map { $0 * detour } }
    return place(of: target).map {
      max(0, $0.positionMeters - start) + $0.offsetMeters + (detour - 1) * $0.offsetMeters
    }
  }

  func progress(to target: Coordinate) -> Double? { place(of: target).map { max(0, $0.positionMeters - start) } }

  func spread(to target: Coordinate) -> Double? {
    let meters = distances(to: target)
    guard let least = meters.min(), let most = meters.max() else { return nil }
    return most - least
  }

  private func distances(to target: Coordinate) -> [Double] {
    (query.group?.origins ?? []).map { query.metric.meters(from: $0.coordinate, to: target) }
  }

  private func place(of target: Coordinate) -> PolylinePlace? {
    guard let along = query.along else { return nil }
    // A degree of latitude is at least 110 574 m; a piece farther away than that needs no closer look.
    let near = pieces.filter { piece in
      let (south, north) = (
        min(piece.start.latitude, piece.end.latitude), max(piece.start.latitude, piece.end.latitude)
      )
      return max(south - target.latitude, target.latitude - north) * 110_000 <= along.widthMeters
    }
    guard let place = Self.nearest(near, target, query.metric) else { return nil }
    if start > 0, place.positionMeters <= start { return nil }
    return place.offsetMeters <= along.widthMeters ? place : nil
  }

  private static func nearest(_ pieces: [PolylinePiece], _ target: Coordinate, _ metric: Metric) -> PolylinePlace? {
    let places = pieces.map { $0.place(of: target) }
    return places.min { ($0.offsetMeters, $0.positionMeters) < ($1.offsetMeters, $1.positionMeters) }
  }
}

extension Query {
  /// Whether the query has an origin to measure distances from.
  var isMeasured: Bool { near != nil || group != nil || along != nil }
}
