import ArgumentParser
import CivilTime
import Geography
import Streams
import Vicinity
import VicinityFormats

/// Finds pub crawls.
struct CrawlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crawl",
    abstract: "Plan a pub crawl: several bars in sequence, each open on arrival and for the whole stay.",
    discussion: """
      Each is within walking distance of the previous place; the crawl starts from --from at --start.

      Examples:
        vicinity crawl --from 48.7758,9.1829 --start 20:00
        vicinity crawl --from 48.7758,9.1829 --start "Sa 20:00" --stops 4 --stay 45min --walk 600m --tag cocktails
      """)

  @Option(help: ArgumentHelp("The starting point: latitude and longitude.", valueName: "lat,lon"))
  var from: String

  @Option(
    help: ArgumentHelp(
      "When: 20:00 (the next one there), \"Sa 20:00\", 2026-11-27T20:00, an instant, or now (default).",
      valueName: "when"))
  var start = "now"

  @Option(help: ArgumentHelp("The number of bars, 1 to 10 (default 3).", valueName: "count"))
  var stops: String?

  @Option(help: ArgumentHelp("The stay at each: 60min, 1h (default 60min).", valueName: "time"))
  var stay: String?

  @Option(
    help: ArgumentHelp("The maximum distance between places: 500m, 2km (default 1km).", valueName: "distance"))
  var walk: String?

  @Option(help: ArgumentHelp("A tag of every bar; repeat it or join several with commas.", valueName: "tag"))
  var tag: [String] = []

  @Option(help: ArgumentHelp("A tag that no bar may have.", valueName: "tag"))
  var noTag: [String] = []

  @Option(help: ArgumentHelp("The maximum total price of a drink at each bar, in major units.", valueName: "amount"))
  var maxPrice: String?

  @Option(help: ArgumentHelp("Only prices in this currency, such as EUR, or free.", valueName: "code"))
  var currency: String?

  @Option(help: ArgumentHelp("The minimum mean rating of every bar, 0 to 5.", valueName: "rating"))
  var minRating: String?

  @Option(help: ArgumentHelp("The maximum number of crawls (default 3).", valueName: "count"))
  var limit: String?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var distances: DistanceOptions
  @OptionGroup(title: "Time") var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws { try output.refuseMaps() }

  func run() throws {
    let query = try OptionNames.crawl.speaking { try Query(json: .object(try form())) }
    guard let place = query.near else { throw ValidationError("give --from LAT,LON") }
    let now = try clock.instant
    let catalog = try catalog.open()
    var request = BarItineraryRequest(from: place, start: try instant(catalog, place, now))
    (request.tags, request.rating) = (query.tags, query.rating)
    (request.maxPrice, request.currency) = (query.price?.max, query.price?.currency)
    if let walk = query.radiusMeters { request.walkMeters = walk }
    if limit != nil { request.limit = query.limit }
    if let stops { request.stops = try Self.whole(stops, of: "--stops") }
    if let stay { request.stayMinutes = try Self.minutes(stay) }
    try write(try OptionNames.crawl.speaking { try catalog.barItineraries(request) }, request, now)
  }

  private func write(_ crawls: [BarItinerary], _ request: BarItineraryRequest, _ now: Instant) throws {
    if output.resolved == .table {
      let texts = crawls.enumerated().map {
        "\($0 + 1). \($1.text(at: now, style: Console.tableStyle, units: distances.units))"
      }
      try Console.output.write(Array(texts.joined(separator: "\n").utf8))
    } else {
      for crawl in crawls { try Console.write(crawl.json) }
    }
    guard crawls.isEmpty, request.limit > 0 else { return }
    let walk = Distance.meters(request.walkMeters).text(in: distances.units)
    Console.say(
      "no crawl: there are not \(request.stops) bars, each within \(walk) of the one before and open for "
        + "\(request.stayMinutes) min. Try fewer --stops, a longer --walk, a shorter --stay or another --start.")
  }

  private func form() throws -> JSONObject {
    let degrees = try Degrees.parse(from, count: 2, form: "--from", example: "48.7758,9.1829")
    var form = JSONObject([
      ("near", .object(JSONObject([("lat", .double(degrees[0])), ("lon", .double(degrees[1]))])))
    ])
    form["radius"] = try walk.map { .double(try $0.meters(of: "--walk")) }
    var tags = JSONObject()
    tags["all"] = tag.wordsIfAny
    tags["none"] = noTag.wordsIfAny
    if !tags.members.isEmpty { form["tags"] = .object(tags) }
    var price = JSONObject()
    price["max"] = maxPrice?.numberForm
    price["currency"] = currency.map { .string($0) }
    if !price.members.isEmpty { form["price"] = .object(price) }
    form["rating"] = minRating.map { .object(JSONObject([("min", $0.numberForm)])) }
    form["limit"] = limit?.numberForm
    return form
  }

  /// The starting instant, in the local time of the listing nearest to the starting point.
  private func instant(_ catalog: Catalog, _ place: Coordinate, _ now: Instant) throws -> Instant {
    let zone = try catalog.zone(near: place, at: now) ?? .utc
    let parts = start.split(separator: ":")
    if parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]) {
      guard (0..<24).contains(hour), (0..<60).contains(minute) else {
        throw ValidationError("--start: \"\(start)\" is not a time; write 20:00, \"Sa 20:00\" or 2026-11-27T20:00")
      }
      return next(hour * 3600 + minute * 60, in: zone, now)
    }
    return try Query.Moment(parsing: start, path: "--start").instant(on: zone, at: now)
  }

  private func next(_ second: Int, in zone: Zone, _ now: Instant) -> Instant {
    let today = zone.localDateTime(at: now).date
    let candidates = (0...1).map { zone.instant(of: LocalDateTime(date: today + $0, secondOfDay: second)) }
    return candidates[0] >= now ? candidates[0] : candidates[1]
  }

  private static func whole(_ text: String, of option: String) throws -> Int {
    guard let number = Int(text.asTyped) else {
      throw ValidationError("\(option): \"\(text.asTyped)\" is not a whole number")
    }
    return number
  }

  private static func minutes(_ text: String) throws -> Int {
    let units = [("min", 1), ("h", 60), ("", 1)]
    for (unit, minutes) in units where text.hasSuffix(unit) {
      let digits = text.dropLast(unit.count).filter { $0 != " " }
      if let number = Int(digits), number <= 100_000 { return number * minutes }
    }
    throw ValidationError("--stay: \"\(text.asTyped)\" is not a time; write 60min, 1h or a number of minutes")
  }
}
