import Geography

extension Search {
  /// The source of the candidates.
  enum Route: Hashable {
    case walk
    /// Listings with one of these tags, by number.
    case tags([Int32])
    case words
    /// Listings with the words, those with the highest bounds of their scores first.
    case hits
    /// Listings from an index of the file, by row.
    case rows(Set<Int64>)
    /// All listings in the order of their ids.
    case ids
    /// The plan contradicts itself.
    case nothing
  }

  /// The estimates of the planner and its choice.
  struct Choice {
    var planner: Planner
    var route: Route
  }

  /// The start of the search: `forced`, or the one with the lowest estimated work.
  ///
  /// Also determines the subtrees with listings that may match, if the order of the tree is known, or worth knowing by
  /// now.
  mutating func start(_ forced: Route?) throws -> Route {
    if forced == nil, plan.contradiction != nil { return .nothing }
    let clauses = try placeClauses()
    guard words != nil || !clauses.isEmpty else { return try forced ?? cheaper(than: choice()?.route ?? .walk) }
    if let order = snapshot.knownOrder { try place(clauses, in: order) }
    if let forced { return forced }
    let first = try choice()
    if let work = first?.planner.work, work > Planner.muchWork, try skipMore(of: work) { return .walk }
    guard places == nil, let order = try snapshot.order(saving: first?.planner.work ?? walkWork(), by: worker) else {
      return try cheaper(than: first?.route ?? .walk)
    }
    try place(clauses, in: order)
    return try cheaper(than: choice()?.route ?? .walk)
  }

  /// The index of ids instead of the walk, if it probably costs less.
  func cheaper(than route: Route) throws -> Route {
    guard route == .walk, plan.isIdFirst, words == nil, startsFromIds != nil else { return route }
    let profile = try snapshot.profile(by: worker)
    let listings = max(profile.listings, 1)
    var share = try profile.share(of: plan) * listingsInExtent(listings) / listings
    share *= try lists()?.share(of: listings) ?? 1
    // Ids decide only among the open ones.
    if !plan.order.isEmpty { share *= Self.shareOpen }
    return try Double(plan.query.limit) + 1 <= share * Double(mostIds()) ? .ids : .walk
  }

  /// The approximate share of listings that are open, or on, at a typical time.
  private static let shareOpen = 0.1

  /// The number of listings after which a search from the index of ids gives up: the walk would have cost little more.
  private func mostIds() throws -> Int { Int(try walkWork() / Planner.visitWork / 8) }

  /// The id from which on the best listings follow; nil if they are not in the order of ids.
  private var startsFromIds: String? {
    guard let cursor = plan.cursor else { return "" }
    return cursor.key[0] == 0 ? cursor.id : nil
  }

  /// Visits the listings in the order of their ids until no later one can be among the best.
  ///
  /// - Returns: false if it has given up.
  mutating func visitIds(_ top: inout TopMatches) throws -> Bool {
    guard let first = startsFromIds else { return false }
    let most = stats.listed + (try mostIds())
    let statement = try worker.statement("SELECT fid FROM listing WHERE id >= ?1 ORDER BY id")
    defer { statement.reset() }
    statement.bind(1, first)
    while try statement.step() {
      guard stats.listed < most else { return false }
      stats.listed += 1
      try work.visitNodes(nodeCost)
      let fid = Int64(statement.int(0))
      guard let row = UInt32(exactly: fid), let node = try worker.leafNode(of: fid) else { continue }
      try visit(row: row, on: node, &top)
      top.settle()
      // No key is less, and no later id.
      if top.threshold <= 0 { break }
    }
    return true
  }

  /// The estimated work of a walk that skips nothing; of one that has begun, of its rest.
  func walkWork() throws -> Double {
    let profile = try snapshot.profile(by: worker)
    let listings = max(profile.listings, 1)
    let found = Double(stats.matches)
    let share = min(profile.share(of: plan), (found + 1) / max(Double(stats.entries), 1))
    return Planner(
      listings: listings, inExtent: try listingsInExtent(listings), share: share, listShare: 1, listed: nil,
      wanted: max(0, wanted - found)
    ).walkWork
  }

  /// Chooses the start with the lower estimated work; without words, wanted tags, hosts and custom fields, this is
  /// always the walk.
  ///
  /// - Parameter isForPeople: whether to compute all estimates for display, even if fewer suffice to decide.
  func choice(isForPeople: Bool = false) throws -> Choice? {
    var lists = try lists()
    var inExtent: Double?
    let rowLists = rowLists()
    if !rowLists.isEmpty {
      let extent = try listingsInExtent(max(try snapshot.profile(by: worker).listings, 1))
      inExtent = extent
      if let indexed = try shortest(of: rowLists, beside: lists, inExtent: extent, isForPeople: isForPeople) {
        lists = lists ?? Lists()
        lists?.indexed = indexed
      }
    }
    let (shortest, hits) = (lists?.shortest(), bestHits.map { Double($0.count) })
    guard let lists, let count = shortest?.count ?? hits else { return nil }
    let profile = try snapshot.profile(by: worker)
    let listings = max(profile.listings, count, 1)
    let listShare = min(1, count / listings)
    var planner = Planner(
      listings: listings, inExtent: listings,
      share: min(1, profile.share(of: plan) * lists.share(of: listings) / max(listShare, 1e-12)), listShare: listShare,
      pruned: pruned(listings), listed: shortest?.count, isSorted: shortest?.list.isSorted ?? true, hits: hits,
      hitWork: plan.isBestFirst ? Planner.hitWork : Planner.placelessHitWork, wanted: wanted)
    // The extent can only make the walk cheaper.
    if planner.walkWork > min(planner.leastListWork, planner.hitsWork) || isForPeople {
      planner.inExtent = try inExtent ?? listingsInExtent(listings)
    }
    if planner.prefersHits { return Choice(planner: planner, route: .hits) }
    let list = planner.prefersList ? try shortest?.list.route(by: worker) : nil
    return Choice(planner: planner, route: list ?? .walk)
  }

  /// The number of matches that end the search.
  var wanted: Double { plan.mayEndEarly ? Double(plan.query.limit) + 1 : .infinity }

  /// The share of listings on the lists by which the walk skips subtrees; 1 without any.
  private func pruned(_ listings: Double) -> Double { places.map { min(1, Double($0.count) / listings) } ?? 1 }

  /// A list that a search may start from.
  private enum List {
    case words
    case tags([Int32])
    case rows(RowList)

    /// Whether the nearest elements can be visited first.
    var isSorted: Bool { if case .tags = self { true } else { false } }

    /// The start from the list; from an index of the file, reads its rows.
    func route(by worker: SearchWorker) throws -> Route {
      switch self {
      case .words: .words
      case .tags(let tags): .tags(tags)
      case .rows(let list): .rows(try list.rows(in: worker))
      }
    }
  }

  /// The lists that a search may start from, with the sizes of each.
  private struct Lists {
    var words: Double?
    /// Whether the walk skips subtrees without the words, so that it need not start from their list.
    var isPruned = false
    var all: [(tag: Int32, count: Double)] = []
    var any: [(tag: Int32, count: Double)]?
    var indexed: (list: RowList, count: Double)?

    /// The shortest of them.
    func shortest() -> (list: List, count: Double)? {
      var best: (list: List, count: Double)?
      func offer(_ count: Double, _ list: @autoclosure () -> List) {
        if count < best?.count ?? .infinity { best = (list(), count) }
      }
      if let words, !isPruned { offer(words, .words) }
      for (tag, count) in all { offer(count, .tags([tag])) }
      if let any { offer(any.reduce(0) { $0 + $1.count }, .tags(any.map(\.tag))) }
      if let indexed { offer(indexed.count, .rows(indexed.list)) }
      return best
    }

    /// The share of listings that are on all of them, assuming independence.
    func share(of listings: Double) -> Double {
      func share(_ count: Double) -> Double { min(1, count / listings) }
      let none = any.map { $0.reduce(1) { $0 * (1 - share($1.count)) } } ?? 0
      // The profile's share has the condition of the list already.
      let ofIndexed = indexed.map { share($0.count) / CatalogProfile.shareWithoutStatistics } ?? 1
      return share(words ?? listings) * ofIndexed * all.reduce(1) { $0 * share($1.count) } * (1 - none)
    }
  }

  private func lists() throws -> Lists? {
    let wanted = filters.wantedTags
    // A wanted tag that no listing has: the shortest possible list.
    if let wanted, wanted.all == nil { return Lists(any: []) }
    guard words != nil || wanted != nil else { return nil }
    func counted(_ tag: Int32) throws -> (tag: Int32, count: Double) {
      (tag, try worker.listings(tagged: tag))
    }
    return Lists(
      words: words.map { Double($0.shortest.count) }, isPruned: places != nil, all: try wanted?.all?.map(counted) ?? [],
      any: try wanted?.any?.map(counted))
  }

  /// The lists from indexes of the file that every match is on.
  private func rowLists() -> [RowList] {
    guard let filter = plan.filter.rest else { return [] }
    return filter.conjuncts.compactMap { RowList($0, own) }
  }

  /// The shortest of some lists; nil if the walk is better than each.
  ///
  /// Counting a list takes time too, so it ends where the walk becomes the better start.
  ///
  /// - Parameter inExtent: the number of listings in the search extent.
  private func shortest(
    of lists: [RowList], beside others: Lists?, inExtent: Double, isForPeople: Bool
  ) throws -> (list: RowList, count: Double)? {
    let profile = try snapshot.profile(by: worker)
    let listings = max(profile.listings, 1)
    let planner = Planner(
      listings: listings, inExtent: inExtent,
      share: min(
        1, profile.share(of: plan) / CatalogProfile.shareWithoutStatistics * (others?.share(of: listings) ?? 1)),
      listShare: 1, pruned: pruned(listings), isSorted: false, wanted: wanted)
    var best: (list: RowList, count: Double)?
    var most = isForPeople ? RowList.most : planner.longestList(atMost: RowList.most)
    for list in lists {
      let count = try list.count(upTo: most, in: worker)
      if count <= most { (best, most) = ((list, Double(count)), count) }
    }
    return best
  }

  /// The approximate number of listings in the search extent, from the boxes of the R-tree's upper nodes.
  func listingsInExtent(_ listings: Double) throws -> Double {
    guard let window = source?.window(in: extent.box) ?? extent.window else { return listings }
    return try window.windows.reduce(0) {
      try $0 + listingsIn($1, node: RTreeNode.root, level: snapshot.depth, weight: listings)
    }
  }

  /// Nodes with fewer listings are not descended into: their boxes are accurate enough.
  private static let smallestSubtree = 500.0

  /// - Parameter window: does not cross the antimeridian.
  private func listingsIn(_ window: BoundingBox, node: Int, level: Int, weight: Double) throws -> Double {
    guard level > 0 else { return weight }
    let branch = try worker.branch(node, of: snapshot)
    let childWeight = weight / Double(max(branch.count, 1))
    var sum = 0.0
    for child in 0..<branch.count {
      let share = window.share(of: branch.box(child))
      if share == 0 || share == 1 || level == 1 || childWeight < Self.smallestSubtree {
        sum += share * childWeight
      } else {
        sum += try listingsIn(window, node: Int(branch.nodes[child]), level: level - 1, weight: childWeight)
      }
    }
    return sum
  }
}

extension SearchExtent {
  /// A box that contains the search extent; nil for the whole world.
  fileprivate var window: BoundingBox? {
    guard let origin, radius < .infinity else { return box }
    let circle = BoundingBox(around: origin.coordinate, radiusMeters: radius, metric: origin.metric)
    guard let box else { return circle }
    return box.area < circle.area ? box : circle
  }
}

extension BoundingBox {
  /// Square degrees: good enough to compare boxes at one place.
  fileprivate var area: Double { (north - south) * longitudeSpan }

  /// The share of another box's area that lies in this one; neither crosses the antimeridian.
  fileprivate func share(of other: BoundingBox) -> Double {
    func part(_ low: Double, _ high: Double, _ otherLow: Double, _ otherHigh: Double) -> Double {
      let common = min(high, otherHigh) - max(low, otherLow)
      guard common >= 0 else { return 0 }
      return otherHigh > otherLow ? common / (otherHigh - otherLow) : 1
    }
    return part(south, north, other.south, other.north) * part(west, east, other.west, other.east)
  }
}
