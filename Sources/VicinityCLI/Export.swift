import ArgumentParser
import Streams
import VicinityFormats

/// Writes a calendar.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export listings as an iCalendar file (.ics).",
    discussion: """
      Events are exported with all their occurrences, couches with their taken nights as busy days. Bars are left out, \
      since opening hours are not events. For the events of an answer, use vicinity near … --format ics.

      Examples:
        vicinity export ev-9 ev-12 > evenings.ics
        vicinity export --listing couch-3 > couch-3.ics
        vicinity export --member member-31 --list joined > my-evenings.ics
      """)

  @Argument(help: ArgumentHelp("The ids of listings.", valueName: "id"))
  var ids: [String] = []

  @Option(help: ArgumentHelp("The id of a listing; may be repeated.", valueName: "id"))
  var listing: [String] = []

  @Option(help: ArgumentHelp("The member whose favourites, joined events or stays to export.", valueName: "name"))
  var member: String?

  @Option(help: ArgumentHelp("The list to export: favourites (the default), joined or stays.", valueName: "list"))
  var list: MemberCalendar?

  @Option(help: "The name of the calendar.")
  var name: String?

  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    if list != nil, member == nil { throw ValidationError("--list says what of a member; add --member") }
    if ids.isEmpty, listing.isEmpty, member == nil { throw ValidationError("name what to export: vicinity export ID…") }
  }

  func run() throws {
    let now = try clock.instant
    let catalog = try catalog.open()
    var calendar = ICalendarExport(name: name, now: now)
    var leftOut = try catalog.export(ids + listing, to: &calendar)
    if let member { leftOut += try catalog.export(list ?? .favourites, of: member, to: &calendar, at: now) }
    try Self.write(&calendar, without: leftOut)
  }

  static func write(_ calendar: inout ICalendarExport, without leftOut: [String]) throws {
    try Console.output.write(calendar.finish())
    if !leftOut.isEmpty {
      Console.say(
        "left out of the calendar: \(leftOut.joined(separator: ", ")); only events with a start and couches can be in one"
      )
    }
  }
}

extension MemberCalendar: ExpressibleByArgument {}
