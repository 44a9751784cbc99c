import CivilTime

/// The numbers that a catalog may hold: everything that reads them can calculate with them.
///
/// The one table of them. Readers refuse what lies outside (`StoredRow`), `vicinity check` lists it (`CatalogCheck`). Imports and members are
/// held to narrower ranges (`ListingValidator`, `SignalLimits`).
enum StoredRange {
  /// Row numbers of listings, which the index keeps in 32 bits.
  static let row = 1...Int(UInt32.max)
  /// Row numbers that recommendations can speak of: they keep 20 bytes for each.
  static let recommendedRow = 1...(1 << 27)
  /// Numbers of tags and schedules: some searches keep a word for each.
  static let number = 1...(1 << 24) - 1
  /// Numbers of zones and currencies, which the index keeps in 16 bits.
  static let smallNumber = 1...Int(UInt16.max)
  /// Numbers of the pages of the R-tree.
  static let page = 1...Int(UInt32.max)

  static let price = FieldRange.price
  /// A price times nights.
  static let stayPrice = 0...Int.max
  static let priceLevel = FieldRange.priceLevel
  static let rating = FieldRange.rating
  static let votes = FieldRange.votes
  static let time = FieldRange.time
  /// The nearest time that can stand in the file.
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
  /// How many like a listing.
  static let admirers = 0...1_000_000_000
  /// What a signal is worth.
  static let signal = -1e9...1e9

  /// Counts, shares, prices and times of the planner.
  static let statistic = -1e15...1e15

  /// Bytes of ids, and of opening hours and recurrences.
  static let id = FieldRange.id
  static let rule = FieldRange.rule
}
