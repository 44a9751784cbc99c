import CivilTime
import Geography
import Hours

/// The reply to one query.
public struct Answer: Sendable {
  /// The query's id.
  public var id: String?
  /// The best matches in the requested order, at most `limit`.
  public var matches: [Match]
  /// The exact number of matching listings; nil unless requested.
  public var total: Int?
  /// The fields of each match to write.
  public var fields: [Field]
  /// The custom fields of each match to write, after the others.
  public var ownFields: [String] = []
  /// The instant that `now` refers to.
  public var now: Instant
  /// The times of the query that depend on `now`, and the place that it names, as interpreted; nil without any.
  public var understood: Understood? {
    get { interpretation?.value }
    set { interpretation = newValue.map(Boxed.init) }
  }
  /// The words of the text that were corrected, or to which others were added, in the order of the text; see
  /// ``Query/typos``. Matches, totals, facets and the following pages are those of the corrected text.
  public var corrected: [WordCorrection] = []
  /// The work done.
  public var stats = QueryStats()
  /// The map cells with matches, by descending count, then from north to south and from west to east; nil unless
  /// requested.
  public var clusters: [Cluster]?
  /// The counts of each facet, in the order requested; nil without any.
  public var facets: [FacetCounts]?
  /// The single changes that would give more results; nil unless requested.
  public var relaxations: [Relaxation]?
  /// Boxed: few queries have it.
  private var interpretation: Boxed<Understood>?
  /// Where the next matches begin; nil when there are none.
  var rest: Rest?
  /// The plan of the query, and its origin of distances.
  package private(set) var plan: Plan?
  package private(set) var near: Coordinate?

  /// The matches after those of an answer; boxed: a cursor takes about 400 bytes.
  final class Rest: Sendable {
    /// The cursor of the last match returned.
    let cursor: Cursor
    let placed: PlacedPlan

    init(cursor: Cursor, of placed: PlacedPlan) { (self.cursor, self.placed) = (cursor, placed) }
  }

  /// An answer to a plan, as yet without matches.
  @inline(__always)
  init(to placed: PlacedPlan) {
    let plan = placed.plan
    (id, matches, now, self.plan, near) = (placed.id, [], plan.now, plan, placed.near)
    (fields, ownFields) = (plan.fields, plan.query.ownFields)
  }

  /// An answer of given matches.
  init(
    id: String? = nil, matches: [Match], total: Int? = nil, fields: [Field], ownFields: [String] = [], now: Instant,
    rest: Rest? = nil
  ) {
    (self.id, self.matches, self.total, self.now, self.rest) = (id, matches, total, now, rest)
    (self.fields, self.ownFields) = (fields, ownFields)
  }

  /// Assign to `Query.after` to get the next matches; nil when there are none.
  public var next: String? { rest.map { $0.cursor.text(for: $0.placed.query) } }
}

/// A listing that passed every filter of the query.
public struct Match: Sendable {
  /// The id of the listing.
  public var id: String
  /// Its kind.
  public var kind: Kind
  /// Its position.
  public var coordinate: Coordinate
  /// Meters from `near`; nil when the query has no origin.
  public var distanceMeters: Double?
  /// The direction from `near` in degrees clockwise from north; nil without an origin or unless requested.
  public var bearingDegrees: Double? {
    get { details?.values.bearingDegrees }
    set { change { $0.bearingDegrees = newValue } }
  }
  /// The opening state at the instant of the query, else at its `now`; nil for couches or unless requested.
  public var opening: OpeningStatus? {
    get { details?.values.opening }
    set { change { $0.opening = newValue } }
  }
  /// The free nights around the requested stay; nil unless the query has a stay and requests them.
  public var free: FreeWindow? {
    get { details?.values.free }
    set { change { $0.free = newValue } }
  }
  /// The price of the requested stay, or of the cheapest of `windows`; nil if it is unknown, or unless the query has
  /// a stay and requests its price.
  public var stayPrice: StayPrice? {
    get { details?.values.stayPrice }
    set { change { $0.stayPrice = newValue } }
  }
  /// The price of `stayPrice` divided by the number of its nights, rounded up to a minor unit; nil as for `stayPrice`.
  ///
  /// It is at most a whole number of minor units just where the stay passes that as the maximum of
  /// ``Query/nightPrice``.
  public var nightPrice: Price? { stayPrice.map { $0.price.divided(by: $0.nights.count) } }
  /// Every free stay of the requested length, ascending; nil unless the query has a stay of a given length between two
  /// dates and requests this.
  public var windows: [Nights]? {
    get { details?.values.windows }
    set { change { $0.windows = newValue } }
  }
  /// The free ranges among the requested nights, ascending; nil unless the query has a stay of certain nights and
  /// requests this.
  public var freeNights: [Nights]? {
    get { details?.values.freeNights }
    set { change { $0.freeNights = newValue } }
  }
  /// The vote-aware mean rating: with few votes it is close to the mean of the catalog. Nil without a rating, or unless
  /// requested.
  public var weightedRating: Double? {
    get { details?.values.weightedRating }
    set { change { $0.weightedRating = newValue } }
  }
  /// The start of the event; nil for other kinds, where unknown, or unless requested.
  public var starts: Instant? {
    get { times?.starts }
    set { times = Times(starts: newValue, ends: ends, zone: zone) }
  }
  /// The end of the event; nil as for `starts`.
  public var ends: Instant? {
    get { times?.ends }
    set { times = Times(starts: starts, ends: newValue, zone: zone) }
  }
  /// When the listing was added to the catalog; nil if unknown, or unless requested.
  public var added: Instant? {
    get { details?.values.added }
    set { change { $0.added = newValue } }
  }
  /// When the listing was last changed; nil as for `added`.
  public var changed: Instant? {
    get { details?.values.changed }
    set { change { $0.changed = newValue } }
  }
  /// The name of the source that it was imported from; nil unless requested.
  public var source: String? {
    get { details?.values.source }
    set { change { $0.source = newValue } }
  }
  /// The zone of the listing's local times; nil where unknown, or unless times are requested.
  public var zone: Zone? {
    get { times?.zone }
    set { times = Times(starts: starts, ends: ends, zone: newValue) }
  }
  /// The distance from each origin of a group in meters, in the order of the origins; nil without a group or unless
  /// requested.
  public var distancesMeters: [Double]? { details?.values.measured?.distances }
  /// The nearest place on the query's route; nil without a route.
  public var place: PolylinePlace? { details?.values.measured?.place }
  /// The listing with at least the requested members; nil when the match itself holds those.
  public var listing: Listing? { record?.listing }
  /// Why it is recommended; nil unless the order is `recommended`.
  public var score: MatchScore? {
    get { details?.values.score }
    set { change { $0.score = newValue } }
  }
  /// Its folded words and phrases that match words of the text that were corrected, or that have alternatives:
  /// synonyms, or words joined by `OR`. Nil without any such, or unless requested; the default fields include them if
  /// the text was corrected.
  public var matchedWords: [String]? {
    get { details?.values.matchedWords }
    set { change { $0.matchedWords = newValue } }
  }
  /// The parts of its score; nil unless the order is `best` and the score or its parts are requested.
  public var bestParts: BestMatchParts? { details?.values.bestParts }

  /// The times of an event, which more queries request than other details; nil unless requested.
  var times: Times?

  /// Boxed, like all details.
  final class Times: Sendable {
    let starts: Instant?
    let ends: Instant?
    let zone: Zone?

    init(starts: Instant?, ends: Instant?, zone: Zone?) {
      (self.starts, self.ends, self.zone) = (starts, ends, zone)
    }
  }

  /// What few queries with an id and a distance request; nil for the usual values.
  private var details: Details?

  /// Boxed: a match is copied several times on its way to the caller.
  final class Details: Sendable {
    let values: Values

    init(_ values: Values) { self.values = values }

    struct Values: Sendable {
      var bearingDegrees: Double?
      var opening: OpeningStatus?
      var free: FreeWindow?
      var stayPrice: StayPrice?
      var windows: [Nights]?
      var freeNights: [Nights]?
      var weightedRating: Double?
      var added: Instant?
      var changed: Instant?
      var source: String?
      var measured: Measured?
      var score: MatchScore?
      var matchedWords: [String]?
      var bestParts: BestMatchParts?
    }
  }

  init(id: String, kind: Kind, coordinate: Coordinate, record: Record? = nil) {
    (self.id, self.kind, self.coordinate, self.record) = (id, kind, coordinate, record)
  }

  /// Changes its details.
  mutating func change(_ body: (inout Details.Values) throws -> Void) rethrows {
    var values = details?.values ?? Details.Values()
    try body(&values)
    details = Details(values)
  }

  /// A stay with its price; boxed, since few queries request one.
  public final class StayPrice: Sendable {
    /// The nights of the stay.
    public let nights: Nights
    /// The total price.
    public let price: Price

    init(nights: Nights, price: Price) { (self.nights, self.price) = (nights, price) }
  }

  /// Results of rarely used distance sources, boxed.
  final class Measured: Sendable {
    let distances: [Double]?
    let place: PolylinePlace?

    init(distances: [Double]? = nil, place: PolylinePlace? = nil) { (self.distances, self.place) = (distances, place) }
  }

  /// Boxed: a listing takes about 600 bytes, and most batch queries do not request it.
  package var record: Record?

  package final class Record: Sendable {
    package let listing: Listing
    init(_ listing: Listing) { self.listing = listing }
  }
}

/// The work of a query: exact, repeatable counts for tests, benchmarks and `explain`.
public struct QueryStats: Hashable, Sendable {
  /// R-tree nodes visited.
  public var nodes = 0
  /// Entries of the leaves visited.
  public var entries = 0
  /// Elements of the tag or word lists considered.
  public var listed = 0
  /// Elements of those lists visited.
  public var visited = 0
  /// Exact distances computed.
  public var distances = 0
  /// Candidates that passed every filter.
  public var matches = 0
  /// Full records loaded.
  public var records = 0

  /// No work.
  public init() {}

  /// Adds the counts of another query.
  public static func += (sum: inout QueryStats, other: QueryStats) {
    sum.nodes += other.nodes
    sum.entries += other.entries
    sum.listed += other.listed
    sum.visited += other.visited
    sum.distances += other.distances
    sum.matches += other.matches
    sum.records += other.records
  }
}
