import ArgumentParser
import CivilTime
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// Checks whether a listing is available at a time.
struct Available: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "available",
    abstract: "Check whether a couch is free, a bar open or an event on, and if not, why.",
    usage: "vicinity available <id> [--from <date> --to <date>] [<options>]",
    discussion: """
      Examples:
        vicinity available couch-3 --from 2026-12-01 --to 2026-12-05 --guests 2
        vicinity available bar-1 --at "Sa 22:30"
        vicinity available event-9 --from 2026-11-27T18:00 --to 2026-11-28T04:00
        vicinity available couch-3 --month 2026-12
        vicinity available couch-3 --nights 3 --from 2026-12-01
        vicinity available --batch stays.jsonl
      """)

  @Argument(help: "The id of the listing.", completion: .listing)
  var id: String?

  @Option(help: ArgumentHelp("The day of arrival; for bars and events the start of the time span.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("The day of departure; for bars and events the end of the time span.", valueName: "date"))
  var to: String?

  @Option(help: ArgumentHelp("The number of guests (default 1).", valueName: "count"))
  var guests: String?

  @Option(
    help: ArgumentHelp(
      "When it should be open: now (the default), an instant, a local time, or \"Sa 22:30\".", valueName: "when"))
  var at: String?

  @Option(help: ArgumentHelp("Show the nights of a couch in a month, such as 2026-12.", valueName: "month"))
  var month: String?

  @Option(help: ArgumentHelp("Find the next free stay of this many nights, starting at --from.", valueName: "count"))
  var nights: Count?

  @Option(
    help: ArgumentHelp(
      "Check many stays: one JSON object per line with id, from, to and guests; - reads standard input.",
      valueName: "file"), completion: .file())
  var batch: String?

  @OptionGroup var output: ReportOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    try validateForm()
    if nights == nil, (from == nil) != (to == nil) { throw ValidationError("give both --from and --to") }
    if from != nil, at != nil { throw ValidationError("give either --from and --to, or --at") }
    if guests != nil, from == nil, nights == nil {
      throw ValidationError("--guests needs --from and --to; add both dates")
    }
  }

  /// Exactly one of four forms must be given.
  private func validateForm() throws {
    if (id == nil) == (batch == nil) { throw ValidationError("name a listing, or give --batch FILE") }
    let times = from != nil || to != nil || at != nil || guests != nil
    if batch != nil, times || month != nil || nights != nil {
      throw ValidationError("--batch takes dates and guests from its lines")
    }
    if month != nil, times || nights != nil {
      throw ValidationError("--month shows a whole month; leave other times out")
    }
    if nights != nil, to != nil || at != nil {
      throw ValidationError("--nights finds the next free stay; give only --from")
    }
  }

  func run() throws {
    if let batch { return try answer(batch: batch) }
    guard let id else { throw ValidationError("name a listing") }
    let now = try clock.instant
    let catalog = try catalog.open()
    guard let listing = try catalog.listing(id) else {
      throw CatalogError.unknownListing(id: id, similar: try catalog.similarIds(to: id, limit: 3))
    }
    if let month { return try show(month: month, of: listing, in: catalog, at: now) }
    if let nights { return try findNext(nights.number, of: listing, in: catalog, at: now) }
    let availability = try availability(of: listing, in: catalog, at: now)
    let report = AvailabilityReport(availability, at: now)
    try output.write(report.text, or: report.json)
  }

  private func availability(of listing: Listing, in catalog: Catalog, at now: Instant) throws -> Availability {
    let request = try request(for: listing.kind)
    do {
      return try catalog.availability(of: listing.id, for: request, at: now)
    } catch QueryError.conflict {
      throw ValidationError("--to \(to ?? "") must be later than --from \(from ?? "")")
    }
  }

  /// The request, parsed through the query's JSON form.
  private func request(for kind: Kind) throws -> AvailabilityRequest {
    Self.request(of: try OptionNames.available.speaking { try Query(json: .object(form(for: kind))) })
  }

  private static func request(of query: Query) -> AvailabilityRequest {
    if let stay = query.stay { return .stay(stay) }
    if let window = query.during { return .window(window) }
    return .opening(query.open ?? Query.Opening(at: .now))
  }

  private func form(for kind: Kind) -> JSONObject {
    guard let from, let to else {
      return JSONObject([("open", .object(JSONObject([("at", .string(at ?? "now"))])))])
    }
    let times = JSONObject([("from", .string(from)), ("to", .string(to))])
    if kind == .couch || guests != nil {
      var stay = times
      stay["guests"] = guests?.numberForm
      return JSONObject([("stay", .object(stay))])
    }
    return JSONObject([(kind == .bar ? "open" : "during", .object(times))])
  }
}
