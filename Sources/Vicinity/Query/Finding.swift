/// The result of one condition of a query for one listing: the wanted and the actual value.
public struct Finding: Hashable, Sendable {
  /// The key of the condition in the JSON form, such as `price.max`, `tags.none`, `open`; `limit` for the rank.
  public var filter: String
  /// Whether the listing passes it.
  public var passed: Bool
  /// The wanted value as text.
  public var wanted: String
  /// The actual value as text.
  public var found: String
  /// The amount by which it fails, or the remaining margin, in `unit`; nil for conditions without a measure, or if no
  /// amount would help.
  ///
  /// Never negative, except for a stay: the number of days later (positive) or earlier (negative) at which it would be
  /// free.
  public var margin: Double?
  /// The unit of the margin.
  public var unit: MarginUnit?
  /// The currency of a price margin; nil for others, and if it is unknown.
  public var currency: String?
}

/// The unit of a margin.
public enum MarginUnit: String, Codable, CaseIterable, Hashable, Sendable {
  /// Meters.
  case meters
  /// Whole minutes.
  case minutes
  /// Major units of the currency.
  case amount
  /// Price levels.
  case levels
  /// Stars of a mean rating.
  case stars
  /// Ratings.
  case votes
  /// Guests.
  case guests
  /// Nights.
  case nights
  /// Places in the order.
  case places
}

/// Why a listing is, or is not, in the answer to a query.
public struct Verdict: Sendable {
  /// The listing.
  public var listing: Listing
  /// Whether it is in the answer: it passes every condition, and is not beyond the limit.
  public var isInAnswer: Bool { findings.allSatisfy(\.passed) }
  /// One finding for each condition, in the order of the JSON form; the last one is the rank, if all others passed.
  public var findings: [Finding]
  /// Its rank, from 1; nil when it does not match.
  public var rank: Int?
}
