import ArgumentParser
import CivilTime
import CommandSupport
import Geography
import Streams
import Vicinity
import VicinityFormats

/// Finds pub crawls.
struct CrawlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crawl",
    abstract: "Plan a pub crawl: several bars in sequence, each open on arrival and for the whole stay.",
    usage: "vicinity crawl --from <lat,lon> [--start <when>] [<options>]",
    discussion: """
      Each is within walking distance of the previous place; the crawl starts from --from at --start.

      Examples:
        vicinity crawl --from 48.7758,9.1829 --start 20:00
        vicinity crawl --from 48.7758,9.1829 --start "Sa 20:00" --stops 4 \\
          --stay 45min --walk 600m --tag cocktails
      """)

  @Option(help: ArgumentHelp("The starting point: a coordinate, or the name of a city.", valueName: "lat,lon"))
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

  @Option(
    help: ArgumentHelp("A tag of every bar; repeat it or join several with commas.", valueName: "tag"),
    completion: .tags)
  var tag: [String] = []

  @Option(help: ArgumentHelp("A tag that no bar may have.", valueName: "tag"), completion: .tags)
  var noTag: [String] = []

  @Option(help: ArgumentHelp("The maximum total price of a drink at each bar, in major units.", valueName: "amount"))
  var maxPrice: String?

  @Option(help: ArgumentHelp("Only prices in this currency, such as EUR, and free ones.", valueName: "code"))
  var currency: String?

  @Option(help: ArgumentHelp("The minimum mean rating of every bar, 0 to 5.", valueName: "rating"))
  var minRating: String?

  @Option(name: .limit, help: ArgumentHelp("The maximum number of crawls (default 3).", valueName: "count"))
  var limit: String?

  @OptionGroup(title: "Output") var output: ReportOptions
  @OptionGroup(title: "Output") var distances: DistanceOptions
  @OptionGroup(title: "Time") var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let now = try clock.instant
    let form = try form()
    let catalog = try catalog.open()
    let request = try OptionNames.crawl.speaking { try BarItineraryRequest(json: form, at: now, in: catalog) }
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
      "no crawl: cannot find \(request.stops) bars, each within \(walk) of the previous one and open for "
        + "\(request.stayMinutes) min. Try fewer --stops, a longer --walk, a shorter --stay or another --start.")
  }

  private func form() throws -> JSONValue {
    var form = JSONObject([
      ("near", try TextForm.place(from, at: "--from")),
      ("start", .string(start)),
    ])
    form["stops"] = stops?.numberForm
    form["stay"] = try stay.map { .int(Int64(try Self.minutes($0))) }
    form["walk"] = try walk.map { .double(try TextForm.meters($0, at: "--walk")) }
    var wanted = JSONObject()
    for (key, tags) in [("all", tag), ("none", noTag)] where !tags.isEmpty {
      wanted[key] = try TextForm.words().value(of: tags, at: "tags.\(key)")
    }
    if !wanted.members.isEmpty { form["tags"] = .object(wanted) }
    form["maxPrice"] = maxPrice?.numberForm
    form["currency"] = currency.map { .string($0) }
    form["rating"] = minRating.map { .object(JSONObject([("min", $0.numberForm)])) }
    form["limit"] = limit?.numberForm
    return .object(form)
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
