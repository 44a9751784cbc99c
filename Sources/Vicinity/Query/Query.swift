import CivilTime
import Geography

/// A query to the catalog: where, when, what, in which order.
///
/// The same value for the library, a batch line, a command line and a server. Every part is optional and narrows the
/// answer; an empty query means all listings, by id. See `docs/queries.md` for the JSON form.
public struct Query: Hashable, Sendable {
  /// Repeated in the answer to identify it.
  public var id: String?
  /// The origin of distances.
  public var near: Coordinate?
  /// The name of a place whose coordinate becomes `near`, such as "Paris, US"; the catalog resolves it with its
  /// gazetteer.
  public var place: String? {
    get { rare?.parts.place }
    set { change { $0.place = newValue } }
  }
  /// The full name of the place that `near` is the coordinate of, once its name has been looked up.
  var foundPlace: String? {
    get { rare?.parts.foundPlace }
    set { change { $0.foundPlace = newValue } }
  }
  /// Several origins instead of `near`: distances are the maximum or the sum of those from each of them.
  public var group: Group? {
    get { rare?.parts.group }
    set { change { $0.group = newValue } }
  }
  /// A route instead of `near`: finds listings along it.
  public var along: Along? {
    get { rare?.parts.along }
    set { change { $0.along = newValue } }
  }
  /// The maximum distance in meters, inclusive; needs an origin, a group or a route.
  public var radiusMeters: Double?
  /// The area that listings must lie in, boundary included.
  public var within: BoundingBox?
  /// An additional area that listings must lie in, boundary included; needs a catalog opened with an `AreaEngine`.
  public var area: Area? {
    get { rare?.parts.area }
    set { change { $0.area = newValue } }
  }
  /// An area that listings must not lie in; its boundary is part of it.
  public var outside: Area? {
    get { rare?.parts.outside }
    set { change { $0.outside = newValue } }
  }
  /// Wanted kinds; nil means the kinds that the time filters apply to, or all.
  public var kinds: Set<Kind>?
  /// Open bars and events that are on.
  public var open: Opening?
  /// Events that take place then. Without it, `open` and a filter on times, events that are over are left out.
  public var during: Window?
  /// Which occurrences of a recurring event are returned.
  public var occurrences = Occurrences.first
  /// Couches free for this stay.
  public var stay: Stay?
  /// Wanted and unwanted tags.
  public var tags = TagFilter()
  /// Wanted prices.
  public var price: PriceFilter?
  /// Wanted prices of a night of `stay`, which it needs.
  public var nightPrice: NightPriceFilter? {
    get { rare?.parts.nightPrice }
    set { change { $0.nightPrice = newValue } }
  }
  /// Wanted ratings.
  public var rating: RatingFilter?
  /// Words that must all occur, each as a word or prefix in the name, address, tags or description; also `"phrases"`,
  /// `OR` between alternatives, and `-exclusions`. Case, diacritics, strokes, ligatures and width are ignored.
  public var text: String?
  /// The maximum number of typing errors assumed in a word of `text`, 0 to 2, also in words that occur; 0 for none.
  /// Nil assumes some only in words with which no word of the catalog begins: one from four letters, two from eight.
  /// Phrases, exclusions and words with digits are always exact.
  public var typos: Int? {
    get { rare?.parts.typos }
    set { change { $0.typos = newValue } }
  }
  /// The language of names in the answer, as a tag of BCP 47 such as `en`; a listing without a name in it is shown with
  /// its own name.
  public var language: String?
  /// The sort keys, most significant first; the id always comes last. Empty means the best match first with `text`, by
  /// distance with `near`, else by id.
  public var sort: [SortKey] = []
  /// The maximum number of results; not negative.
  public var limit = 20
  /// Continues after the last result of an earlier answer to the same query: its `next`.
  public var after: String?
  /// The figure of the Earth.
  public var metric = Metric.wgs84
  /// Whether the answer counts all matches.
  public var total = false
  /// The instant that `now` refers to, clamped to `Instant.distantPast...distantFuture`; nil uses that of
  /// `Catalog.answer`.
  public var now: Instant? {
    didSet { now = now.map { min(max($0, .distantPast), .distantFuture) } }
  }
  /// Sort keys of a Pareto front: only matches that no other dominates are listed, in the order of the first key. Empty
  /// lists all matches; cannot be combined with `sort` and `after`.
  public var paretoFront: [SortKey] {
    get { rare?.parts.paretoFront ?? [] }
    set { change { $0.paretoFront = newValue } }
  }
  /// Whether an answer with fewer results than `limit` includes the single changes that would give more; see
  /// ``Relaxation``.
  public var relax: Bool {
    get { rare?.parts.relax ?? false }
    set { change { $0.relax = newValue } }
  }
  /// The member who runs the query, and sees the exact locations of couches that they host or have a confirmed stay at;
  /// nil sees only public points. Set by the server after authentication; never take it from client input.
  public var caller: String? {
    get { rare?.parts.caller }
    set { change { $0.caller = newValue } }
  }
  /// The fields of each result; nil means `Field.standard`.
  public var fields: [Field]?
  /// The custom fields of the catalog that each result also has (``OwnField``), after `fields`.
  public var ownFields: [String] {
    get { rare?.parts.ownFields ?? [] }
    set { change { $0.ownFields = newValue } }
  }
  /// Counts the matches by map cell at this zoom level (`Query.clusterZooms`) instead of listing them.
  public var cluster: Int? {
    get { rare?.parts.cluster }
    set { change { $0.cluster = newValue } }
  }
  /// The facets by which all matches are counted, in addition to the results.
  public var facets: [Facet] {
    get { rare?.parts.facets ?? [] }
    set { change { $0.facets = newValue } }
  }
  /// The maximum number of tags with counts; not negative.
  public var facetLimit: Int {
    get { rare?.parts.facetLimit ?? RareParts.usualFacetLimit }
    set { change { $0.facetLimit = newValue } }
  }
  /// The members that `recommended` ranks for; for several, the lowest score is used.
  public var members: [String] {
    get { rare?.parts.members ?? [] }
    set { change { $0.members = newValue } }
  }
  /// The parameters of `recommended`; nil means the defaults.
  public var recommending: Recommending? {
    get { rare?.parts.recommending }
    set { change { $0.recommending = newValue } }
  }

  /// The weights of the order `best`; nil means the defaults. Other orders ignore them.
  public var bestMatch: BestMatchWeights? {
    get { rare?.parts.bestMatch }
    set { change { $0.bestMatch = newValue } }
  }

  /// A tree of conditions, in addition to all others.
  public var filter: FilterExpression? {
    get { rare?.parts.filter }
    set { change { $0.filter = newValue } }
  }

  /// The wanted words by field; a listing passes with one of them, but not without a value.
  var words: [Field: Set<String>] {
    get { rare?.parts.words ?? [:] }
    set { change { $0.words = newValue } }
  }

  /// Rarely used parts; nil for the defaults.
  private(set) var rare: RareParts.Box?

  /// Makes a query for everything.
  public init() {}

  /// Whether it has any rarely used parts.
  var hasRareParts: Bool { rare != nil }

  /// Changes rarely used parts.
  mutating func change(_ body: (inout RareParts) -> Void) {
    var parts = rare?.parts ?? .usual
    body(&parts)
    rare = parts == .usual ? nil : RareParts.Box(parts)
  }
}

extension Query {
  /// A point in time in a query.
  public enum Moment: Hashable, Sendable {
    /// The query's `now`.
    case now
    /// The same instant everywhere.
    case instant(Instant)
    /// A local time of the listing.
    case local(LocalDateTime)
    /// The next such weekday and time at or after `now`, in the listing's local time; minutes from midnight, 0..<1440.
    case weekly(Weekday, minuteOfDay: Int)
    /// The next such time at or after `now`, in the listing's local time; minutes from midnight, 0..<1440.
    case daily(minuteOfDay: Int)
  }

  /// Selects bars that are open, and events that are on.
  public struct Opening: Hashable, Sendable {
    /// The time at which it must be open.
    public var at: Moment
    /// The end of a time span, exclusive, throughout which it must be open; nil for the single instant `at`.
    public var until: Moment?
    /// Open at some time in this window, from `now` on, instead of at `at`; not with `until`, `arriving` and
    /// `waitMinutes`.
    public var sometime: Window?
    /// How to treat bars with unknown hours.
    public var unknown: UnknownPolicy
    /// The mode of travel when departing from `near` at `at`, to test the time of arrival; nil tests `at` itself. Not
    /// with `until`.
    public var arriving: Travel?
    /// Open for this many minutes from the arrival or the opening on, 0...10 080; not with `until`.
    public var stayMinutes: Int?
    /// Also if it opens at most this many minutes after the arrival, 0...10 080; not with `until`.
    public var waitMinutes: Int?

    /// Makes the filter; by default it keeps only listings known to be open.
    public init(
      at: Moment, until: Moment? = nil, unknown: UnknownPolicy = .drop, arriving: Travel? = nil,
      stayMinutes: Int? = nil, waitMinutes: Int? = nil
    ) {
      self.at = at
      self.until = until
      self.unknown = unknown
      self.arriving = arriving
      self.stayMinutes = stayMinutes
      self.waitMinutes = waitMinutes
    }

    /// Makes the filter that a listing is open at some time in a window.
    public init(sometime window: Window, unknown: UnknownPolicy = .drop, stayMinutes: Int? = nil) {
      self.init(at: .now, unknown: unknown, stayMinutes: stayMinutes)
      sometime = window
    }
  }

  /// How to treat listings with an unknown opening state.
  public enum UnknownPolicy: String, Codable, CaseIterable, Hashable, Sendable {
    /// Left out, except for an open end (`18:00+`), which passes.
    case drop
    /// Kept in addition to open ones.
    case keep
    /// Only unknown ones.
    case only
  }

  /// A time span in which events take place.
  public enum Window: Hashable, Sendable {
    /// Overlaps the half-open window [from, to).
    case between(from: Moment, to: Moment)
    /// Is not over at this time.
    case from(Moment)
    /// Overlaps these whole days, the current or the next such days in the event's local time.
    case weekdays(Weekday, through: Weekday)
    /// A named time span.
    case named(Name)

    /// Makes the window [from, to).
    public init(from: Moment, to: Moment) { self = .between(from: from, to: to) }

    /// Named time spans, in the event's local time.
    public enum Name: String, Codable, CaseIterable, Hashable, Sendable {
      /// Overlaps the day of `now`.
      case today
      /// Overlaps 18:00 to 06:00; before six in the morning, the night of the previous day.
      case tonight
      /// Overlaps the day after `now`.
      case tomorrow
      /// Overlaps Saturday and Sunday, the current or the next.
      case weekend
      /// Overlaps the days from Monday to Sunday around `now`.
      case thisWeek = "this week"
      /// Overlaps the days from Monday to Sunday after those.
      case nextWeek = "next week"
      /// Has begun and is not over.
      case running
      /// Begins at `now` or later.
      case upcoming
      /// Is over; for a recurring event, the last occurrence.
      case past
      /// At any time: also events that are over, which are left out otherwise.
      case any
    }
  }

  /// Which occurrences of a recurring event are results.
  public enum Occurrences: String, Codable, CaseIterable, Hashable, Sendable {
    /// One: the first that passes; without a time filter the current or next one, else the last.
    case first
    /// Each that passes is a result; needs `during` with an end.
    case all
  }

  /// A stay on a couch: on certain nights, or for a number of nights between two dates.
  public struct Stay: Hashable, Sendable {
    /// The nights of the stay, or with `nightCount` those among which it may lie; at most 731.
    public var nights: Nights
    /// The number of guests, at least 1.
    public var guests: Int
    /// The number of nights of a stay anywhere within `nights`; nil for a stay of all of them.
    public var nightCount: Int?
    /// Whether the stay has the nights of a Friday and the Saturday after it; a stay of one night, either. Needs
    /// `nightCount`.
    public var weekend: Bool
    /// Nights by a word, relative to `now`: a query with it gets its `nights` when it is planned.
    public var word: Word?
    /// Also couches that are free on some of the nights, whatever the numbers of nights that they allow; not together
    /// with `nightCount`.
    public var partly: Bool
    /// Whether it only selects the nights for prices, and couches that are not free pass; for single conditions of a
    /// query.
    package var isOnlyPriced = false

    /// Makes a stay.
    public init(
      nights: Nights, guests: Int = 1, nightCount: Int? = nil, weekend: Bool = false, partly: Bool = false
    ) {
      self.nights = nights
      self.guests = guests
      self.nightCount = nightCount
      self.weekend = weekend
      self.partly = partly
    }

    /// Makes a stay on the nights of a word.
    public init(_ word: Word, guests: Int = 1, partly: Bool = false) {
      self.init(nights: word.nights(on: LocalDate(dayNumber: 0)), guests: guests, partly: partly)
      self.word = word
    }

    /// Words for nights.
    public enum Word: String, Codable, CaseIterable, Hashable, Sendable {
      /// The night of the day of `now`.
      case tonight
      /// The night of the day after it.
      case tomorrow
      /// The nights of the current or next Friday and Saturday; on a Saturday only that night.
      case weekend
      /// The nights of the following weekend.
      case nextWeekend = "next weekend"
    }
  }

  /// Wanted and unwanted tags.
  ///
  /// Normalized to the form stored in the catalog and then compared exactly: "Beer Garden" becomes `beer-garden`.
  public struct TagFilter: Hashable, Sendable {
    /// At least one of these; empty for no condition.
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

    /// Whether everything passes.
    public var isEmpty: Bool { any.isEmpty && all.isEmpty && none.isEmpty }
  }

  /// Wanted prices; a listing without the tested value does not pass.
  public struct PriceFilter: Hashable, Sendable {
    /// The minimum amount in major units, inclusive.
    public var min: Double?
    /// The maximum amount in major units, inclusive.
    public var max: Double?
    /// Only prices in this currency (ISO 4217), or free; nil compares amounts regardless of currency.
    public var currency: String?
    /// The maximum price level, 1...4, inclusive.
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

  /// Wanted prices of a night of the stay: of each night the price that it has, divided by their number.
  ///
  /// A bound is compared exactly: a stay passes `max` if it costs at most `max` times the number of its nights. For a
  /// stay of some nights between two dates, the cheapest free one is used. Listings without such a price do not pass:
  /// bars, events, and couches with a night of unknown price.
  public struct NightPriceFilter: Hashable, Sendable {
    /// The minimum amount in major units, inclusive.
    public var min: Double?
    /// The maximum amount in major units, inclusive.
    public var max: Double?
    /// Only prices in this currency (ISO 4217), or free; nil compares amounts regardless of currency.
    public var currency: String?

    /// Makes the filter.
    public init(min: Double? = nil, max: Double? = nil, currency: String? = nil) {
      self.min = min
      self.max = max
      self.currency = currency
    }
  }

  /// Wanted ratings; a listing without a rating does not pass.
  public struct RatingFilter: Hashable, Sendable {
    /// The minimum mean rating, inclusive.
    public var min: Double?
    /// The minimum number of ratings, inclusive.
    public var minCount: Int?

    /// Makes the filter.
    public init(min: Double? = nil, minCount: Int? = nil) {
      self.min = min
      self.minCount = minCount
    }
  }
}

extension Field {
  /// The fields of a result when the query does not choose.
  public static let standard: [Field] = [
    .id, .kind, .name, .lat, .lon, .distance, .tags, .price, .currency, .rating, .ratingCount, .open, .opensOrCloses,
    .starts, .ends, .status, .guests,
  ]
}
