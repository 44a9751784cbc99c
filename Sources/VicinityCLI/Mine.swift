import ArgumentParser
import Vicinity

/// Lists bookings.
struct Mine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mine",
    abstract: "List the bookings of a member, or all bookings.",
    discussion: """
      Examples:
        vicinity mine --member ana
        vicinity mine --all-bookings
      """)

  @Option(help: ArgumentHelp("The guest.", valueName: "member"))
  var member: String?

  @Flag(help: "The bookings of all members.")
  var allBookings = false

  @OptionGroup var output: BookingOutput
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    if (member == nil) != allBookings { throw ValidationError("give either --member or --all-bookings") }
  }

  func run() throws {
    let catalog = try catalog.open()
    for booking in try member.map(catalog.bookings(of:)) ?? catalog.bookings() { try output.write(booking) }
  }
}
