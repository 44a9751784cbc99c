import CivilTime

/// When one occurrence of an event begins and ends, in Unix seconds.
struct OccurrenceTimes: Hashable, Sendable {
  /// `Int64.max` when it is not known.
  var starts: Int64
  /// `Int64.min` when it is not known.
  var ends: Int64

  var start: Instant? { starts == .max ? nil : Instant(secondsSince1970: starts) }
  var end: Instant? { ends == .min ? nil : Instant(secondsSince1970: ends) }

  /// The first second after it; without a known end it counts as the one moment of its start.
  var over: Int64 { max(ends, starts &+ 1) }
}
