import Geography

/// A request for outings: a couch for some nights, an event on one of the evenings, and a bar afterwards.
///
/// Each is within walking distance of the previous one; the couch of `near`. See `docs/plans.md`.
public struct OutingRequest: Hashable, Sendable {
  /// The starting point of the walk to the couch.
  public var near: Coordinate
  /// The nights on the couch; at most 731.
  public var nights: Nights
  /// The number of people, at least 1.
  public var guests: Int
  /// The maximum straight-line distance in meters from one place to the next, inclusive.
  public var walkMeters: Double
  /// The maximum price of an outing, in major units, inclusive; excludes outings whose price is unknown.
  public var maxPrice: Double?
  /// Only outings priced in this currency (ISO 4217), or free.
  public var currency: String?
  /// Wanted and unwanted tags of the couch.
  public var couchTags = Query.TagFilter()
  /// Wanted and unwanted tags of the event.
  public var eventTags = Query.TagFilter()
  /// Wanted and unwanted tags of the bar.
  public var barTags = Query.TagFilter()
  /// The maximum number of outings, 0 to 1000.
  public var limit = 5
  /// The weights of the score.
  public var weights = OutingWeights()
  /// The bounds of the search.
  public var bounds = OutingBounds()

  /// Makes a request.
  public init(near: Coordinate, nights: Nights, guests: Int = 1, walkMeters: Double = OutingRequest.usualWalkMeters) {
    self.near = near
    self.nights = nights
    self.guests = guests
    self.walkMeters = walkMeters
  }

  /// The default maximum distance in meters: 18 minutes on foot.
  public static let usualWalkMeters = 1500.0

  /// The assumed length of an event without an end, in seconds.
  public static let unknownLengthSeconds: Int64 = 7200

  /// The required opening time of the bar after the arrival, in minutes.
  public static let stayAtBarMinutes = 60
}

/// The maximum number of listings that a search for outings considers. The answer is exact among these; listings
/// farther away are not considered.
public struct OutingBounds: Hashable, Sendable {
  /// The nearest free couches; at least 1.
  public var couches = 25
  /// The nearest events to a couch on each evening, counting occurrences separately; at least 1.
  public var eventsPerEvening = 20
  /// The nearest bars to an event that are open after it; at least 1.
  public var bars = 20

  /// Makes the default bounds.
  public init() {}
}
