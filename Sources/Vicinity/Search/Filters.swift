/// All filters of a query on stored facts, resolved to the dictionary numbers of one catalog.
///
/// They narrow the set of entries of a leaf; filters that test a whole leaf at once come first. A class, because the
/// walk passes it along for every node.
final class Filters {
  /// Kinds that cannot pass, one bit each.
  private let unwanted: UInt8
  private let tags: TagFilter?
  private let price: PriceFilter?
  private let rating: RatingFilter?
  private let rare: [any ListingFilter]
  let stay: StayFilter?
  /// Whether couches that are not free for the stay pass.
  private let isStayOnlyPriced: Bool
  private let nightPrice: NightPriceFilter?
  let during: WindowFilter?
  /// The time span of all matches, if these are events in a window of limited length.
  let span: BranchTimes.Span?
  let coming: ComingFilter?
  private let numbers: DictionaryCache.Reader
  private let own: OwnFields
  /// The filter expression, apart from required tags and kinds.
  let tree: FilterTree?
  let open: OpeningFilter?
  /// Opening at the time of arrival, which depends on the travel distance.
  private let arrival: OpeningFilter?

  /// Whether listings that are not in business are left out.
  private let leavesOutClosed: Bool

  /// - Parameters:
  ///   - clock: required if the plan needs it.
  ///   - stayPrices: required if the query has a stay.
  init(
    _ plan: Plan, tree: FilterTree?, clock: OpeningClock?, stayPrices: StayPrices?, _ own: OwnFields,
    numbers: DictionaryCache.Reader
  ) throws {
    (self.numbers, self.own) = (numbers, own)
    self.tree = tree
    leavesOutClosed = plan.leavesOutClosed
    unwanted = ~plan.kindBits & 0b111
    let wantsEventsOnly = plan.kindBits == 0b010
    tags = plan.filter.tags.isEmpty ? nil : try TagFilter(plan.filter.tags, number: numbers.tag)
    price = try plan.query.price.flatMap { filter in
      guard filter.asksForAmount else { return nil }
      return PriceFilter(filter, currency: try filter.currency.map { Int(try numbers.currency($0) ?? -1) })
    }
    rating = plan.query.rating.map(RatingFilter.init)
    rare = Self.rareFilters(of: plan, own, numbers)
    stay = plan.query.stay.map { StayFilter($0, at: plan.now) }
    isStayOnlyPriced = plan.query.stay?.isOnlyPriced ?? false
    nightPrice = try plan.query.nightPrice.flatMap { filter in
      let currency = try filter.currency.map { Int(try numbers.currency($0) ?? -1) }
      return stayPrices.map { NightPriceFilter(filter, $0, currency: currency) }
    }
    let window = plan.query.during == .named(.any) ? nil : plan.query.during
    let during = window.map { WindowFilter($0, now: plan.now, numbers: numbers) }
    self.during = during
    span = wantsEventsOnly ? during?.coveringExtent.flatMap(BranchTimes.Span.init) : nil
    coming = plan.leavesOutPast ? ComingFilter(now: plan.now) : nil
    let opening = plan.query.open.flatMap { opening in clock.map { OpeningFilter(opening, clock: $0) } }
    open = plan.isArriving ? nil : opening
    arrival = plan.isArriving ? opening : nil
  }

  /// A further filter is a line here.
  private static func rareFilters(
    of plan: Plan, _ own: OwnFields, _ numbers: DictionaryCache.Reader
  ) -> [any ListingFilter] {
    var filters: [any ListingFilter] = CodeFilter.filters(of: plan.query)
    if let since = plan.query.listedSince { filters.append(ListedSinceFilter(since, now: plan.now, own, numbers)) }
    return filters
  }

  /// The columns that the filters read of each leaf.
  var columns: [LeafColumn.Source] { own.columns + rare.flatMap(\.columns) }

  /// Whether no filter is given beside kinds, tags, whether an event is over and whether a listing is in business.
  private var testNoOtherFacts: Bool {
    price == nil && rating == nil && rare.isEmpty && stay == nil && during == nil && open == nil && arrival == nil
      && tree == nil
  }

  /// Whether the filters test only the kind, whether an event is over and whether a listing is in business, so that
  /// sums below a node, which include only such listings, are those of its matches.
  var testKindsOnly: Bool {
    leavesOutClosed && tags == nil && testNoOtherFacts
  }

  /// Whether every event is shown at its next occurrence that is not over, and is in the sums of those: a query that
  /// leaves out events that are over names no other time.
  var showNextOccurrences: Bool { coming != nil && leavesOutClosed }

  /// The wanted tags, by number; nil when there are none.
  var wantedTags: TagFilter? { tags.flatMap { $0.any == nil && $0.all?.isEmpty == true ? nil : $0 } }

  /// Whether every listing with these tags passes that is in business and not an event, in any region and at any
  /// distance.
  func areDecided(byTags numbers: [Int32]) -> Bool {
    guard let tags, numbers.count == 1, unwanted == 0, tags.none.isEmpty else { return false }
    let isListed = (tags.all == numbers && tags.any == nil) || (tags.all == [] && tags.any == numbers)
    return isListed && testNoOtherFacts
  }

  /// The kinds that can pass, one bit each.
  var wantedKindBits: UInt8 { ~unwanted & 0b111 }

  /// The kinds that can pass.
  var wantedKinds: [Kind] { Kind.allCases.filter { unwanted >> UInt8($0.ordinal) & 1 == 0 } }

  /// Whether a listing with some of the values below a node may pass.
  func mayPass(_ values: NodeValues.Node) -> Bool {
    if let price, !price.mayPass(values) { return false }
    if let rating, !rating.mayPass(values) { return false }
    return rare.allSatisfy { $0.mayPass(values) } && tree?.mayHold(in: values) != false
  }

  /// Whether `mayPass` may be false.
  var testValues: Bool { price != nil || rating != nil || !rare.isEmpty || tree != nil }

  /// Prefetches the columns of the next node while one is processed.
  @inline(__always)
  func prefetch(_ next: SubtreeQueue.Subtree?, of snapshot: IndexSnapshot) {
    guard let next, next.level >= 0 else { return }
    if next.level == 0 {
      if let leaf = snapshot.leaf(Int(next.node)) { prefetch(leaf) }
    } else {
      snapshot.branch(Int(next.node))?.prefetch()
    }
  }

  /// Prefetches the columns of a leaf.
  @inline(__always)
  private func prefetch(_ leaf: Leaf) {
    let shape = leaf.shape
    let first = unwanted & 0b001 == 0 ? 0 : unwanted & 0b010 == 0 ? shape.firstEvent : shape.firstCouch
    let end = unwanted & 0b100 == 0 ? shape.n : unwanted & 0b010 == 0 ? shape.firstCouch : shape.firstEvent
    guard first < end else { return }
    leaf.prefetch(shape.latitudes + 8 * first, count: 8 * (end - first))
    leaf.prefetch(shape.longitudes + 8 * first, count: 8 * (end - first))
    if tags != nil { leaf.prefetch(shape.tagNumbers, count: 4 * Int(shape.tags)) }
    if price != nil { leaf.prefetch(shape.prices + 8 * first, count: 8 * (end - first)) }
    if during != nil { leaf.prefetch(shape.starts, count: 16 * Int(shape.events)) }
    if stay != nil { leaf.prefetch(shape.guests, count: 16 * shape.couches) }
    if stay != nil { leaf.prefetch(shape.nightRanges, count: 8 * Int(shape.nights)) }
    if open != nil { leaf.prefetch(shape.schedules + 4 * first, count: 4 * (end - first)) }
  }

  /// The entries of the wanted kinds and tags; without places that are not in business, unless the query includes them.
  @inline(__always)
  func candidates(of leaf: Leaf) -> EntrySet {
    var entries = leaf.all
    if leavesOutClosed { entries.subtract(leaf.closed) }
    if unwanted & 0b001 != 0 { entries.subtract(EntrySet(range: leaf.positions(of: .bar))) }
    if unwanted & 0b010 != 0 { entries.subtract(EntrySet(range: leaf.positions(of: .event))) }
    if unwanted & 0b100 != 0 { entries.subtract(EntrySet(range: leaf.positions(of: .couch))) }
    if let tags { tags.narrow(&entries, of: leaf) }
    return entries
  }

  /// Keeps the candidates that pass all other filters.
  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) throws {
    if let price { price.narrow(&entries, of: leaf) }
    if let rating { rating.narrow(&entries, of: leaf) }
    for filter in rare { try filter.narrow(&entries, of: leaf) }
    if let stay, !isStayOnlyPriced {
      stay.narrow(&entries, of: leaf)
      if !stay.undecided(on: leaf).isEmpty { try stay.narrowTerms(&entries, of: leaf, numbers) }
    }
    if let nightPrice, !entries.isEmpty { try nightPrice.narrow(&entries, of: leaf) }
    if let during { try during.narrow(&entries, of: leaf) }
    if let coming { coming.narrow(&entries, of: leaf) }
    if let open { try open.narrow(&entries, of: leaf) }
    if let tree, !entries.isEmpty { try tree.narrow(&entries, of: leaf) }
  }

  /// Whether they may cost more than the bound of a distance.
  var areCostly: Bool { tree?.isCostly ?? false }

  /// The filter expression, if the times of an occurrence decide on it.
  var timedTree: FilterTree? { tree?.isTimed == true ? tree : nil }

  /// Whether an occurrence of a recurring event is open at the requested time.
  func admitsOpening(of occurrence: Entry, distance: Double) throws -> Bool {
    try (open ?? arrival)?.passes(occurrence, distance: distance) ?? true
  }

  /// The filters that depend on the distance in meters; true without any.
  @inline(__always)
  func pass(_ entry: Entry, distance: Double) throws -> Bool {
    try arrival?.passes(entry, distance: distance) ?? true
  }
}
