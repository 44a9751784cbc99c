import ArgumentParser
import Vicinity

/// Declines a booking.
struct Decline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decline",
    abstract: "Decline a requested booking, as its host.",
    usage: "vicinity decline <booking> [<options>]",
    discussion: """
      The nights are free again. Repeating the command changes nothing.

      Example:
        vicinity decline booking-7
      """)

  @OptionGroup var change: BookingChange

  func run() throws { try change.perform { try $0.declineBooking($1, at: $2) } }
}
