import CivilTime

/// A combination of a couch, an event and a bar.
public struct Outing: Hashable, Sendable {
  /// One place of an outing.
  public struct Stop: Hashable, Sendable {
    /// The listing: id, kind, position, name, price and rating, where known.
    public var listing: Listing
    /// Meters from the previous place; for a couch from the starting point.
    public var walkMeters: Double
  }

  /// The couch.
  public var couch: Stop
  /// The event.
  public var event: Stop
  /// The bar after the event.
  public var bar: Stop
  /// The evening of the event, identified by its date at 18:00; one of the nights of the stay.
  public var evening: LocalDate
  /// The start of the event.
  public var starts: Instant
  /// The end of the event; if unknown, two hours after its start.
  public var over: Instant
  /// Whether the end of the event is known.
  public var isEndKnown: Bool
  /// The arrival at the bar when leaving at the end of the event.
  public var arrival: Instant
  /// The first closing time of the bar after that; nil when it never closes, or when unknown.
  public var closes: Instant?
  /// The zone of the local times: that of the event.
  public var zone: Zone
  /// Meters from the bar back to the couch; not part of `walkMeters`, and may be longer than a walk.
  public var wayBackMeters: Double
  /// The total price: the nights, and for every guest the event and one drink. Nil when one of them is unknown, or in
  /// two currencies.
  public var price: Price?
  /// The score that determines its rank.
  public var score: OutingScore

  /// The total distance in meters, except the way back.
  public var walkMeters: Double { couch.walkMeters + event.walkMeters + bar.walkMeters }

  /// The order of answers: the best score first, then the shortest distance to the millimeter, then by ids and the time
  /// of the event.
  func precedes(_ other: Outing) -> Bool {
    if score.total != other.score.total { return score.total > other.score.total }
    let (own, its) = (Self.millimeters(walkMeters), Self.millimeters(other.walkMeters))
    if own != its { return own < its }
    for (mine, others) in [(couch, other.couch), (event, other.event)] where mine.listing.id != others.listing.id {
      return mine.listing.id < others.listing.id
    }
    return starts != other.starts ? starts < other.starts : bar.listing.id < other.bar.listing.id
  }

  private static func millimeters(_ meters: Double) -> Double { (meters * 1000).rounded() }
}
