import CivilTime
import Geography

/// A query with its defaults filled in and its contradictions refused: what the search carries out.
///
/// Made without looking at the catalog, so the same query always gives the same plan.
public final class Plan: Sendable {
  /// The query as it was asked.
  public let query: Query
  /// The instant that `now` means.
  public let now: Instant
  /// The instant of the question by the clock, whatever the query calls `now`: it decides what the caller may know.
  let asked: Instant
  /// The kinds that can match.
  public let kinds: Set<Kind>
  /// The keys of the order; the id follows as the last one.
  public let order: [Query.SortKey]
  /// The words that the text must have; nil without any.
  let words: [String]?
  /// The fields told of each match.
  public let fields: [Field]
  /// Where the answer continues.
  let cursor: Cursor?
  /// What lies beside the way asked about; nil without one.
  package let corridor: Corridor?
  /// Decides how long ways take; nil for the straight line.
  let travelTimes: (any TravelTimes)?
  /// What the fields need to be known of each match.
  let shows: FieldNeeds
  /// Whether the matches are counted by cells of a map or by facets.
  let tallies: Bool
  /// Whether it goes on where an earlier answer ended; asked at every page, where a look at the cursor would copy it.
  let isContinued: Bool
  /// Whether opening is asked about at the end of a way.
  let isArriving: Bool
  /// Whether the order or a test asks for the distance.
  let needsDistance: Bool
  /// Whether candidates come nearest first, so that the walk may end early.
  let isNearestFirst: Bool
  /// Whether the search is over once nothing nearer can follow.
  let mayEndEarly: Bool

  /// Checks a query and fills in its defaults.
  ///
  /// - Parameters:
  ///   - query: borrowed, so that the plan's own copy is the only one.
  ///   - now: what `now` means, unless the query or its cursor names an instant.
  ///   - travelTimes: decides how long ways take; nil for the straight line.
  public init(
    _ query: borrowing Query, at now: Instant, travelTimes: (any TravelTimes)? = nil
  ) throws(QueryError) {
    try Self.checkLimits(query)
    try Self.checkViews(query)
    asked = now
    self.travelTimes = travelTimes
    tallies = query.cluster != nil || !query.facets.isEmpty
    try Self.checkPlace(query)
    try Self.checkMeasures(query)
    try Self.checkRecommending(query)
    try Self.checkCaller(query)
    words = try Self.words(of: query)
    kinds = query.kinds ?? query.kindsSpokenOf ?? Self.allKinds
    order = try Self.order(of: query)
    isNearestFirst = order.first == .distance
    isArriving = query.open?.arriving != nil
    needsDistance = isArriving || order.contains(.distance)
    let wantsAll = tallies || query.total || !query.front.isEmpty
    mayEndEarly = (isNearestFirst || order.first == .route) && !wantsAll
    let extra = Self.fieldsOfInterest(in: query)
    fields = query.fields ?? (extra.isEmpty ? Field.standard : Field.standard + extra)
    shows = query.fields == nil && extra.isEmpty ? .standard : FieldNeeds(fields)
    corridor = Self.corridor(of: query)
    cursor = try Self.cursor(of: query)
    isContinued = cursor != nil
    // A page belongs to the moment at which the first one was asked for.
    self.now = cursor?.now ?? query.now ?? now
    try Self.checkTimes(query, now: self.now)
    self.query = query.cluster == nil ? copy query : query.withoutResults
  }

  /// Whether only the number of matches is wanted.
  var countsOnly: Bool { query.limit == 0 && query.total && !tallies }

  /// Whether times of opening, or events on the clocks of their places, are spoken of.
  var needsClock: Bool { query.open != nil || query.during != nil || order.contains(.open) || shows.opening }

  /// The instant that opening states are about: the one asked for, else `now`.
  var openingMoment: Query.Moment { query.open?.at ?? .now }

  private static let allKinds = Set(Kind.allCases)
  private static let byDistance: [Query.SortKey] = [.distance]

  private static func order(of query: Query) throws(QueryError) -> [Query.SortKey] {
    try query.checkFront()
    var order: [Query.SortKey] = []
    for key in query.front.isEmpty ? query.sort : query.front where !order.contains(key) { order.append(key) }
    if order.contains(.distance), !query.hasDistance { throw .missing(path: "near", neededBy: "sort \"distance\"") }
    if order.contains(.relevance), query.text == nil { throw .missing(path: "text", neededBy: "sort \"relevance\"") }
    if order.isEmpty, query.near == nil { return usualOrder(of: query) }
    return order.isEmpty ? Self.byDistance : order
  }

  private static func cursor(of query: Query) throws(QueryError) -> Cursor? {
    try query.after.map { text throws(QueryError) in try Cursor(text, for: query) }
  }

  private static func words(of query: Query) throws(QueryError) -> [String]? {
    guard let text = query.text else { return nil }
    let words = text.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    guard !words.isEmpty else {
      throw .outOfRange(path: "text", found: "\"\(text)\"", allowed: "words with at least one letter or digit")
    }
    guard words.count <= QueryLimits.mostWords else {
      throw .outOfRange(
        path: "text", found: "a text of \(words.count) words", allowed: "at most \(QueryLimits.mostWords) words")
    }
    return words
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
    if let radius = query.radius {
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

  /// What is told of a query beside the usual.
  private static func fieldsOfInterest(in query: Query) -> [Field] {
    var fields: [Field] = []
    if let stay = query.stay { fields += stay.fieldsOfInterest }
    if query.group != nil || query.along != nil { fields += measureFields(of: query) }
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
    }
    if case .between(let from, let to) = query.during { try checkOrder(from, to, path: "during", now: now) }
    if query.occurrences == .all {
      guard let during = query.during else { throw .missing(path: "during", neededBy: "occurrences \"all\"") }
      guard during.isBounded else {
        throw .conflict("occurrences: \"all\" needs a window with an end, and \"upcoming\" has none")
      }
    }
    try query.stay?.check(path: "stay")
  }

  private static func checkOrder(
    _ from: Query.Moment, _ to: Query.Moment, path: String, now: Instant
  ) throws(QueryError) {
    // Two times of the same clock are in the same order in every zone; a mixed pair is judged per listing.
    guard from.isLocal == to.isLocal,
      case let (start?, end?) = (from.instant(in: .utc, now: now), to.instant(in: .utc, now: now))
    else { return }
    if case .weekly = to { return }
    guard start < end else { throw .conflict("\(path): \"to\" must be later than \"from\"") }
  }
}

extension Query.Stay {
  /// What an answer tells beside the usual: which of many stays, or which of the nights, and what they cost.
  fileprivate var fieldsOfInterest: [Field] {
    if length != nil { return [.windows, .stayPrice, .cheapestStay] }
    return partly ? [.freeNights] : [.stayPrice]
  }
}
