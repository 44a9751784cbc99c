import CivilTime

/// A couch, an event and a bar that go together.
public struct Outing: Hashable, Sendable {
  /// One place of an outing.
  public struct Stop: Hashable, Sendable {
    /// The listing: id, kind, position, name, price and rating, where known.
    public var listing: Listing
    /// Meters from the place before; of a couch from where one sets out.
    public var walk: Double
  }

  /// Where one sleeps.
  public var couch: Stop
  /// The event.
  public var event: Stop
  /// The bar after the event.
  public var bar: Stop
  /// The evening of the event, by the date of its beginning at 18:00; one of the nights of the stay.
  public var evening: LocalDate
  /// When the event begins.
  public var starts: Instant
  /// When the event is over; where nobody knows, two hours after its beginning.
  public var over: Instant
  /// Whether the end of the event is known.
  public var isEndKnown: Bool
  /// When one is at the bar, who leaves the event when it is over.
  public var arrival: Instant
  /// When the bar closes after that; nil when it never does, or nobody knows.
  public var closes: Instant?
  /// The zone on whose clock the evening is told: that of the event.
  public var zone: Zone
  /// Meters from the bar back to the couch; not part of `walk`, and may be longer than a walk.
  public var wayBack: Double
  /// What it costs: the nights, and for every guest the event and one drink. Nil when one of them is not known, or in two currencies.
  public var price: Price?
  /// Why it stands where it does.
  public var score: OutingScore

  /// Meters of all ways but the one back.
  public var walk: Double { couch.walk + event.walk + bar.walk }

  /// The order of answers: the best score first, then the shortest way to the millimeter, then by ids and the time of the event.
  func precedes(_ other: Outing) -> Bool {
    if score.total != other.score.total { return score.total > other.score.total }
    let (own, its) = (Self.millimeters(walk), Self.millimeters(other.walk))
    if own != its { return own < its }
    for (mine, others) in [(couch, other.couch), (event, other.event)] where mine.listing.id != others.listing.id {
      return mine.listing.id < others.listing.id
    }
    return starts != other.starts ? starts < other.starts : bar.listing.id < other.bar.listing.id
  }

  private static func millimeters(_ meters: Double) -> Double { (meters * 1000).rounded() }
}
