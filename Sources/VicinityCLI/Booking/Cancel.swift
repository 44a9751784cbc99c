import ArgumentParser
import Vicinity

/// Cancels a booking.
struct Cancel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel a booking, as guest or host.",
    usage: "vicinity cancel <booking> [<options>]",
    discussion: """
      The nights are free again. Repeating the command changes nothing.

      Example:
        vicinity cancel booking-7
      """)

  @OptionGroup var change: BookingChange

  func run() throws { try change.perform { try $0.cancelBooking($1, at: $2) } }
}
