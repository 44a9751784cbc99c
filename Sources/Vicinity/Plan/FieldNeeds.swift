/// The information about each match that the requested fields need.
struct FieldNeeds: Hashable, Sendable {
  /// How much of the listing is needed.
  enum Part: Comparable {
    case nothing
    /// The values in the columns of its leaf, and the name.
    case facts
    case everything
  }

  private(set) var bearing = false
  /// The distance from each origin of a group.
  private(set) var distances = false
  /// State, next change and comment.
  private(set) var opening = false
  /// The rule of the opening hours that applies.
  private(set) var openRule = false
  private(set) var freeNights = false
  private(set) var windows = false
  private(set) var stayPrice = false
  private(set) var weightedRating = false
  /// The score of `best`.
  private(set) var bestParts = false
  /// When the listing was added and changed.
  private(set) var history = false
  /// The name of its source.
  private(set) var source = false
  /// Words of its texts.
  private(set) var matchedWords = false
  /// Local times of the listing.
  private(set) var times = false
  private(set) var name = false
  private(set) var tags = false
  /// For events that do not take place.
  private(set) var status = false
  private(set) var listing = Part.nothing
  /// Whether any of `Match.Details` is needed.
  private(set) var details = false

  static let standard = FieldNeeds(Field.standard)

  /// - Parameter hasOwn: whether there are custom fields as well.
  init(_ fields: [Field], hasOwn: Bool = false) {
    for field in fields { add(field) }
    if hasOwn { listing = .everything }
    details =
      bearing || distances || opening || freeNights || windows || stayPrice || weightedRating || bestParts || history
      || source || matchedWords
  }

  private mutating func add(_ field: Field) {
    switch field {
    case .id, .kind, .lat, .lon, .distance, .routePosition, .offset, .detour: break
    case .score, .parts: bestParts = true
    case .because, .counterfactual, .leastHappy: break
    case .matchedWords: matchedWords = true
    case .distances, .spread: distances = true
    case .bearing: bearing = true
    case .open, .openComment: opening = true
    case .openRule: (opening, openRule) = (true, true)
    case .opensOrCloses: (opening, times) = (true, true)
    case .starts, .ends: times = true
    case .timezone: add(.everything) { $0.times = true }
    case .freeFrom, .freeUntil: freeNights = true
    case .windows, .freeNights: windows = true
    case .stayPrice, .nightPrice, .cheapestStay: stayPrice = true
    case .weightedRating: weightedRating = true
    case .added, .changed: (history, times) = (true, true)
    case .source: source = true
    case .name: add(.facts) { $0.name = true }
    case .tags: add(.facts) { $0.tags = true }
    case .status: add(.facts) { $0.status = true }
    default: add(field.definition?.index != nil ? .facts : .everything) { _ in }
    }
  }

  private mutating func add(_ part: Part, _ body: (inout FieldNeeds) -> Void) {
    listing = max(listing, part)
    body(&self)
  }
}
