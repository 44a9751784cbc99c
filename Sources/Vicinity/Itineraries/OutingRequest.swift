import Geography

/// Asks for outings: a couch for some nights, an event on one of the evenings, and a bar for afterwards.
///
/// Each is within a walk of the one before; the couch of `near`. See `docs/plans.md`.
public struct OutingRequest: Hashable, Sendable {
  /// Where the walk to the couch begins.
  public var near: Coordinate
  /// The nights on the couch; at most 731.
  public var nights: Nights
  /// How many sleep on the couch, go to the event and drink in the bar; at least 1.
  public var guests: Int
  /// The longest way in meters from one place to the next as the crow flies, included.
  public var walk: Double
  /// The most that an outing may cost, in major units, included; outings whose price is not known do not pass then.
  public var maxPrice: Double?
  /// Only outings that cost nothing but this currency (ISO 4217), or nothing at all.
  public var currency: String?
  /// Wanted and unwanted tags of the couch.
  public var couchTags = Query.TagFilter()
  /// Wanted and unwanted tags of the event.
  public var eventTags = Query.TagFilter()
  /// Wanted and unwanted tags of the bar.
  public var barTags = Query.TagFilter()
  /// The most outings; 0 to 1000.
  public var limit = 5
  /// What makes one outing better than another.
  public var weights = OutingWeights()
  /// How far the search looks.
  public var bounds = OutingBounds()

  /// Makes a request.
  public init(near: Coordinate, nights: Nights, guests: Int = 1, walk: Double = OutingRequest.usualWalk) {
    self.near = near
    self.nights = nights
    self.guests = guests
    self.walk = walk
  }

  /// The longest way in meters where nobody says otherwise: 18 minutes on foot.
  public static let usualWalk = 1500.0

  /// How long an event lasts whose end nobody knows, in seconds.
  public static let unknownLength: Int64 = 7200

  /// How long the bar must be open from the arrival on, in minutes.
  public static let stayAtBar = 60
}

/// How many listings a search for outings looks at. Among them its answer is exact; what lies farther is not looked at.
public struct OutingBounds: Hashable, Sendable {
  /// The nearest free couches; at least 1.
  public var couches = 25
  /// The nearest events to a couch on each evening, occurrences of the same event by themselves; at least 1.
  public var eventsPerEvening = 20
  /// The nearest bars to an event that are open after it; at least 1.
  public var bars = 20

  /// Makes the usual bounds.
  public init() {}
}
