import CivilTime

extension Search {
  /// The lists that a match must be on according to the tags and the filter expression, if they are short enough to
  /// skip leaves.
  func placeClauses() throws -> [PlaceClause] {
    guard filters.wantedTags != nil || plan.filter.rest != nil else { return [] }
    let reader = ClauseReader(plan: plan, filters: filters, worker: worker, snapshot: snapshot, numbers: numbers)
    let most = try snapshot.profile(by: worker).listings / Planner.leafEntries
    return try reader.clauses().filter { $0.count <= most }
  }

  /// The numbers of nodes after which a walk looks for what lets it skip the rest: what costs little, and lists, which
  /// cost as much as visiting many nodes.
  static let (severalNodes, manyNodes) = (16, 100)

  /// Skips nodes whose values rule out that anything below passes, and subtrees without listings on all lists, however
  /// long, in the window of time or open at it, if few listings are on all of them.
  ///
  /// - Parameter savable: the work of what it would save, in the planner's unit; nil for the rest of the walk.
  /// - Returns: whether it skips by lists.
  mutating func skipMore(of savable: Double? = nil) throws -> Bool {
    var reader = ClauseReader(plan: plan, filters: filters, worker: worker, snapshot: snapshot, numbers: numbers)
    reader.isLate = true
    let mayHaveLists = stats.nodes != Self.severalNodes && (filters.wantedTags != nil || reader.hasTimes)
    guard filters.testValues || mayHaveLists else { return false }
    let work = try savable ?? walkWork()
    reader.savable = work
    let hasLists = plan.filter.rest != nil || mayHaveLists && work > Planner.muchWork
    guard let order = try snapshot.order(saving: work, by: worker) else { return false }
    if filters.testValues { values = try snapshot.nodeValues(saving: work, in: order, by: worker) }
    guard hasLists else { return false }
    if reader.hasTimes { reader.times = try snapshot.times(saving: work, in: order, by: worker) }
    let listings = max(try snapshot.profile(by: worker).listings, 1)
    let clauses = try reader.clauses().filter { $0.count < listings / 2 }
    guard clauses.reduce(Planner.leafEntries, { $0 * $1.count / listings }) < 1 else { return false }
    try place(clauses, in: order)
    return true
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
    case events(TimedListings, WindowExtent)
    /// Lists of bars.
    case bars(TimedListings, [Int])
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
    let found: FoundRows
    switch self {
    case .events(let times, let extent): return times.places(in: extent)
    case .bars(let times, let lists):
      found = snapshot.found.rows(.bars(lists), in: order, by: worker) { FoundRows(times.places(ofBars: lists)) }
    case .words(let words): found = words.placed(in: order)
    case .tag(let tag):
      found = try snapshot.found.rows(.tag(tag), in: order, by: worker) {
        if try snapshot.unloaded(by: worker) == 0 {
          return FoundRows(try PlaceSet(tagged: tag, in: order, of: snapshot, by: worker))
        }
        return try FoundRows(in: order) { add in
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

extension PlaceSet {
  /// The listings with a tag, from the leaves of a tree.
  fileprivate convenience init(
    tagged tag: Int32, in order: TreeOrder, of snapshot: IndexSnapshot, by worker: SearchWorker
  ) throws {
    var places: [UInt32] = []
    for number in 0..<order.leafCount {
      let leaf = try worker.leaf(order.node(ofLeaf: number), of: snapshot)
      let tagged = leaf.entries(tagged: tag)
      guard !tagged.isEmpty else { continue }
      for rank in 0..<leaf.count where tagged.contains(leaf.position(ranked: rank)) {
        places.append(UInt32(truncatingIfNeeded: number * Leaf.capacity + rank))
      }
    }
    try worker.scratch.work.visitNodes(order.leafCount / Search.listedPerNode)
    self.init(places, in: order, keepsPositions: false)
  }
}

/// Finds the lists that everything is on that the tags and the filter expression of a query admit.
private struct ClauseReader {
  let plan: Plan
  let filters: Filters
  let worker: SearchWorker
  let snapshot: IndexSnapshot
  let numbers: DictionaryCache.Reader
  /// Whether a walk has already visited many nodes, so that it is worth to read long lists.
  var isLate = false
  /// The times of listings; nil if they are not known.
  var times: TimedListings?
  /// The work of the rest of the walk, in the planner's unit.
  var savable = 0.0

  /// Whether the times of listings may restrict the matches.
  var hasTimes: Bool {
    plan.kinds == [.event] && plan.query.during != nil || plan.kinds == [.bar] && filters.open != nil
      || plan.filter.rest?.conjuncts.contains(where: \.namesTime) == true
  }

  func clauses() throws -> [PlaceClause] {
    var clauses: [PlaceClause] = []
    if plan.kinds == [.event], let window = filters.during?.coveringExtent, let clause = clause(window) {
      clauses.append(clause)
    }
    if plan.kinds == [.bar], let open = filters.open, let clause = try clause(open) { clauses.append(clause) }
    if let wanted = filters.wantedTags {
      guard let all = wanted.all else { return [.nothing] }
      for tag in all { clauses.append(try clause(tag)) }
      if let any = wanted.any { clauses.append(try clause(anyOf: any)) }
    }
    for conjunct in plan.filter.rest?.conjuncts ?? [] {
      if let clause = try clause(conjunct) { clauses.append(clause) }
    }
    for lists in isLate ? try filters.tree?.lists() ?? [] : [] {
      clauses.append(PlaceClause(sources: lists.map { .words($0) }, count: Double(lists.listings)))
    }
    return clauses
  }

  private func clause(_ tag: Int32) throws -> PlaceClause {
    PlaceClause(sources: [.tag(tag)], count: try worker.listings(tagged: tag))
  }

  private func clause(_ extent: WindowExtent) -> PlaceClause? {
    times.map { PlaceClause(sources: [.events($0, extent)], count: Double($0.count(in: extent))) }
  }

  private func clause(_ open: OpeningFilter) throws -> PlaceClause? {
    guard let times, savable > Planner.scheduleWork * Double(times.scheduleCount) else { return nil }
    let bars = try times.bars { try open.admits(schedule: $0) != false }
    return PlaceClause(sources: [.bars(times, bars.lists)], count: Double(bars.count))
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
    case .like(let operand, let pattern) where isLate && operand.field == .name && !operand.isFolded:
      // A name that begins like the pattern has its first word, or one that begins so.
      guard let word = LikePattern(pattern).firstWord else { return nil }
      var query = Query()
      query.text = word
      return try clause(.conditions(query))
    case .intersects(let time, let interval): return interval.coveringExtent(of: time).flatMap(clause)
    case .conditions(let query):
      if let window = query.during {
        return WindowFilter(window, now: query.now ?? plan.now, numbers: numbers).coveringExtent.flatMap(clause)
      }
      guard let text = try Plan.words(of: query) else { return nil }
      let filter = try WordFilter(
        text, .assuming(.none), score: .none, in: snapshot, by: worker, work: worker.scratch.work)
      return PlaceClause(sources: [.words(filter.shortest)], count: Double(filter.shortest.count))
    default: return nil
    }
  }
}

extension FilterExpression {
  /// Whether only events in some time can satisfy it.
  fileprivate var namesTime: Bool {
    switch self {
    case .intersects: true
    case .conditions(let query): query.during != nil
    default: false
    }
  }
}
