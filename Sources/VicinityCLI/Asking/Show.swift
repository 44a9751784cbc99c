import ArgumentParser
import CivilTime
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// Shows one listing.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show everything about one listing.",
    usage: "vicinity show <id> [<options>]",
    discussion: """
      With --format jsonl, it is the canonical line that import reads.

      Example:
        vicinity show bar-1
      """)

  @Argument(help: "The id of the listing.", completion: .listing)
  var id: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var asking: CallerOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let catalog = try catalog.open()
    let now = try clock.instant
    guard let listing = try listing(in: catalog, at: now) else {
      throw CatalogError.unknownListing(id: id, similar: try catalog.similarIds(to: id, limit: 3))
    }
    try csv.begin(isCSV: output.resolved == .csv)
    switch output.resolved {
    case .table: try Console.write(ListingSheet(listing, at: now).text)
    case .json, .jsonl: try Console.write(exactly: listing.jsonText)
    case .geojson: try write(listing, now, GeoJSONWriter())
    case .csv: try write(listing, now, CSVWriter())
    case .ics:
      var calendar = ICalendarExport(now: now)
      let leftOut = try catalog.export([id], to: &calendar)
      try Export.write(&calendar, without: leftOut)
    }
  }

  private func listing(in catalog: Catalog, at now: Instant) throws -> Listing? {
    guard let caller = asking.caller else { return try catalog.listing(id) }
    return try catalog.listing(id, for: caller, at: now)
  }

  private func write(_ listing: Listing, _ now: Instant, _ writer: some AnswerWriter) throws {
    var writer = writer
    try writer.write(Answer(showing: listing, at: now)) { try Console.output.write($0) }
  }
}
