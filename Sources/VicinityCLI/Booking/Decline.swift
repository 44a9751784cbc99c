import ArgumentParser
import CommandSupport
import Vicinity

/// Declines a booking.
struct Decline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decline",
    abstract: "Decline a requested booking, as its host.",
    discussion: """
      The nights are free again. Repeating the command changes nothing.

      Example:
        vicinity decline booking-7
      """)

  @Argument(help: "The id of the booking.")
  var booking: String

  @OptionGroup var output: BookingOutput
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let now = try clock.instant
    try output.write(try catalog.open(.readWrite).declineBooking(booking, at: now))
  }
}
