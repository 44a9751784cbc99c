import CivilTime

/// The start and end of one occurrence of an event, in Unix seconds.
struct OccurrenceTimes: Hashable, Sendable {
  /// `Int64.max` when unknown.
  var starts: Int64
  /// `Int64.min` when unknown.
  var ends: Int64

  var start: Instant? { starts == .max ? nil : Instant(secondsSince1970: starts) }
  var end: Instant? { ends == .min ? nil : Instant(secondsSince1970: ends) }

  /// The first second after it; without a known end it lasts one second.
  var over: Int64 { max(ends, starts &+ 1) }
}
