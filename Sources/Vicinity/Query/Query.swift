import CivilTime
import Geography

/// A question to the catalog: where, when, what, in which order.
///
/// One value for the library, a batch line, a command line and a server. Every part is optional and narrows the answer; an empty
/// query means all listings, by id. See `docs/queries.md` for the JSON form.
public struct Query: Hashable, Sendable {
  /// Repeated in the answer, so that a caller can tell answers apart.
  public var id: String?
  /// Where distances are measured from.
  public var near: Coordinate?
  /// The name of a place whose coordinate becomes `near`, such as "Paris, US"; the catalog looks it up in its gazetteer.
  public var place: String? {
    get { rare?.parts.place }
    set { change { $0.place = newValue } }
  }
  /// Several origins in place of `near`: distances are the worst of those from each of them, or their sum.
  public var group: Group? {
    get { rare?.parts.group }
    set { change { $0.group = newValue } }
  }
  /// A way in place of `near`: what lies beside it, in the order of the way.
  public var along: Along? {
    get { rare?.parts.along }
    set { change { $0.along = newValue } }
  }
  /// The greatest distance in meters, included; needs something that distances are measured from.
  public var radius: Double?
  /// The area that listings must lie in, boundary included.
  public var within: BoundingBox?
  /// A further area that listings must lie in, boundary included; needs a catalog opened with an `AreaEngine`.
  public var area: Area? {
    get { rare?.parts.area }
    set { change { $0.area = newValue } }
  }
  /// An area that listings must not lie in; what is on its boundary is in it.
  public var outside: Area? {
    get { rare?.parts.outside }
    set { change { $0.outside = newValue } }
  }
  /// Wanted kinds; nil means the kinds that the time filters speak of, or all.
  public var kinds: Set<Kind>?
  /// Open bars and running events.
  public var open: Opening?
  /// Events that take place then: overlap the window, begin in it or are over.
  public var during: Window?
  /// Which occurrences of an event that recurs are told.
  public var occurrences = Occurrences.first
  /// Couches free for this stay.
  public var stay: Stay?
  /// Wanted and unwanted tags.
  public var tags = TagFilter()
  /// Wanted prices.
  public var price: PriceFilter?
  /// Wanted ratings.
  public var rating: RatingFilter?
  /// Words that must all occur, each as the beginning of a word of the name, address, tags or description; case and diacritics do
  /// not matter.
  public var text: String?
  /// Keys of the order, first one first; the id always decides last. Empty means by distance where `near` is given, else by id.
  public var sort: [SortKey] = []
  /// The most results; not negative.
  public var limit = 20
  /// Continues after the last result of an earlier answer to the same question: its `next`.
  public var after: String?
  /// The Earth that distances are measured on.
  public var metric = Metric.wgs84
  /// Whether the answer counts all matches.
  public var total = false
  /// The instant that `now` means, moved into `Instant.distantPast...distantFuture`; nil leaves it to the caller of `Catalog.answer`.
  public var now: Instant? {
    didSet { now = now.map { min(max($0, .distantPast), .distantFuture) } }
  }
  /// Keys of which no other match may be better in one and at least as good in all: only what no other beats is listed, in the order of
  /// the first key. Empty lists all; not together with `sort` and `after`.
  public var front: [SortKey] {
    get { rare?.parts.front ?? [] }
    set { change { $0.front = newValue } }
  }
  /// Whether an answer with fewer results than `limit` tells which single change would give more; see ``Relaxation``.
  public var relax: Bool {
    get { rare?.parts.relax ?? false }
    set { change { $0.relax = newValue } }
  }
  /// The member who asks, and whose own couches and confirmed stays are where they really are; nil sees only public points. Who answers
  /// for others sets it, and takes it from nobody.
  public var caller: String? {
    get { rare?.parts.caller }
    set { change { $0.caller = newValue } }
  }
  /// What to tell of each result; nil means `Field.standard`.
  public var fields: [Field]?
  /// Counts the matches by cells of a map at this zoom level (`Query.clusterZooms`) instead of listing them.
  public var cluster: Int? {
    get { rare?.parts.cluster }
    set { change { $0.cluster = newValue } }
  }
  /// By what to count all matches, beside the results.
  public var facets: [Facet] {
    get { rare?.parts.facets ?? [] }
    set { change { $0.facets = newValue } }
  }
  /// The most tags that are told with their counts; not negative.
  public var facetLimit: Int {
    get { rare?.parts.facetLimit ?? RareParts.usualFacetLimit }
    set { change { $0.facetLimit = newValue } }
  }
  /// For whom the order `recommended` ranks; of several the one who likes a result least decides.
  public var members: [String] {
    get { rare?.parts.members ?? [] }
    set { change { $0.members = newValue } }
  }
  /// What the order `recommended` heeds beside them; nil means the usual.
  public var recommending: Recommending? {
    get { rare?.parts.recommending }
    set { change { $0.recommending = newValue } }
  }

  /// The wanted words by field; a listing passes with one of them, and not without a value.
  var words: [Field: Set<String>] {
    get { rare?.parts.words ?? [:] }
    set { change { $0.words = newValue } }
  }

  /// What few queries have; nil with the usual values.
  private var rare: RareParts.Box?

  /// Makes the query that asks for everything.
  public init() {}

  /// Whether it has any of what few queries have.
  var hasRareParts: Bool { rare != nil }

  private mutating func change(_ body: (inout RareParts) -> Void) {
    var parts = rare?.parts ?? .usual
    body(&parts)
    rare = parts == .usual ? nil : RareParts.Box(parts)
  }
}

extension Query {
  /// A point in time as a query names it.
  public enum Moment: Hashable, Sendable {
    /// The query's `now`.
    case now
    /// The same instant everywhere.
    case instant(Instant)
    /// What the clock on the wall says where the listing is.
    case local(LocalDateTime)
    /// The next such weekday and time at or after `now`, on the clock where the listing is; minutes from midnight, 0..<1440.
    case weekly(Weekday, minuteOfDay: Int)
  }

  /// Asks for bars that are open, and events that run.
  public struct Opening: Hashable, Sendable {
    /// When it must be open.
    public var at: Moment
    /// Open from `at` without a break until just before this moment; nil asks for the one instant.
    public var until: Moment?
    /// What becomes of bars whose hours nobody knows.
    public var unknown: UnknownPolicy
    /// Sets out from `near` at `at` and asks about the arrival; nil asks about `at` itself. Not together with `until`.
    public var arriving: Travel?
    /// Open for this many minutes from the arrival or from opening on, 0...10 080; not together with `until`.
    public var stayFor: Int?
    /// Also what opens at latest this many minutes after the arrival, 0...10 080; not together with `until`.
    public var waitUpTo: Int?

    /// Makes the filter; the default keeps only what is known to be open.
    public init(
      at: Moment, until: Moment? = nil, unknown: UnknownPolicy = .drop, arriving: Travel? = nil, stayFor: Int? = nil,
      waitUpTo: Int? = nil
    ) {
      self.at = at
      self.until = until
      self.unknown = unknown
      self.arriving = arriving
      self.stayFor = stayFor
      self.waitUpTo = waitUpTo
    }
  }

  /// What becomes of listings whose opening state is unknown.
  public enum UnknownPolicy: String, Codable, CaseIterable, Hashable, Sendable {
    /// Left out, but for an open end (`18:00+`), which is kept.
    case drop
    /// Kept beside those that are open.
    case keep
    /// Only these.
    case only
  }

  /// A time at which events take place.
  public enum Window: Hashable, Sendable {
    /// Overlaps [from, to): the first moment, and the first after the window.
    case between(from: Moment, to: Moment)
    /// A time with a name.
    case named(Name)

    /// Makes the window [from, to).
    public init(from: Moment, to: Moment) { self = .between(from: from, to: to) }

    /// Times with a name, on the clock where the event is.
    public enum Name: String, Codable, CaseIterable, Hashable, Sendable {
      /// Overlaps the day of `now`.
      case today
      /// Overlaps 18:00 to 06:00; before six in the morning it is the night that has begun yesterday.
      case tonight
      /// Overlaps the day after `now`.
      case tomorrow
      /// Overlaps Saturday and Sunday, the present ones or the next.
      case weekend
      /// Has begun and is not over.
      case running
      /// Begins at `now` or later.
      case upcoming
      /// Is over; of an event that recurs the last occurrence.
      case past
    }
  }

  /// Which occurrences of an event that recurs are results.
  public enum Occurrences: String, Codable, CaseIterable, Hashable, Sendable {
    /// One: the first that passes; without a time asked for the present or next one, else the last.
    case first
    /// Each that passes is a result; needs `during` with an end.
    case all
  }

  /// A stay on a couch: on certain nights, or for a number of nights between two dates.
  public struct Stay: Hashable, Sendable {
    /// The nights of the stay, or with `length` those among which it may lie; at most 731.
    public var nights: Nights
    /// How many sleep there; at least 1.
    public var guests: Int
    /// The number of nights of a stay that may lie anywhere among `nights`; nil for a stay that takes all of them.
    public var length: Int?
    /// Whether the stay has the nights of a Friday and the Saturday after it; a stay of one night, either. Needs `length`.
    public var weekend: Bool
    /// Also couches that are free on some of the nights, whatever the numbers of nights that they allow; not together with `length`.
    public var partly: Bool

    /// Makes a stay.
    public init(nights: Nights, guests: Int = 1, length: Int? = nil, weekend: Bool = false, partly: Bool = false) {
      self.nights = nights
      self.guests = guests
      self.length = length
      self.weekend = weekend
      self.partly = partly
    }
  }

  /// Wanted and unwanted tags.
  ///
  /// They are brought into the form in which the catalog keeps tags, and then compared exactly: "Beer Garden" becomes `beer-garden`.
  public struct TagFilter: Hashable, Sendable {
    /// At least one of these; empty asks nothing.
    public var any: [String] { didSet { any = any.map(TagWords.kept) } }
    /// Every one of these.
    public var all: [String] { didSet { all = all.map(TagWords.kept) } }
    /// None of these.
    public var none: [String] { didSet { none = none.map(TagWords.kept) } }

    /// Makes the filter.
    public init(any: [String] = [], all: [String] = [], none: [String] = []) {
      self.any = any.map(TagWords.kept)
      self.all = all.map(TagWords.kept)
      self.none = none.map(TagWords.kept)
    }

    /// Whether it lets everything pass.
    public var isEmpty: Bool { any.isEmpty && all.isEmpty && none.isEmpty }
  }

  /// Wanted prices; a listing without the value asked for does not pass.
  public struct PriceFilter: Hashable, Sendable {
    /// The least amount in major units, included.
    public var min: Double?
    /// The greatest amount in major units, included.
    public var max: Double?
    /// Only prices in this currency (ISO 4217), and what is free; nil compares amounts whatever their currency.
    public var currency: String?
    /// The highest price level, 1...4, included.
    public var maxLevel: Int?

    /// Whether an amount of money is asked for.
    var asksForAmount: Bool { min != nil || max != nil || currency != nil }

    /// Makes the filter.
    public init(min: Double? = nil, max: Double? = nil, currency: String? = nil, maxLevel: Int? = nil) {
      self.min = min
      self.max = max
      self.currency = currency
      self.maxLevel = maxLevel
    }
  }

  /// Wanted ratings; a listing without a rating does not pass.
  public struct RatingFilter: Hashable, Sendable {
    /// The least mean rating, included.
    public var min: Double?
    /// The least number of ratings, included.
    public var minCount: Int?

    /// Makes the filter.
    public init(min: Double? = nil, minCount: Int? = nil) {
      self.min = min
      self.minCount = minCount
    }
  }

  /// A key of the order of results. What lacks the value comes last.
  public enum SortKey: String, Codable, CaseIterable, Hashable, Sendable {
    /// Nearest first; needs `near`.
    case distance
    /// Cheapest first, by the amount in major units.
    case price
    /// Best first by the vote-aware mean: few votes count towards the mean of the catalog.
    case rating = "-rating"
    /// Earliest start of the event first.
    case start
    /// What is open first, then what opens soonest, then what never does or is unknown.
    case open
    /// By name, ignoring case and diacritics.
    case name
    /// Best match of `text` first; needs `text`.
    case relevance
    /// In the order of the way; needs `along`.
    case route
    /// Where the ways of a group differ least first; needs `group`.
    case spread
    /// What the members will probably like first; needs `members`, and stands alone.
    case recommended
  }
}

extension Field {
  /// What is said of a result when the query does not choose.
  public static let standard: [Field] = [
    .id, .kind, .name, .lat, .lon, .distance, .tags, .price, .currency, .rating, .ratingCount, .open, .opensOrCloses,
    .starts, .ends, .guests,
  ]
}
