import ArgumentParser
import CommandSupport
import Vicinity

/// Confirms a booking.
struct Confirm: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm",
    abstract: "Confirm a requested booking, as its host.",
    discussion: """
      A cancelled or declined booking cannot be confirmed. Repeating the command changes nothing.

      Example:
        vicinity confirm booking-7
      """)

  @Argument(help: "The id of the booking.")
  var booking: String

  @OptionGroup var output: BookingOutput
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let now = try clock.instant
    try output.write(try catalog.open(.readWrite).confirmBooking(booking, at: now))
  }
}
