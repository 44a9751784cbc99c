import ArgumentParser
import CommandSupport
import Vicinity

/// Cancels a booking.
struct Cancel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel a booking, as guest or host.",
    discussion: """
      The nights are free again. Repeating the command changes nothing.

      Example:
        vicinity cancel booking-7
      """)

  @Argument(help: "The id of the booking.")
  var booking: String

  @OptionGroup var output: BookingOutput
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let now = try clock.instant
    try output.write(try catalog.open(.readWrite).cancelBooking(booking, at: now))
  }
}
