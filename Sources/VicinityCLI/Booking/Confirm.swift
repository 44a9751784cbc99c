import ArgumentParser
import Vicinity

/// Confirms a booking.
struct Confirm: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm",
    abstract: "Confirm a requested booking, as its host.",
    usage: "vicinity confirm <booking> [<options>]",
    discussion: """
      A cancelled or declined booking cannot be confirmed. Repeating the command changes nothing.

      Example:
        vicinity confirm booking-7
      """)

  @OptionGroup var change: BookingChange

  func run() throws { try change.perform { try $0.confirmBooking($1, at: $2) } }
}
