import ArgumentParser
import CivilTime
import Foundation

/// The only place that reads the clock.
struct ClockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Answer as if it were this instant, such as 2026-11-27T21:00:00+01:00 (default: the clock).", valueName: "instant"
    ))
  var now: String?

  /// The instant that was asked for; nil without one.
  var given: Instant? {
    get throws {
      guard let now else { return nil }
      do { return try Instant(iso8601: now) } catch { throw ValidationError("--now: \(error)") }
    }
  }

  var instant: Instant { get throws { try given ?? Self.clock() } }

  static func clock() -> Instant { Instant(Date()) }
}
