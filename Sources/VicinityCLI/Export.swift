import ArgumentParser
import Vicinity

/// Writes a calendar.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write listings as a calendar (.ics) that calendar programs open.",
    discussion: """
      Events come with all their occurrences, couches with the nights that are taken, as days that are busy. Bars are \
      left out: opening hours are no events. The events of an answer: vicinity near … --format ics.

      Examples:
        vicinity export ev-9 ev-12 > evenings.ics
        vicinity export --listing couch-3 > couch-3.ics
      """)

  @Argument(help: ArgumentHelp("The ids of listings.", valueName: "id"))
  var ids: [String] = []

  @Option(help: ArgumentHelp("The id of a listing; may be repeated.", valueName: "id"))
  var listing: [String] = []

  @Option(help: "What calendar programs call the calendar.")
  var name: String?

  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    if ids.isEmpty, listing.isEmpty { throw ValidationError("name what to export: vicinity export ID…") }
  }

  func run() throws {
    try Self.write(ids + listing, of: try catalog.open(), name: name, at: try clock.instant)
  }

  static func write(_ ids: [String], of catalog: Catalog, name: String?, at now: Instant) throws {
    var calendar = CalendarExport(name: name, now: now)
    let leftOut = try catalog.export(ids, to: &calendar)
    try Console.output.write(calendar.finish())
    if !leftOut.isEmpty {
      Console.say(
        "left out of the calendar: \(leftOut.joined(separator: ", ")); only events with a start and couches can be in one"
      )
    }
  }
}
