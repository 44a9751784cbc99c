import CivilTime
import Geography
import Hours

/// The reply to one query.
public struct Answer: Sendable {
  /// The query's id.
  public var id: String?
  /// The best matches in the order asked for, at most `limit`.
  public var matches: [Match]
  /// How many listings match, counted exactly; nil unless asked for.
  public var total: Int?
  /// The fields that a writer shows of each match.
  public var fields: [Field]
  /// The instant that `now` meant.
  public var now: Instant
  /// The work it took.
  public var stats = QueryStats()
  /// The cells of the map that have matches, those with most first, then from north to south and from west to east; nil unless asked for.
  public var clusters: [Cluster]?
  /// The counts of each facet, as they were asked for; nil without any.
  public var facets: [FacetCounts]?
  /// The single changes that would give more results; nil unless asked for.
  public var relaxations: [Relaxation]?
  /// Where more matches follow; nil when there are none.
  var rest: Rest?
  /// What was asked, as it was understood.
  package var plan: Plan?

  /// The matches that an answer leaves out.
  struct Rest {
    /// The place of the last match that was told.
    let cursor: Cursor
    let plan: Plan
  }

  /// Put into `Query.after` to get the matches that follow; nil when there are none.
  public var next: String? { rest.map { $0.cursor.text(for: $0.plan.query) } }
}

/// A listing that passed every test of the query.
public struct Match: Sendable {
  /// The id of the listing.
  public var id: String
  /// Its kind.
  public var kind: Kind
  /// Its position.
  public var coordinate: Coordinate
  /// Meters from `near`; nil when the query names no origin.
  public var distance: Double?
  /// Degrees clockwise from north in which it lies, seen from `near`; nil without an origin or unless asked for.
  public var bearing: Double?
  /// Whether it is open, at the instant the query asks about, else at its `now`; nil for couches or unless asked for.
  public var opening: OpeningStatus?
  /// The free nights around the stay asked for; nil unless the query has a stay and asks for them.
  public var free: FreeWindow?
  /// What the stay asked for costs: the cheapest of those in `windows`, where there are several; nil where that is not known, or unless the
  /// query has a stay and asks for its price.
  public var stayPrice: StayPrice?
  /// Every stay of the length asked for that is free, ascending; nil unless the query asks for a stay of some length between two dates,
  /// and for this.
  public var windows: [Nights]?
  /// The stretches of the nights asked for that are free, ascending; nil unless the query has a stay on certain nights, and asks for this.
  public var freeNights: [Nights]?
  /// When the event begins; nil for other kinds, where not known, or unless asked for.
  public var starts: Instant?
  /// When the event is over; nil as for `starts`.
  public var ends: Instant?
  /// The zone on whose clock the listing's times are told; nil where not known, or unless times are asked for.
  public var zone: Zone?
  /// The distance from each origin of a group in meters, in the order of the origins; nil without a group or unless asked for.
  public var distances: [Double]? { measured?.distances }
  /// The place on the way of the query that is nearest; nil without a way.
  public var place: PolylinePlace? { measured?.place }
  /// The listing with at least the members that the fields asked for; nil when the match itself holds those.
  public var listing: Listing? { record?.listing }

  /// Why it is recommended; nil unless the order is `recommended`.
  public var score: MatchScore?

  /// A stay with its price; boxed, since few queries ask for one.
  public final class StayPrice: Sendable {
    /// The nights of the stay.
    public let nights: Nights
    /// What all of them cost together.
    public let price: Price

    init(nights: Nights, price: Price) { (self.nights, self.price) = (nights, price) }
  }

  /// What only few queries ask about, boxed.
  var measured: Measured?

  final class Measured: Sendable {
    let distances: [Double]?
    let place: PolylinePlace?

    init(distances: [Double]? = nil, place: PolylinePlace? = nil) { (self.distances, self.place) = (distances, place) }
  }

  /// Boxed: a listing is some 600 bytes, and most batch queries do not ask for it.
  package var record: Record?

  package final class Record: Sendable {
    package let listing: Listing
    init(_ listing: Listing) { self.listing = listing }
  }
}

/// Work that a query took: exact, repeatable counts for tests, benchmarks and `explain`.
public struct QueryStats: Hashable, Sendable {
  /// R-tree nodes visited.
  public var nodes = 0
  /// Entries on the leaves visited.
  public var entries = 0
  /// Elements of lists of tags or words that were measured.
  public var listed = 0
  /// Those of the listed that were looked at.
  public var visited = 0
  /// Exact distances computed.
  public var distances = 0
  /// Candidates that passed every test.
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
