import ArgumentParser
import CommandSupport
import Vicinity

/// Books a couch.
struct Book: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book",
    abstract: "Book a couch for some nights.",
    usage: "vicinity book <id> --from <date> --to <date> --member <name> [<options>]",
    discussion: """
      Exits with status 0 only when the booking is on disk. Its nights are then taken until it is declined or \
      cancelled. With --key it is safe to repeat the command: the same member and key mean the same booking.

      Example:
        vicinity book couch-3 --from 2026-12-01 --to 2026-12-05 --member ana \\
          --guests 2 --key 4711
      """)

  @Argument(help: "The id of the couch.", completion: .listing)
  var couch: String

  @OptionGroup var stay: NightsOptions

  @Option(help: ArgumentHelp("The guest.", valueName: "member"), completion: .member)
  var member: String

  @Option(help: ArgumentHelp("The number of guests (default 1).", valueName: "count"))
  var guests: Count?

  @Option(help: ArgumentHelp("Identifies the request, so that repeating it does not book twice.", valueName: "text"))
  var key: String?

  @OptionGroup var output: BookingOutput
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let request = BookingRequest(
      listing: couch, member: member, nights: try stay.nights, guests: guests?.number ?? 1, key: key)
    let now = try clock.instant
    try output.write(try catalog.open(.readWrite).book(request, at: now))
  }
}
