/// What one condition of a query says of one listing: a fact beside a wish.
public struct Finding: Hashable, Sendable {
  /// The key of the condition in the JSON form, such as `price.max`, `tags.none`, `open`; `limit` for the place in the order.
  public var filter: String
  /// Whether the listing passes it.
  public var passed: Bool
  /// What is asked for, in words.
  public var wanted: String
  /// What the listing has, in words.
  public var found: String
  /// By how much it fails, or how much room is left, in `unit`; nil where nothing can be counted, or no amount would help.
  ///
  /// Never negative, but for a stay: so many days later it would be free, or, below zero, earlier.
  public var margin: Double?
  /// What the margin counts.
  public var unit: MarginUnit?
  /// The currency of a margin of money; nil for others, and where it is not known.
  public var currency: String?
}

/// What a margin counts.
public enum MarginUnit: String, Codable, CaseIterable, Hashable, Sendable {
  /// Meters.
  case meters
  /// Minutes, whole ones.
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
  /// The listing asked about.
  public var listing: Listing
  /// Whether it is in the answer: it passes every condition, and is not beyond the limit.
  public var isInAnswer: Bool { findings.allSatisfy(\.passed) }
  /// One for each condition, in the order of the form; last the place in the order, where everything before is passed.
  public var findings: [Finding]
  /// Its place in the order, from 1; nil when it does not match.
  public var rank: Int?
}
