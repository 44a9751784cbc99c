import ArgumentParser
import Vicinity
import VicinityFormats

/// How commands print bookings: a sentence each on a terminal, a JSON line in a pipe.
struct BookingOutput: ParsableArguments {
  @OptionGroup var output: ReportOptions

  func write(_ booking: Booking) throws {
    try output.write(booking.text, or: booking.json)
  }
}
