/// A point on the time line, in whole seconds, independent of place.
///
/// Foundation's `Date` converts to it and back: ``init(_:)``, ``date``.
public struct Instant: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public var secondsSince1970: Int64

  /// Makes an instant from seconds since 1970-01-01T00:00:00Z.
  @inlinable
  public init(secondsSince1970: Int64) {
    self.secondsSince1970 = secondsSince1970
  }

  /// The earliest instant that time zones and calendars can place, about a million years ago.
  public static let distantPast = Instant(secondsSince1970: Int64(LocalDate.dayNumberBounds.lowerBound) * 86_400)

  /// The latest instant that time zones and calendars can place, in about a million years.
  public static let distantFuture = Instant(secondsSince1970: Int64(LocalDate.dayNumberBounds.upperBound) * 86_400)

  /// Seconds since 1970, clamped to `distantPast...distantFuture` so that calendar arithmetic cannot overflow.
  package var clampedSeconds: Int64 {
    min(max(secondsSince1970, Instant.distantPast.secondsSince1970), Instant.distantFuture.secondsSince1970)
  }
}

extension Instant: Comparable {
  /// Whether the left instant is earlier.
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

  /// The instant `seconds` later; the sum saturates.
  @inlinable
  public static func + (instant: Instant, seconds: Int64) -> Instant {
    let (sum, overflow) = instant.secondsSince1970.addingReportingOverflow(seconds)
    return Instant(secondsSince1970: overflow ? (seconds > 0 ? .max : .min) : sum)
  }

  /// The instant `seconds` earlier; the difference saturates.
  @inlinable
  public static func - (instant: Instant, seconds: Int64) -> Instant {
    let (difference, overflow) = instant.secondsSince1970.subtractingReportingOverflow(seconds)
    return Instant(secondsSince1970: overflow ? (seconds > 0 ? .min : .max) : difference)
  }

  /// The seconds from the right instant to the left one; saturates.
  @inlinable
  public static func - (left: Instant, right: Instant) -> Int64 {
    let (difference, overflow) = left.secondsSince1970.subtractingReportingOverflow(right.secondsSince1970)
    return overflow ? (left > right ? .max : .min) : difference
  }
}
