import ArgumentParser
import CommandSupport

/// The region of a query.
struct PlaceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      The origin: latitude and longitude in degrees, such as 48.7758,9.1829 or -33.9,151.2, or the name of a place, \
      such as "Paris, US" (see gazetteer).
      """,
      valueName: "lat,lon"))
  var near: [String] = []

  @Option(help: ArgumentHelp("The maximum distance: 500m, 2km, 1mi, or meters.", valueName: "distance"))
  var radius: String?

  @Option(
    help: ArgumentHelp(
      "Only inside this box of degrees; west > east crosses the 180th meridian.", valueName: "west,south,east,north"
    ))
  var bbox: String?

  @Option(
    help: ArgumentHelp(
      "Only in this area: a GeoJSON or WKT file, WKT itself, or the name of an area in the catalog.", valueName: "area")
  )
  var within: String?

  @Option(help: ArgumentHelp("Only outside this area: a file, WKT, or a name.", valueName: "area", visibility: .hidden))
  var outside: String?

  @Option(help: ArgumentHelp("The figure of the Earth: wgs84 or sphere.", visibility: .hidden))
  var metric: String?
}

/// The filters of a query.
struct FilterOptions: ParsableArguments {
  /// For the overviews of commands that search.
  static let statusNote =
    "Places that are not in business are left out; --operating-status closed,planned asks for them."

  @Option(help: ArgumentHelp("bar, event or couch; repeat it or join several with commas.", valueName: "kind"))
  var kind: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Open bars and events that are on: now (also without a value), 22:30, "Sa 22:30", 2026-11-27T22:30 or an \
      instant; throughout a span "Sa 22:30..03:00"; or some time today, tonight, tomorrow, weekend, "this week", "next \
      week", Sa, Fr..Su, 2026-11-28.
      """, valueName: "when"))
  var open: String?

  @Option(
    help: ArgumentHelp(
      "Bars with unknown hours: drop, keep or only (with --open).", valueName: "policy", visibility: .hidden))
  var unknown: String?

  @Option(
    help: ArgumentHelp(
      "Open on arrival from LAT,LON: walking, cycling, driving, or meters per second.",
      valueName: "speed", visibility: .hidden))
  var arriving: String?

  @Option(help: ArgumentHelp("Open for at least this long from then on.", valueName: "minutes", visibility: .hidden))
  var stayFor: String?

  @Option(help: ArgumentHelp("Also if it opens at most this much later.", valueName: "minutes", visibility: .hidden))
  var waitUpTo: String?

  @Option(
    help: ArgumentHelp(
      """
      Events that overlap this time: 2026-11-28, Sa, Fr..Su, 2026-11-27T18:00..2026-11-28T04:00, "Sa 20:00..03:00", \
      2026-12-01.. without an end, or today, tonight, tomorrow, weekend, "this week", "next week", running, upcoming, \
      past.
      """, valueName: "when"))
  var during: String?

  @Option(
    help: ArgumentHelp(
      "Of recurring events: the first matching occurrence, or all (with --during).", valueName: "first|all",
      visibility: .hidden))
  var occurrences: String?

  @Option(
    help: ArgumentHelp(
      """
      Couches free from arrival to departure, such as 2026-12-01..2026-12-05, for one night 2026-12-01, or tonight, \
      tomorrow, weekend, "next weekend".
      """, valueName: "nights"))
  var stay: String?

  @Option(
    help: ArgumentHelp("Couches free for this many nights (with --between).", valueName: "count", visibility: .hidden))
  var nights: String?

  @Option(
    help: ArgumentHelp(
      "The range of dates for a stay of --nights, such as 2026-12-01..2026-12-20.", valueName: "from..to",
      visibility: .hidden))
  var between: String?

  @Flag(help: ArgumentHelp("Only stays that include a Friday and Saturday night (with --nights).", visibility: .hidden))
  var weekend = false

  @Flag(
    help: ArgumentHelp("Also couches that are free for only some of the nights (with --stay).", visibility: .hidden))
  var partly = false

  @Option(help: ArgumentHelp("The number of guests (with --stay or --nights; default 1).", valueName: "count"))
  var guests: String?

  @Option(help: ArgumentHelp("Must have this tag; repeat it or join several with commas.", valueName: "tag"))
  var tag: [String] = []

  @Option(help: ArgumentHelp("Must have at least one of these tags.", valueName: "tag", visibility: .hidden))
  var anyTag: [String] = []

  @Option(help: ArgumentHelp("Must not have this tag.", valueName: "tag"))
  var noTag: [String] = []

  @Option(
    help: ArgumentHelp("The minimum price in major units, such as euros.", valueName: "amount", visibility: .hidden))
  var minPrice: String?

  @Option(help: ArgumentHelp("The maximum price in major units, such as euros.", valueName: "amount"))
  var maxPrice: String?

  @Option(
    help: ArgumentHelp(
      "The minimum price of a night of the stay (with --stay or --nights).", valueName: "amount", visibility: .hidden))
  var minNightPrice: String?

  @Option(
    help: ArgumentHelp("The maximum price of a night of the stay (with --stay or --nights).", valueName: "amount"))
  var maxNightPrice: String?

  @Option(
    help: ArgumentHelp(
      "Only prices in this currency, such as EUR, or free; of a night if only its price has a bound.",
      valueName: "code", visibility: .hidden))
  var currency: String?

  @Option(help: ArgumentHelp("The maximum price level, 1 to 4.", valueName: "level", visibility: .hidden))
  var maxLevel: String?

  @Option(
    help: ArgumentHelp(
      "Accessible in a wheelchair: yes, limited or no; repeat it or join several with commas.", valueName: "word",
      visibility: .hidden))
  var accessible: [String] = []

  @Option(
    help: ArgumentHelp(
      "In business: open, temporarily-closed, closed or planned; repeat it or join several with commas (default: open).",
      valueName: "word", visibility: .hidden))
  var operatingStatus: [String] = []

  @Option(help: ArgumentHelp("The minimum mean rating, 0 to 5.", valueName: "rating"))
  var minRating: String?

  @Option(help: ArgumentHelp("The minimum number of ratings.", valueName: "count", visibility: .hidden))
  var minVotes: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Words that name, address, tags or description must contain, as whole words or prefixes; also "a phrase" OR \
      another, -without.
      """, valueName: "words"))
  var text: String?

  @Option(
    help: ArgumentHelp(
      """
      The most typing errors assumed in a word of --text, 0 to 2, also in words that occur; without it some in words \
      that do not.
      """, valueName: "count", visibility: .hidden))
  var typos: String?

  @Option(
    help: ArgumentHelp(
      "Hosted by this member; repeat it or join several with commas.", valueName: "name", visibility: .hidden))
  var host: [String] = []

  @Option(
    help: ArgumentHelp("Not hosted by this member, such as the one who asks.", valueName: "name", visibility: .hidden))
  var notHost: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      A tree of conditions as CQL2 text or JSON, such as "price < 20 AND (a_contains(tags,('jazz')) OR rating >= 4.5)"; \
      see docs/filters.md. Of several all must hold.
      """, valueName: "expression"))
  var filter: [String] = []
}

/// Order, limit and fields.
struct OrderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      best, distance, price, stayPrice, nightPrice, rating, votes, start, end, open, name, added, changed, relevance, route, \
      spread, own fields, or several joined with commas; after a minus sign the greatest first, such as -rating; or \
      recommended.
      """,
      valueName: "keys"))
  var sort: String?

  @Option(
    help: ArgumentHelp(
      "Only the Pareto front by these keys, such as distance,price,-rating.", valueName: "keys", visibility: .hidden))
  var front: String?

  @Flag(
    help: ArgumentHelp(
      "If there are fewer results than the limit, print the single changes that would give more.", visibility: .hidden))
  var relax = false

  @Option(help: ArgumentHelp("The maximum number of results (default 20).", valueName: "count"))
  var limit: String?

  @Option(help: ArgumentHelp("Continue an earlier answer by its cursor.", valueName: "cursor", visibility: .hidden))
  var after: String?

  @Flag(help: "Count all matches.")
  var total = false

  @Option(help: ArgumentHelp("The fields of each result, such as id,name,distance.", valueName: "fields"))
  var fields: String?

  @Option(
    help: ArgumentHelp(
      "Names in this language, where listings have them: en, de, zh-Hant.", valueName: "tag", visibility: .hidden))
  var language: String?
}

/// The parts of a query on the command line.
protocol QueryArguments {
  var place: PlaceOptions { get }
  var filter: FilterOptions { get }
  var order: OrderOptions { get }
  var wishes: RecommendationOptions { get }
  var views: ViewOptions { get }
  var clock: ClockOptions { get }
  var asking: CallerOptions { get }
}

/// A whole query on the command line.
struct QueryOptions: ParsableArguments, QueryArguments {
  @OptionGroup(title: "Where") var place: PlaceOptions
  @OptionGroup(title: "What") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: OrderOptions
  @OptionGroup(title: "Recommending") var wishes: RecommendationOptions
  @OptionGroup(title: "Overview") var views: ViewOptions
  @OptionGroup(title: "Time") var clock: ClockOptions
  @OptionGroup(title: "Who") var asking: CallerOptions
}
