import ArgumentParser
import Vicinity
import VicinityFormats

/// How commands print bookings: a sentence each on a terminal, a JSON line in a pipe.
struct BookingOutput: ParsableArguments {
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let format = output.format, format != .table, format != .jsonl {
      throw ValidationError("bookings are written as table or jsonl, not \(format.rawValue)")
    }
  }

  func write(_ booking: Booking) throws {
    try output.write(booking.text, or: booking.json)
  }
}
