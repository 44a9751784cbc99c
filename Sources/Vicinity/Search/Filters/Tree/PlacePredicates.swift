import Geography

/// Whether the coordinate lies in an area.
final class AreaPredicate: EntryPredicate {
  private let geometry: any AreaGeometry

  init(_ geometry: any AreaGeometry) {
    self.geometry = geometry
    super.init(cost: 5)
  }

  override var isPlaced: Bool { true }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    entries.judged(isNegated: isNegated) { geometry.covers(Entry(leaf: leaf, index: $0).coordinate) }
  }

  override func relation(to box: BoundingBox) -> AreaRelation { geometry.relation(to: box) }
}

/// Compares the distance from the origin, a group or the route of the query.
final class DistancePredicate: EntryPredicate {
  private let origin: DistanceOrigin?
  private let source: DistanceSource?
  private let comparison: FilterComparison
  private let meters: Double

  init(_ origin: DistanceOrigin?, _ source: DistanceSource?, _ comparison: FilterComparison, _ meters: Double) {
    (self.origin, self.source, self.comparison, self.meters) = (origin, source, comparison, meters)
    super.init(cost: 20)
  }

  override var isPlaced: Bool { origin != nil }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    let comparison = isNegated ? comparison.opposite : comparison
    var kept = entries
    kept.keep { position in
      let coordinate = Entry(leaf: leaf, index: position).coordinate
      let distance = origin?.meters(to: coordinate) ?? source?.meters(to: coordinate) ?? .nan
      return comparison.holds(distance, meters)
    }
    return kept
  }

  override func relation(to box: BoundingBox) -> AreaRelation {
    guard let origin else { return .crossing }
    let (near, far) = (origin.lowerBoundMeters(to: box), origin.upperBoundMeters(to: box))
    switch comparison {
    case .less, .lessOrEqual:
      if comparison.holds(far, meters) { return .inside }
      return comparison.holds(near, meters) ? .crossing : .outside
    case .greater, .greaterOrEqual:
      if comparison.holds(near, meters) { return .inside }
      return comparison.holds(far, meters) ? .crossing : .outside
    case .equal, .notEqual: return .crossing
    }
  }
}
