import Geography

/// Keeps listings inside an area, or outside it; whole boxes are decided where the relation is certain.
struct AreaFilter {
  let geometry: any AreaGeometry
  /// Whether listings must lie inside, rather than outside.
  let isInside: Bool

  /// The area filters of a plan, with the areas of the version that the worker reads.
  static func all(of plan: Plan, _ worker: SearchWorker, _ snapshot: IndexSnapshot) throws -> [AreaFilter] {
    guard plan.query.area != nil || plan.query.outside != nil else { return [] }
    return try [(plan.query.area, "within", true), (plan.query.outside, "outside", false)].compactMap {
      area, path, isInside in
      try area.map {
        AreaFilter(geometry: try worker.geometry(of: $0, of: snapshot.basis, path: path), isInside: isInside)
      }
    }
  }

  /// `outside` if nothing in a box can pass, `inside` if everything does.
  func relation(to box: BoundingBox) -> AreaRelation {
    switch geometry.relation(to: box) {
    case .crossing: .crossing
    case .inside: isInside ? .inside : .outside
    case .outside: isInside ? .outside : .inside
    }
  }

  func admits(_ coordinate: Coordinate) -> Bool { geometry.covers(coordinate) == isInside }

  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    switch relation(to: leaf.box) {
    case .inside: return
    case .outside: entries = EntrySet()
    case .crossing: entries.keep { admits(Entry(leaf: leaf, index: $0).coordinate) }
    }
  }
}
