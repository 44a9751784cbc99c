import Foundation

extension Instant {
  /// Makes the instant of a Foundation date, rounding fractions of a second down.
  ///
  /// Infinite or too large dates become the nearest representable instant; NaN becomes 1970.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let limit = 9.0e18
    self.init(secondsSince1970: seconds.isNaN ? 0 : Int64(min(max(seconds, -limit), limit)))
  }

  /// The same instant as a Foundation date.
  ///
  /// Exact within 285 million years of 1970; beyond that `Date` does not hold every second.
  public var date: Date { Date(timeIntervalSince1970: TimeInterval(secondsSince1970)) }

  /// The current time of the system's clock, rounded down to a second.
  public static var now: Instant { Instant(Date()) }
}

extension Instant {
  /// The instant a duration later; a fraction of a second in the result is rounded down, and the sum saturates.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    // The components have the same sign: half a second before zero is 0 and -5 * 10^17.
    return instant + seconds - (attoseconds < 0 ? 1 : 0)
  }

  /// The instant a duration earlier; a fraction of a second in the result is rounded down, and the difference
  /// saturates.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    return instant - seconds - (attoseconds > 0 ? 1 : 0)
  }

  /// The time from this instant to another one: negative if that is earlier.
  public func duration(to other: Instant) -> Duration { .seconds(other - self) }
}

extension Date {
  /// The date of an instant; see ``CivilTime/Instant/date``.
  public init(_ instant: Instant) { self = instant.date }
}
