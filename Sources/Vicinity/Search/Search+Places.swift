extension Search {
  /// Finds out which subtrees hold listings with the words, and on lists that are so short that it saves work.
  mutating func place(in order: TreeOrder) throws {
    words = words?.placed(in: order)
    if filters.wantedTags == nil, plan.filter.rest == nil, let words, words.wanted.count == 1, words.unwanted == nil,
      let only = words.wanted[0].places
    {
      places = PlaceFilter([only], anyOf: [], without: [], in: order)
      return
    }
    let reader = ClauseReader(plan: plan, filters: filters, worker: worker, snapshot: snapshot, numbers: numbers)
    let clauses = try reader.places(in: order)
    guard words != nil || !clauses.isEmpty else { return }
    let sets = (words?.wanted.compactMap(\.places) ?? []).sorted { $0.count < $1.count }
    let filter = PlaceFilter(sets, anyOf: clauses, without: words?.unwanted?.places.map { [$0] } ?? [], in: order)
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

  /// Whether there is anything to skip subtrees by.
  var mayPlace: Bool { words != nil || filters.wantedTags != nil || plan.filter.rest != nil }
}

/// Finds the lists that everything is on that the tags and the filter expression of a query admit.
private struct ClauseReader {
  let plan: Plan
  let filters: Filters
  let worker: SearchWorker
  let snapshot: IndexSnapshot
  let numbers: DictionaryCache.Reader

  /// Lists of which a listing must be on one.
  private struct Clause {
    var sources: [Source]
    /// At most this many listings are on them.
    var count: Double

    enum Source {
      case tag(Int32)
      case words(FoundRows)
    }

    static let nothing = Clause(sources: [], count: 0)

    static func any(_ clauses: [Clause]) -> Clause {
      Clause(sources: clauses.flatMap(\.sources), count: clauses.reduce(0) { $0 + $1.count })
    }
  }

  /// The lists that are so short that there are leaves to skip: a listing must be on one of each.
  func places(in order: TreeOrder) throws -> [[PlaceSet]] {
    let most = try snapshot.profile(by: worker).listings / Planner.leafEntries
    return try clauses().filter { $0.count <= most }.map { try $0.sources.map { try places(of: $0, in: order) } }
  }

  private func places(of source: Clause.Source, in order: TreeOrder) throws -> PlaceSet {
    let found =
      switch source {
      case .words(let found): found.placed(in: order)
      case .tag(let tag): try rows(tagged: tag, in: order)
      }
    guard let places = found.places else { preconditionFailure("placed rows have places") }
    return places
  }

  private func rows(tagged tag: Int32, in order: TreeOrder) throws -> FoundRows {
    try snapshot.found.rows(.tag(tag), in: order) {
      let statement = try worker.statement("SELECT fid FROM listing_tag WHERE tag_id = ?1")
      statement.bind(1, Int64(tag))
      defer { statement.reset() }
      return try FoundRows(isScored: false, in: order) { add in
        while try statement.step() {
          try worker.scratch.work.visitNodes()
          add(statement.int(0), 0)
        }
      }
    }
  }

  private func clauses() throws -> [Clause] {
    var clauses: [Clause] = []
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

  private func clause(_ tag: Int32) throws -> Clause {
    Clause(sources: [.tag(tag)], count: try snapshot.frequencies.count(of: tag, worker: worker))
  }

  private func clause(anyOf tags: [Int32]) throws -> Clause { .any(try tags.map { try clause($0) }) }

  /// The shortest lists that everything is on for which an expression is true; nil if there are none.
  private func clause(_ expression: FilterExpression) throws -> Clause? {
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
      let filter = try WordFilter(text, score: .none, in: snapshot, by: worker, work: worker.scratch.work)
      return Clause(sources: [.words(filter.shortest)], count: Double(filter.shortest.count))
    default: return nil
    }
  }
}
