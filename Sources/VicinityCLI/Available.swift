import ArgumentParser
import Vicinity

/// Says whether a listing can be had at a time.
struct Available: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say whether a couch is free, a bar open or an event on, and what is in the way.",
    discussion: """
      Examples:
        vicinity available couch-3 --from 2026-12-01 --to 2026-12-05 --guests 2
        vicinity available bar-1 --at "Sa 22:30"
        vicinity available event-9 --during 2026-11-27T18:00..2026-11-28T04:00
      """)

  @Argument(help: "The id of the listing.")
  var id: String

  @Option(help: ArgumentHelp("The day of arrival.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("The day of departure.", valueName: "date"))
  var to: String?

  @Option(help: ArgumentHelp("How many sleep there (default 1).", valueName: "count"))
  var guests: String?

  @Option(
    help: ArgumentHelp("When it should be open: now, an instant, a local time, or \"Sa 22:30\".", valueName: "when"))
  var at: String?

  @Option(help: ArgumentHelp("When the event should be on.", valueName: "from..to"))
  var during: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    let ways = [from ?? to ?? guests, at, during].compactMap { $0 }
    if ways.count > 1 { throw ValidationError("give either --from and --to, or --at, or --during") }
    if (from == nil) != (to == nil) { throw ValidationError("a stay needs both --from and --to") }
    if guests != nil, from == nil { throw ValidationError("--guests belongs to a stay; add --from and --to") }
    if let format = output.format, format != .table, format != .jsonl {
      throw ValidationError("available writes table or jsonl, not \(format.rawValue)")
    }
  }

  func run() throws {
    let request = try request()
    let now = try clock.instant
    let catalog = try catalog.open()
    guard let listing = try catalog.listing(id) else {
      throw CatalogError.unknownListing(id: id, similar: try catalog.similarIds(to: id, limit: 3))
    }
    let availability = try catalog.availability(of: id, for: request, at: now)
    let report = AvailabilityReport(availability, of: listing, at: now)
    try Console.write(output.resolved == .table ? report.text : report.json.text)
  }

  /// The request, read by way of the query's JSON form.
  private func request() throws -> AvailabilityRequest {
    let form = try form()
    do {
      return Self.request(of: try Query(json: .object(form)))
    } catch {
      throw error.renamingPaths(Self.option(forPath:))
    }
  }

  private static func request(of query: Query) -> AvailabilityRequest {
    if let stay = query.stay { return .stay(stay) }
    if let window = query.during { return .window(window) }
    return .opening(query.open ?? Query.Opening(at: .now))
  }

  private func form() throws -> JSONObject {
    if let from, let to {
      var stay = Span(from: from, to: to).object
      stay["guests"] = guests?.numberForm
      return JSONObject([("stay", .object(stay))])
    }
    if let during { return JSONObject([("during", try during.span(of: "--during").form)]) }
    return JSONObject([("open", .object(JSONObject([("at", .string(at ?? "now"))])))])
  }

  private static func option(forPath path: String) -> String {
    let options = ["stay.from": "--from", "stay.to": "--to", "stay.guests": "--guests", "open.at": "--at"]
    return options[path] ?? QueryOptions.option(forPath: path)
  }
}
