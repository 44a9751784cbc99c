import CivilTime

/// The ranges of numbers that a catalog may contain; readers can compute with all of them safely.
///
/// The only table of them. Readers reject values outside (`StoredRow`), `vicinity check` reports them (`CatalogCheck`).
/// Imports and members have narrower ranges (`ListingValidator`, `SignalLimits`).
enum StoredRange {
  /// Row numbers of listings, 32 bits in the index.
  static let row = 1...Int(UInt32.max)
  /// Row numbers usable for recommendations, which need 20 bytes for each.
  static let recommendedRow = 1...(1 << 27)
  /// Numbers of tags and schedules: some searches need a word for each.
  static let number = 1...(1 << 24) - 1
  /// Numbers of zones and currencies, 16 bits in the index.
  static let smallNumber = 1...Int(UInt16.max)
  /// Numbers of R-tree nodes.
  static let node = 1...Int(UInt32.max)

  static let price = FieldRange.price
  /// A price times a number of nights.
  static let stayPrice = 0...Int.max
  static let priceLevel = FieldRange.priceLevel
  static let rating = FieldRange.rating
  static let votes = FieldRange.votes
  static let time = FieldRange.time
  /// The nearest time that can be stored.
  static func time(nearestTo time: Instant) -> Instant {
    Instant(secondsSince1970: min(max(time.secondsSince1970, Int64(Self.time.lowerBound)), Int64(Self.time.upperBound)))
  }
  static let guests = FieldRange.guests
  static let minNights = FieldRange.minNights
  static let maxNights = FieldRange.maxNights
  static let notice = FieldRange.notice
  static let capacity = FieldRange.capacity
  static let latitude = -90.0...90.0
  static let longitude = -180.0...180.0
  /// Meters between a private place and its public point.
  static let radius = 0.0...1_000_000
  static let halfStars = 2...10
  static let population = 0...100_000_000_000
  /// The number of supporters of a listing.
  static let supporters = 0...1_000_000_000
  /// The value of a signal.
  static let signal = -1e9...1e9

  /// Counts, shares, prices and times of the planner.
  static let statistic = -1e15...1e15

  /// Bytes of ids, and of opening hours and recurrences.
  static let id = FieldRange.id
  static let rule = FieldRange.rule
  /// Codes of regions.
  static let regions = 2...1_000
}
