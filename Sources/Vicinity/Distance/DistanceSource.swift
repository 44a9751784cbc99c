import Geography

/// A source of distances other than a single origin.
///
/// Beyond its limits a distance is infinite. Created for one search.
enum DistanceSource {
  case group(GroupDistances)
  case route(RouteDistances)

  /// Nil for a query with one origin, or none.
  init?(_ plan: Plan) {
    if let group = plan.query.group {
      self = .group(GroupDistances(group, radius: plan.query.radiusMeters, metric: plan.query.metric))
    } else if let corridor = plan.corridor {
      self = .route(RouteDistances(corridor, plan.query))
    } else {
      return nil
    }
  }

  /// The group; nil for a route.
  var group: GroupDistances? { if case .group(let group) = self { group } else { nil } }

  /// Whether every distance is within the limits.
  var isUnlimited: Bool { group?.isUnlimited ?? false }

  /// The distance in meters by which listings are ordered; infinity beyond a limit.
  func meters(to target: Coordinate) -> Double {
    switch self {
    case .group(let group): group.meters(to: target)
    case .route(let route): route.meters(to: target)
    }
  }

  /// The travel distance in meters for an arrival: the longest one of a group; for a route, along it and then straight.
  ///
  /// - Parameter distance: the result of `meters`.
  func travelDistance(to target: Coordinate, distance: Double) -> Double {
    switch self {
    case .group(let group): group.isWorst ? distance : group.worst(to: target)
    case .route(let route): route.travelDistance(to: target, distance: distance)
    }
  }

  /// Meters along the route; 0 for a group.
  func progress(to target: Coordinate) -> Double {
    if case .route(let route) = self { route.progress(to: target) } else { 0 }
  }

  /// The difference between the longest and the shortest distance of a group, in meters; 0 for a route.
  func spread(to target: Coordinate) -> Double {
    if case .group(let group) = self { group.spread(to: target) } else { 0 }
  }

  /// A box that contains everything within the limits, at most `box`; nil for the whole world.
  func window(in box: BoundingBox?) -> BoundingBox? {
    if let box { return box }
    return switch self {
    case .group(let group): group.window
    case .route(let route): route.window
    }
  }
}

// MARK: Nodes

extension DistanceSource {
  /// Squared lower bounds of the distances of everything below each child, as in `SearchExtent.bound`.
  func bound(_ branch: Branch, into bounds: UnsafeMutablePointer<Float>) {
    for child in 0..<branch.count {
      let meters = lowerBound(branch.box(child))
      bounds[child] = meters < .infinity ? max(0, Float(meters * meters).nextDown) : .infinity
    }
    for child in branch.count..<branch.paddedCount { bounds[child] = .infinity }
  }

  private func lowerBound(_ box: BoundingBox) -> Double {
    switch self {
    case .group(let group): group.lowerBoundMeters(to: box)
    case .route(let route): route.lowerBoundMeters(to: box)
    }
  }

  /// Keeps the entries that may be within the limits, as `SearchExtent.narrow` does.
  func narrow(_ entries: inout EntrySet, of leaf: Leaf, limit: Double, bounds: UnsafeMutablePointer<Double>) {
    let tangent = group?.flatTangent(in: leaf.box)
    entries.keep { position in
      let target = Entry(leaf: leaf, index: position).coordinate
      // For a route the exact position costs no more than a bound, and is cached.
      let meters =
        switch self {
        case .group(let group): tangent?.leastSum(at: target) ?? group.lowerBoundMeters(to: target)
        case .route(let route): route.progress(to: target)
        }
      bounds[position] = meters * meters
      return meters < .infinity && meters * meters <= limit
    }
  }
}

extension DistanceSource {
  /// The measurements of a match's place for the answer.
  func measured(_ target: Coordinate, withDistances: Bool) -> Match.Measured? {
    switch self {
    case .group(let group): withDistances ? Match.Measured(distances: group.distances(to: target)) : nil
    case .route(let route): Match.Measured(place: route.place(of: target))
    }
  }
}

extension PlanarBound {
  /// Above this radius, in meters, flat maps are too distorted to be useful.
  static let largestRadius = 1_000_000.0
}
