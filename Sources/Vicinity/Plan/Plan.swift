import CivilTime
import Geography

/// A validated query with its defaults filled in, ready to execute.
///
/// Independent of the catalog, so the same query always gives the same plan.
public final class Plan: Sendable {
  /// The original query.
  public let query: Query
  /// The instant that `now` refers to.
  public let now: Instant
  /// The actual time of the request, regardless of the query's `now`: it determines what the caller may see.
  let asked: Instant
  /// The kinds that can match.
  public var kinds: Set<Kind> { Set(Kind.allCases.filter(wants)) }
  /// The kinds that can match, one bit each.
  let kindBits: UInt8
  /// The sort keys; the id follows as the last one.
  public let order: [Query.SortKey]
  /// The words that must occur; nil without a text.
  let words: SearchText?
  /// The filter expression; the tags of the query are part of it.
  let filter: PlannedFilter
  /// The fields of each match in the answer.
  public let fields: [Field]
  /// The position where the answer continues.
  var cursor: Cursor? { page?.value }
  private let page: Boxed<Cursor>?
  /// The corridor around the query's route; nil without one.
  package let corridor: Corridor?
  /// Provides travel times; nil for the straight line.
  let travelTimes: (any TravelTimes)?
  /// The information about each match that the fields need.
  let shows: FieldNeeds
  /// Whether matches are counted by map cells or facets.
  let tallies: Bool
  /// Whether matches up to that of the cursor are dropped one by one; stored because it is tested for every node, and
  /// reading the cursor would copy it.
  let isContinued: Bool
  /// Whether a time of the query depends on `now`, or its place was a name, so that the answer says how it was
  /// understood.
  let isRelative: Bool
  /// Whether opening is tested at the time of arrival.
  let isArriving: Bool
  /// Whether distances have another source than a single origin.
  let hasOtherDistance: Bool
  /// Whether opening times, or events in local time, are involved.
  let needsClock: Bool
  /// Whether it names custom fields of the catalog.
  let usesOwnFields: Bool
  /// Whether the order or a filter needs the distance.
  let needsDistance: Bool
  /// Whether events that are over are left out.
  let leavesOutPast: Bool
  /// Whether listings that are not in business are left out: the query does not ask for a status.
  let leavesOutClosed: Bool
  /// Whether candidates come nearest first, so that the walk may end early.
  let isNearestFirst: Bool
  /// Whether the search is over once nothing nearer can follow.
  let mayEndEarly: Bool
  /// Whether only the matches with the best scores are wanted.
  let wantsBest: Bool
  /// Whether what is too far for a better score need not be visited.
  let isBestFirst: Bool
  /// Whether only the matches on the Pareto front are wanted.
  let isFront: Bool
  /// Whether only the first matches in an order, or those on a front, are wanted, and its keys have bounds for all
  /// listings below a node.
  let isKeyFirst: Bool
  /// Whether only the first matches are wanted in an order in which the best have the same key, so that their ids
  /// decide.
  let isIdFirst: Bool

  /// Why nothing can match; nil if something may.
  let contradiction: Contradiction?

  /// Validates a query and fills in its defaults.
  ///
  /// - Parameters:
  ///   - query: borrowed, so that the plan holds the only copy.
  ///   - now: the instant that `now` refers to, unless the query or its cursor names one.
  ///   - travelTimes: provides travel times; nil for the straight line.
  public init(
    _ query: borrowing Query, at now: Instant, travelTimes: (any TravelTimes)? = nil
  ) throws(QueryError) {
    let isRare = query.hasRareParts
    try Self.checkLimits(query)
    if isRare { try Self.checkViews(query) }
    try Self.checkPlace(query)
    if isRare { try Self.checkDistanceSource(query) }
    try Self.checkRecommending(query)
    if isRare { try Self.checkCaller(query) }
    (asked, self.travelTimes) = (now, travelTimes)
    tallies = isRare && (query.cluster != nil || !query.facets.isEmpty)
    hasOtherDistance = isRare && (query.group != nil || query.along != nil)
    words = try Self.words(of: query)
    try query.checkTypos()
    filter = try PlannedFilter(query.filter, tags: query.tags, hasDistance: query.hasDistance, now: query.now ?? now)
    if isRare { try Self.checkNightPrice(query) }
    let wanted = Self.bits(query.kinds ?? query.kindsSpokenOf)
    kindBits = wanted & Self.bits(filter.kinds)
    leavesOutPast = query.leavesOutPast && kindBits & Self.bits([.event]) != 0
    leavesOutClosed = query.leavesOutClosed
    order = try Self.order(of: query)
    isNearestFirst = order.first == .distance
    usesOwnFields =
      order.contains { $0.property.ownName != nil } || query.facets.contains { $0.ownName != nil }
      || !query.ownFields.isEmpty || filter.rest?.ownNames.isEmpty == false
    isRelative =
      query.open?.isRelative ?? false || query.during?.isRelative ?? false || query.stay?.word != nil
      || query.foundPlace != nil
    isArriving = query.open?.arriving != nil
    needsDistance = isArriving || order.use(.distance) || order.use(.best) && query.hasDistance
    let wantsAll = tallies || query.total || !query.paretoFront.isEmpty
    mayEndEarly = (isNearestFirst || order.first == .route) && !wantsAll
    wantsBest = order.first == .best && !wantsAll
    isBestFirst = wantsBest && query.hasDistance
    isFront = isRare && !query.paretoFront.isEmpty && !tallies && !query.total
    let wantsFirst = !wantsAll && 0..<Int.max ~= query.limit
    let isRated = wantsBest && !query.hasDistance && words == nil
    isKeyFirst = isFront || wantsFirst && (isRated || order.first?.hasBounds == true)
    isIdFirst = wantsFirst && query.limit > 0 && (order.isEmpty || order.count == 1 && order[0] == .open)
    let extra = Self.fieldsOfInterest(in: query)
    fields = query.fields ?? (extra.isEmpty ? Field.standard : Field.standard + extra)
    shows =
      query.fields == nil && extra.isEmpty && query.ownFields.isEmpty
      ? .standard : FieldNeeds(fields, hasOwn: !query.ownFields.isEmpty)
    needsClock = query.open != nil || query.during != nil || order.use(.open) || order.use(.best) || shows.opening
    corridor = hasOtherDistance ? Self.corridor(of: query) : nil
    let cursor = try Self.cursor(of: query)
    page = cursor.map(Boxed.init)
    isContinued = cursor != nil && order.first != .recommended
    // A page uses the time at which the first page was requested.
    self.now = cursor?.now ?? query.now ?? now
    try Self.checkTimes(query, now: self.now)
    let dated = query.stay?.word == nil ? copy query : query.withNights(at: self.now)
    contradiction = Contradiction(dated, kinds: kindBits, filter: filter, now: self.now)
    self.query = query.cluster == nil ? dated : dated.withoutResults
  }

  /// Whether a kind can match.
  func wants(_ kind: Kind) -> Bool { kindBits >> UInt8(kind.ordinal) & 1 == 1 }

  /// Whether only the number of matches is wanted.
  var countsOnly: Bool { query.limit == 0 && query.total && !tallies }

  /// The instant of opening states: that of the query, else `now`.
  var openingMoment: Query.Moment { query.open?.at ?? .now }

  /// A bit for each kind; all for nil.
  private static func bits(_ kinds: Set<Kind>?) -> UInt8 {
    kinds.map { $0.reduce(0) { $0 | 1 << UInt8($1.ordinal) } } ?? 0b111
  }

  private static let byDistance: [Query.SortKey] = [.distance]

  private static func order(of query: Query) throws(QueryError) -> [Query.SortKey] {
    try query.checkParetoFront()
    var order: [Query.SortKey] = []
    for key in query.paretoFront.isEmpty ? query.sort : query.paretoFront where !order.use(key.property) {
      try query.checkKey(key)
      order.append(key)
    }
    try query.bestMatch?.check()
    guard order.count <= RankKey.capacity else {
      throw .outOfRange(path: "sort", found: "\(order.count) keys", allowed: "at most \(RankKey.capacity)")
    }
    if order.isEmpty, query.near == nil || query.text != nil { return usualOrder(of: query) }
    return order.isEmpty ? Self.byDistance : order
  }

  private static func cursor(of query: Query) throws(QueryError) -> Cursor? {
    guard let text = query.after else { return nil }
    let cursor = try Cursor(text, for: query)
    guard !query.sort.use(.recommended) || cursor.recommended != nil else { throw .badCursor(text) }
    return cursor
  }

  /// The words that the text of a query requires; nil without a text.
  static func words(of query: Query) throws(QueryError) -> SearchText? {
    guard let text = query.text else { return nil }
    let words = SearchText(text)
    guard !words.alternatives.isEmpty else {
      throw .outOfRange(
        path: "text", found: "\"\(text)\"", allowed: "words with at least one letter or digit",
        hint: words.excluded.isEmpty
          ? nil : "A text needs a word that it searches for; to exclude a word only, use the filter NOT text('word').")
    }
    guard words.count <= QueryLimits.mostWords else {
      throw .outOfRange(
        path: "text", found: "a text of \(words.count) words", allowed: "at most \(QueryLimits.mostWords) words")
    }
    return words
  }

  private static func checkNightPrice(_ query: Query) throws(QueryError) {
    if let price = query.nightPrice {
      let bound = price.max != nil ? "nightPrice.max" : price.min != nil ? "nightPrice.min" : "nightPrice"
      try query.checkWholeStay(for: bound)
    }
    if query.filter?.asksForNightPrice == true { try query.checkWholeStay(for: "nightPrice in filter") }
    if query.facets.contains(.nightPrice) { try query.checkWholeStay(for: "facet \"nightPrice\"") }
  }

  private static func checkPlace(_ query: Query) throws(QueryError) {
    if let place = query.place {
      throw .outOfRange(
        path: "near", found: "\"\(place)\"", allowed: "a coordinate here", hint: "A catalog looks names up.")
    }
    if let near = query.near, !near.isValid {
      let swapped = Coordinate(latitude: near.longitude, longitude: near.latitude)
      throw .outOfRange(
        path: "near", found: "\(near.latitude), \(near.longitude)",
        allowed: "a latitude from -90 to 90 and a longitude from -180 to 180",
        hint: swapped.isValid ? "Are latitude and longitude swapped?" : nil)
    }
    if let radius = query.radiusMeters {
      if !query.hasDistance { throw .missing(path: "near", neededBy: "radius") }
      guard radius >= 0 else {
        throw .outOfRange(path: "radius", found: "\(radius)", allowed: "a number of meters, 0 or more")
      }
    }
    if let box = query.within, !box.isValid {
      throw .outOfRange(
        path: "within.bbox", found: "[\(box.west), \(box.south), \(box.east), \(box.north)]",
        allowed: "[west, south, east, north] in degrees, south not above north",
        hint: box.south > box.north ? "Are south and north swapped?" : nil)
    }
    if case .box(let box) = query.outside, !box.isValid {
      throw .outOfRange(
        path: "outside.bbox", found: "[\(box.west), \(box.south), \(box.east), \(box.north)]",
        allowed: "[west, south, east, north] in degrees, south not above north")
    }
    guard query.limit >= 0 else {
      throw .outOfRange(path: "limit", found: "\(query.limit)", allowed: "0 or more")
    }
  }

  /// The default fields of a query.
  private static func fieldsOfInterest(in query: Query) -> [Field] {
    var fields: [Field] = []
    if let stay = query.stay { fields += stay.fieldsOfInterest }
    if query.words[.operatingStatus] != nil { fields.append(.operatingStatus) }
    if query.group != nil || query.along != nil { fields += distanceSourceFields(of: query) }
    if query.sort.contains(.recommended) { fields += recommendationFields(of: query) }
    return fields
  }

  private static func checkViews(_ query: Query) throws(QueryError) {
    guard query.facetLimit >= 0 else {
      throw .outOfRange(path: "facetLimit", found: "\(query.facetLimit)", allowed: "0 or more")
    }
    guard let zoom = query.cluster else { return }
    guard Query.clusterZooms.contains(zoom) else {
      throw .outOfRange(path: "cluster", found: "\(zoom)", allowed: "a zoom level from 0 to 22")
    }
    if query.after != nil { throw .conflict("cluster: clusters have no pages; leave \"after\" out") }
  }

  private static func checkTimes(_ query: Query, now: Instant) throws(QueryError) {
    if let open = query.open {
      try open.check(path: "open")
      if open.arriving != nil, !query.hasDistance { throw .missing(path: "near", neededBy: "open.arriving") }
      if let until = open.until {
        try checkOrder(open.at, until, path: "open", now: now)
        try open.checkLength(path: "open", now: now)
      }
      try open.checkWindow(path: "open", now: now)
      if case .between(let from, let to) = open.sometime { try checkOrder(from, to, path: "open.sometime", now: now) }
    }
    if case .between(let from, let to) = query.during { try checkOrder(from, to, path: "during", now: now) }
    if query.occurrences == .all {
      guard let during = query.during else { throw .missing(path: "during", neededBy: "occurrences \"all\"") }
      guard during.isBounded else {
        throw .conflict("occurrences: \"all\" needs a time span with an end")
      }
    }
    try query.stay?.check(path: "stay")
  }

  private static func checkOrder(
    _ from: Query.Moment, _ to: Query.Moment, path: String, now: Instant
  ) throws(QueryError) {
    // Two local or two absolute times compare the same in every zone; a mixed pair is evaluated per listing.
    guard from.isLocal == to.isLocal,
      case let (start?, end?) = (from.instant(in: .utc, now: now), to.instant(in: .utc, now: now))
    else { return }
    if to.isRelative { return }
    guard start < end else { throw .conflict("\(path): \"to\" must be later than \"from\"") }
  }
}

extension Query.Stay {
  /// The default fields of a stay: the free windows or nights, and their price.
  fileprivate var fieldsOfInterest: [Field] {
    if nightCount != nil { return [.windows, .stayPrice, .nightPrice, .cheapestStay] }
    return partly ? [.freeNights] : [.stayPrice, .nightPrice]
  }
}
