import ArgumentParser
import CivilTime
import Foundation
import Geography
import Vicinity

/// Lets many processes book the same few couches concurrently, kills some of them, and verifies the result.
///
/// Each worker is a separate process with its own catalog. It reports a booking only after `Catalog.book` has returned.
/// In the end no two bookings may overlap, and every reported one must be in the file unchanged.
@main
struct Bookings: ParsableCommand {
  static let configuration = CommandConfiguration(subcommands: [Run.self, Worker.self], defaultSubcommand: Run.self)
}

/// The contested couches.
enum Couches {
  static let firstNight = LocalDate(dayNumber: 20_819)  // 2027-01-01
  static let year = 365

  static func id(_ number: Int) -> String { "fought-over-\(number)" }

  static func make(_ count: Int, in catalog: Catalog) throws {
    let couches = (0..<count).map { number in
      var couch = Listing(
        id: id(number), kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9 + Double(number) / 1000))
      couch.guests = 2
      return couch
    }
    try catalog.save(couches, source: "bookings")
  }
}
