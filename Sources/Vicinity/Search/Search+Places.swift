extension Search {
  /// The lists that a match must be on according to the tags and the filter expression, if they are short enough to
  /// skip leaves.
  func placeClauses() throws -> [PlaceClause] {
    guard filters.wantedTags != nil || plan.filter.rest != nil else { return [] }
    let reader = ClauseReader(plan: plan, filters: filters, worker: worker, snapshot: snapshot, numbers: numbers)
    let most = try snapshot.profile(by: worker).listings / Planner.leafEntries
    return try reader.clauses().filter { $0.count <= most }
  }

  /// Finds out which subtrees hold listings with the words, and on one list of each clause.
  mutating func place(_ clauses: [PlaceClause], in order: TreeOrder) throws {
    words = words?.placed(in: order)
    let sets = (words?.wanted.compactMap(\.places) ?? []).sorted { $0.count < $1.count }
    var alternatives: [[PlaceSet]] = []
    for clause in clauses { alternatives.append(try clause.sources.map { try $0.places(in: order, snapshot, worker) }) }
    let filter = PlaceFilter(sets, anyOf: alternatives, without: words?.unwanted?.places.map { [$0] } ?? [], in: order)
    places = try prefersMerging(sets) ? filter.merged() : filter
  }

  private func prefersMerging(_ sets: [PlaceSet]) throws -> Bool {
    guard sets.count > 1 else { return false }
    let listings = max(try snapshot.profile(by: worker).listings, 1)
    var planner = MergePlanner(listings: listings, counts: sets.map { Double($0.count) }, wanted: wanted)
    guard planner.prefersMerging else { return false }
    planner.inExtent = try listingsInExtent(listings)
    return planner.prefersMerging
  }
}

/// Lists; a match must be on at least one of them.
struct PlaceClause {
  var sources: [Source]
  /// At most this many listings are on them.
  var count: Double

  enum Source {
    case tag(Int32)
    case words(FoundRows)
  }

  fileprivate static let nothing = PlaceClause(sources: [], count: 0)

  fileprivate static func any(_ clauses: [PlaceClause]) -> PlaceClause {
    PlaceClause(sources: clauses.flatMap(\.sources), count: clauses.reduce(0) { $0 + $1.count })
  }
}

extension PlaceClause.Source {
  fileprivate func places(
    in order: TreeOrder, _ snapshot: IndexSnapshot, _ worker: SearchWorker
  ) throws -> PlaceSet {
    let found =
      switch self {
      case .words(let found): found.placed(in: order)
      case .tag(let tag):
        try snapshot.found.rows(.tag(tag), in: order) {
          try FoundRows(in: order) { add in
            _ = try worker.rows("SELECT fid FROM listing_tag WHERE tag_id = ?1", Int(tag)) { row in
              try worker.scratch.work.visitNodes()
              add(row.int(0))
            }
          }
        }
      }
    guard let places = found.places else { preconditionFailure("placed rows have places") }
    return places
  }
}

/// Finds the lists that everything is on that the tags and the filter expression of a query admit.
private struct ClauseReader {
  let plan: Plan
  let filters: Filters
  let worker: SearchWorker
  let snapshot: IndexSnapshot
  let numbers: DictionaryCache.Reader

  func clauses() throws -> [PlaceClause] {
    var clauses: [PlaceClause] = []
    if let wanted = filters.wantedTags {
      guard let all = wanted.all else { return [.nothing] }
      for tag in all { clauses.append(try clause(tag)) }
      if let any = wanted.any { clauses.append(try clause(anyOf: any)) }
    }
    for conjunct in plan.filter.rest?.conjuncts ?? [] {
      if let clause = try clause(conjunct) { clauses.append(clause) }
    }
    return clauses
  }

  private func clause(_ tag: Int32) throws -> PlaceClause {
    PlaceClause(sources: [.tag(tag)], count: try snapshot.frequencies.count(of: tag, worker: worker))
  }

  private func clause(anyOf tags: [Int32]) throws -> PlaceClause { .any(try tags.map { try clause($0) }) }

  /// The shortest lists that everything is on for which an expression is true; nil if there are none.
  private func clause(_ expression: FilterExpression) throws -> PlaceClause? {
    switch expression {
    case .or(let parts):
      let clauses = try parts.compactMap { try clause($0) }
      return clauses.count < parts.count ? nil : .any(clauses)
    case .and(let parts): return try parts.compactMap { try clause($0) }.min { $0.count < $1.count }
    case .tags(.contains, let tags):
      return try tags.map { tag in try numbers.tag(tag).map { try clause($0) } ?? .nothing }
        .min { $0.count < $1.count }
    case .tags(.overlaps, let tags): return try clause(anyOf: tags.compactMap { try numbers.tag($0) })
    case .conditions(let query):
      guard let text = try Plan.words(of: query) else { return nil }
      let filter = try WordFilter(
        text, .assuming(.none), score: .none, in: snapshot, by: worker, work: worker.scratch.work)
      return PlaceClause(sources: [.words(filter.shortest)], count: Double(filter.shortest.count))
    default: return nil
    }
  }
}
