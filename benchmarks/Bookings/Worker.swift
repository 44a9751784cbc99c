import ArgumentParser
import CivilTime
import Foundation
import Streams
import Vicinity
import VicinityFormats
import VicinityLab

/// Tries to book random nights, and writes a line for each successful booking.
struct Worker: ParsableCommand {
  @Option(help: "The catalog.") var catalog: String
  @Option(help: "How many attempts.") var attempts: Int
  @Option(help: "On how many couches.") var couches: Int
  @Option(help: "Where the random numbers start.") var seed: UInt64

  func run() throws {
    let catalog = try Catalog(path: catalog, access: .readWrite)
    var random = SplitMix64(seed: seed)
    for attempt in 0..<attempts {
      let request = request(attempt, &random)
      do {
        let booking = try catalog.book(request, at: Instant(secondsSince1970: 1_795_809_600))
        try tell("\(booking.json.text)\n")
      } catch BookingError.unavailable {
        try tell("-\n")
      }
    }
  }

  private func request(_ attempt: Int, _ random: inout SplitMix64) -> BookingRequest {
    let arrival = Couches.firstNight + Int(random.next() % UInt64(Couches.year))
    guard let nights = Nights(from: arrival, to: arrival + 1 + Int(random.next() % 7)) else {
      preconditionFailure("a departure lies after its arrival")
    }
    return BookingRequest(
      listing: Couches.id(Int(random.next() % UInt64(couches))), member: "member-\(seed)", nights: nights,
      key: "\(attempt)")
  }

  private func tell(_ line: String) throws { try FileHandle.standardOutput.write(contentsOf: Data(line.utf8)) }
}
