import ArgumentParser
import Vicinity
import VicinityFormats

/// Selects the member whose bookings are listed, and the format.
struct StayList: ParsableArguments {
  @Option(help: ArgumentHelp("The guest.", valueName: "member"), completion: .member)
  var member: String?

  @Flag(help: "The bookings of all members.")
  var allBookings = false

  @OptionGroup var options: MemberLists.Options

  func validate() throws {
    if (member == nil) != allBookings { throw ValidationError("give either --member or --all-bookings") }
  }

  /// Writes a table, or a line for every booking.
  func write() throws {
    let catalog = try options.catalog.open()
    let rows = try member.map(catalog.bookings(of:)) ?? catalog.bookings()
    try options.write(rows.map(\.json), MemberListTable(rows))
  }
}
