import ArgumentParser
import CivilTime
import Foundation

/// The only place that reads the clock.
package struct ClockOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "The current time to assume, such as 2026-11-27T21:00:00+01:00 (default: the clock).", valueName: "instant"
    ))
  package var now: String?

  /// The instant given as an option, if any.
  package var given: Instant? {
    get throws {
      guard let now else { return nil }
      do { return try Instant(parsing: now) } catch { throw ValidationError("--now: \(error)") }
    }
  }

  package var instant: Instant { get throws { try given ?? Self.clock() } }

  package static func clock() -> Instant { .now }
}
