import Geography

// Each of these is `Query()` with a few parts set; all other parts can be set afterwards.

extension Query {
  /// Makes a query around a coordinate, nearest first.
  ///
  ///     let query = Query(near: Coordinate(latitude: 48.7758, longitude: 9.1829), radiusMeters: 2000, open: .now)
  ///
  /// - Parameters:
  ///   - near: the origin of distances.
  ///   - radiusMeters: the maximum distance, inclusive; nil for none.
  ///   - kinds: the wanted kinds; nil for those that the time filters apply to, or all.
  ///   - open: open bars and events that are on.
  ///   - text: words that must all occur; with them the best match comes first.
  ///   - limit: the maximum number of results.
  public init(
    near: Coordinate, radiusMeters: Double? = nil, kinds: Set<Kind>? = nil, open: Opening? = nil, text: String? = nil,
    limit: Int = 20
  ) {
    self.init(kinds: kinds, open: open, text: text, limit: limit)
    (self.near, self.radiusMeters) = (near, radiusMeters)
  }

  /// Makes a query around a place that the gazetteer of the catalog knows, such as `Paris, US`, nearest first.
  ///
  /// - Parameters:
  ///   - place: the name of the place; answering throws if there is none.
  ///   - radiusMeters: the maximum distance, inclusive; nil for none.
  ///   - kinds: the wanted kinds; nil for those that the time filters apply to, or all.
  ///   - open: open bars and events that are on.
  ///   - text: words that must all occur; with them the best match comes first.
  ///   - limit: the maximum number of results.
  public init(
    near place: String, radiusMeters: Double? = nil, kinds: Set<Kind>? = nil, open: Opening? = nil,
    text: String? = nil, limit: Int = 20
  ) {
    self.init(kinds: kinds, open: open, text: text, limit: limit)
    (self.place, self.radiusMeters) = (place, radiusMeters)
  }

  /// Makes a query for the listings in a box, such as the visible part of a map.
  ///
  /// - Parameters:
  ///   - box: the box, boundary included.
  ///   - kinds: the wanted kinds; nil for those that the time filters apply to, or all.
  ///   - open: open bars and events that are on.
  ///   - text: words that must all occur; with them the best match comes first.
  ///   - limit: the maximum number of results.
  public init(
    within box: BoundingBox, kinds: Set<Kind>? = nil, open: Opening? = nil, text: String? = nil, limit: Int = 20
  ) {
    self.init(kinds: kinds, open: open, text: text, limit: limit)
    within = box
  }

  /// Makes a query for the listings in an area; the catalog needs an `AreaEngine`.
  ///
  /// - Parameters:
  ///   - area: a polygon, or the name of an area of the catalog; boundary included.
  ///   - kinds: the wanted kinds; nil for those that the time filters apply to, or all.
  ///   - open: open bars and events that are on.
  ///   - text: words that must all occur; with them the best match comes first.
  ///   - limit: the maximum number of results.
  public init(
    within area: Area, kinds: Set<Kind>? = nil, open: Opening? = nil, text: String? = nil, limit: Int = 20
  ) {
    self.init(kinds: kinds, open: open, text: text, limit: limit)
    self.area = area
  }

  /// Makes a query along a route, in its order.
  ///
  /// - Parameters:
  ///   - line: the vertices of the route.
  ///   - widthMeters: the maximum distance from the route, inclusive.
  ///   - kinds: the wanted kinds; nil for those that the time filters apply to, or all.
  ///   - open: open bars and events that are on.
  ///   - text: words that must all occur; with them the best match comes first.
  ///   - limit: the maximum number of results.
  public init(
    along line: [Coordinate], widthMeters: Double = 500, kinds: Set<Kind>? = nil, open: Opening? = nil,
    text: String? = nil, limit: Int = 20
  ) {
    self.init(kinds: kinds, open: open, text: text, limit: limit)
    along = Along(line, widthMeters: widthMeters)
  }

  /// Makes a query between several people: the distance is the longest of theirs, or the sum, and the shortest comes
  /// first.
  ///
  /// - Parameters:
  ///   - origins: where they are.
  ///   - aggregate: which of their distances counts.
  ///   - radiusMeters: the maximum of that distance, inclusive; nil for none.
  ///   - kinds: the wanted kinds; nil for those that the time filters apply to, or all.
  ///   - open: open bars and events that are on.
  ///   - limit: the maximum number of results.
  public init(
    between origins: [Coordinate], by aggregate: Group.Aggregate = .worst, radiusMeters: Double? = nil,
    kinds: Set<Kind>? = nil, open: Opening? = nil, limit: Int = 20
  ) {
    self.init(kinds: kinds, open: open, text: nil, limit: limit)
    group = Group(origins.map { Group.Origin($0) }, by: aggregate)
    self.radiusMeters = radiusMeters
  }

  /// Makes a query for couches that are free for a stay.
  ///
  /// - Parameters:
  ///   - nights: the nights of the stay.
  ///   - guests: the number of guests, at least 1.
  ///   - near: the origin of distances; nil lists by id.
  ///   - radiusMeters: the maximum distance from `near`, inclusive; nil for none.
  ///   - limit: the maximum number of results.
  public init(
    stay nights: Nights, guests: Int = 1, near: Coordinate? = nil, radiusMeters: Double? = nil, limit: Int = 20
  ) {
    self.init(kinds: nil, open: nil, text: nil, limit: limit)
    stay = Stay(nights: nights, guests: guests)
    (self.near, self.radiusMeters) = (near, radiusMeters)
  }

  /// Makes a query for the events of a time span.
  ///
  /// - Parameters:
  ///   - during: when they take place.
  ///   - near: the origin of distances; nil lists by start.
  ///   - radiusMeters: the maximum distance from `near`, inclusive; nil for none.
  ///   - limit: the maximum number of results.
  public init(during: Window, near: Coordinate? = nil, radiusMeters: Double? = nil, limit: Int = 20) {
    self.init(kinds: nil, open: nil, text: nil, limit: limit)
    self.during = during
    if near == nil { sort = [.start] }
    (self.near, self.radiusMeters) = (near, radiusMeters)
  }

  private init(kinds: Set<Kind>?, open: Opening?, text: String?, limit: Int) {
    self.init()
    (self.kinds, self.open, self.text, self.limit) = (kinds, open, text, limit)
  }
}

extension Query.Opening {
  /// Open at the query's `now`.
  public static let now = Query.Opening(at: .now)
}
