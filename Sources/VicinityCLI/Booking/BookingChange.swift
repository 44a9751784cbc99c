import ArgumentParser
import CommandSupport
import Vicinity

/// Selects a booking whose status is changed, and prints it.
struct BookingChange: ParsableArguments {
  @Argument(help: "The id of the booking.")
  var booking: String

  @OptionGroup var output: BookingOutput
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  /// Changes the booking, and prints it as it is then.
  ///
  /// - Parameter change: takes the catalog, the id of the booking and the current time.
  func perform(_ change: (Catalog, String, Instant) throws -> Booking) throws {
    let now = try clock.instant
    try output.write(try change(try catalog.open(.readWrite), booking, now))
  }
}
