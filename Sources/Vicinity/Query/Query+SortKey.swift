extension Query {
  /// A value by which results are ordered.
  public enum SortProperty: RawRepresentable, CaseIterable, Hashable, Sendable {
    /// The distance in meters: nearest first. Needs `near`, a `group` or `along`.
    case distance
    /// The amount in major units: cheapest first.
    case price
    /// The price of the stay asked for, of several the cheapest: cheapest first. Needs `stay` without `partly`.
    case stayPrice
    /// The price of the stay divided by the number of its nights: cheapest first. Needs `stay` without `partly`.
    case nightPrice
    /// The vote-aware mean, which shrinks few votes towards the mean of the catalog: lowest first.
    case rating
    /// The number of ratings: fewest first.
    case votes
    /// The start of the event: earliest first.
    case start
    /// The end of the event: earliest first.
    case end
    /// Open ones first, then by next opening; a place that never opens has no value.
    case open
    /// The name, ignoring case and diacritics: from A to Z.
    case name
    /// How well the words of `text` match: best first. Needs `text`.
    case relevance
    /// The best match of words, distance, opening and rating, as one score: highest first. See ``BestMatchWeights``.
    case best
    /// The position along the route: in its direction. Needs `along`.
    case route
    /// The difference between the distances of a group: smallest first. Needs `group`.
    case spread
    /// The score for `members`: highest first. Alone, and in this direction only.
    case recommended
    /// When the listing was added to the catalog: earliest first.
    case added
    /// When the listing was last changed: earliest first.
    case changed
    /// A custom field of the catalog (``OwnField``), of any type except `list`: in ascending order, texts as names.
    case own(String)

    /// All except custom fields.
    public static let allCases: [Self] = [
      .distance, .price, .stayPrice, .nightPrice, .rating, .votes, .start, .end, .open, .name, .relevance, .best,
      .route, .spread, .recommended, .added, .changed,
    ]

    private static let names = allCases.map { "\($0)" }
    private static let byName = Dictionary(uniqueKeysWithValues: zip(names, allCases))

    /// Reads a name; any name that is not a case means a custom field. Nil for an invalid name of a field.
    public init?(rawValue: String) {
      guard let property = Self.byName[rawValue] ?? (OwnField.isName(rawValue) ? .own(rawValue) : nil) else {
        return nil
      }
      self = property
    }

    /// The name.
    public var rawValue: String { ownName ?? Self.names[number] }

    /// The place among all cases.
    private var number: Int {
      switch self {
      case .distance: 0
      case .price: 1
      case .stayPrice: 2
      case .nightPrice: 3
      case .rating: 4
      case .votes: 5
      case .start: 6
      case .end: 7
      case .open: 8
      case .name: 9
      case .relevance: 10
      case .best: 11
      case .route: 12
      case .spread: 13
      case .recommended: 14
      case .added: 15
      case .changed: 16
      case .own: 17
      }
    }

    /// Compares the cases; the names, which would be compared otherwise, take longer.
    public static func == (one: Self, other: Self) -> Bool {
      if case .own(let name) = one, case .own(let otherName) = other { return name == otherName }
      return one.number == other.number
    }

    /// Whether it is a value of the listing, independent of the query, except for the times of recurring events.
    var isOfListing: Bool {
      switch self {
      case .price, .rating, .votes, .start, .end, .name, .added, .changed, .own: true
      case .distance, .stayPrice, .nightPrice, .open, .relevance, .best, .route, .spread, .recommended: false
      }
    }

    /// The name of a custom field; nil for any other property.
    var ownName: String? { if case .own(let name) = self { name } else { nil } }
  }

  /// One key of an order: a property and a direction. In either direction, listings without a value come last.
  ///
  /// As text the name of the property, after `-` for the descending direction: `price` is cheapest first, `-price` most
  /// expensive first. This is the form of `sortby` in OGC API – Records (OGC 20-004r1).
  public struct SortKey: RawRepresentable, Codable, CaseIterable, Hashable, Sendable {
    /// The compared property.
    public var property: SortProperty
    /// Whether the greatest value comes first.
    public var isDescending: Bool

    /// Makes the key of a property, ascending unless said otherwise.
    public init(_ property: SortProperty, isDescending: Bool = false) {
      (self.property, self.isDescending) = (property, isDescending)
    }

    /// Reads a key from its text; nil for an unknown property, and for `-recommended`.
    public init?(rawValue: String) {
      let isDescending = rawValue.hasPrefix("-")
      guard let property = SortProperty(rawValue: isDescending ? String(rawValue.dropFirst()) : rawValue),
        !isDescending || property != .recommended
      else { return nil }
      self.init(property, isDescending: isDescending)
    }

    /// The text of the key.
    public var rawValue: String { isDescending ? "-\(property.rawValue)" : property.rawValue }

    /// Compares properties and directions; the texts, which would be compared otherwise, take longer.
    public static func == (one: Self, other: Self) -> Bool {
      one.property == other.property && one.isDescending == other.isDescending
    }

    /// Whether a value of everything below a node of the index bounds it.
    var hasBounds: Bool {
      switch property {
      case .distance: isDescending
      case .spread, .stayPrice, .nightPrice: !isDescending
      default: property.isOfListing
      }
    }

    /// The key in the descending direction.
    public var descending: Self { Self(property, isDescending: true) }

    /// All keys except custom fields, each property in both directions.
    public static let allCases = SortProperty.allCases.flatMap { property in
      property == .recommended ? [Self(property)] : [Self(property), Self(property).descending]
    }
  }
}

extension Query.SortKey {
  /// By `SortProperty.distance`, ascending.
  public static var distance: Self { Self(.distance) }
  /// By `SortProperty.price`, ascending.
  public static var price: Self { Self(.price) }
  /// By `SortProperty.stayPrice`, ascending.
  public static var stayPrice: Self { Self(.stayPrice) }
  /// By `SortProperty.nightPrice`, ascending.
  public static var nightPrice: Self { Self(.nightPrice) }
  /// By `SortProperty.rating`, ascending; `.rating.descending` is best first.
  public static var rating: Self { Self(.rating) }
  /// By `SortProperty.votes`, ascending.
  public static var votes: Self { Self(.votes) }
  /// By `SortProperty.start`, ascending.
  public static var start: Self { Self(.start) }
  /// By `SortProperty.end`, ascending.
  public static var end: Self { Self(.end) }
  /// By `SortProperty.open`, ascending.
  public static var open: Self { Self(.open) }
  /// By `SortProperty.name`, ascending.
  public static var name: Self { Self(.name) }
  /// By `SortProperty.relevance`, best first.
  public static var relevance: Self { Self(.relevance) }
  /// By `SortProperty.best`, highest first.
  public static var best: Self { Self(.best) }
  /// By `SortProperty.route`, ascending.
  public static var route: Self { Self(.route) }
  /// By `SortProperty.spread`, ascending.
  public static var spread: Self { Self(.spread) }
  /// By `SortProperty.recommended`, highest first.
  public static var recommended: Self { Self(.recommended) }
  /// By `SortProperty.added`, ascending.
  public static var added: Self { Self(.added) }
  /// By `SortProperty.changed`, ascending.
  public static var changed: Self { Self(.changed) }
  /// By a custom field, ascending.
  public static func own(_ name: String) -> Self { Self(.own(name)) }
}

extension [Query.SortKey] {
  /// Whether a property is among the keys, in either direction.
  func use(_ property: Query.SortProperty) -> Bool { contains { $0.property == property } }
}

extension Query {
  /// Validates that the query has nights with a price.
  ///
  /// - Parameter part: the part that needs the price.
  func checkWholeStay(for part: String) throws(QueryError) {
    guard let stay else { throw .missing(path: "stay", neededBy: part) }
    guard !stay.partly else { throw .conflict("\(part) needs whole stays; leave \"partly\" out") }
  }

  /// Validates that a key can order the results of this query.
  func checkKey(_ key: SortKey) throws(QueryError) {
    switch key.property {
    case .distance where !hasDistance: throw .missing(path: "near", neededBy: "sort \"\(key.rawValue)\"")
    case .relevance where text == nil: throw .missing(path: "text", neededBy: "sort \"\(key.rawValue)\"")
    case .route where along == nil: throw .missing(path: "along", neededBy: "sort \"\(key.rawValue)\"")
    case .spread where group == nil: throw .missing(path: "near as a list", neededBy: "sort \"\(key.rawValue)\"")
    case .stayPrice, .nightPrice: try checkWholeStay(for: "sort \"\(key.rawValue)\"")
    case .recommended where key.isDescending: throw .conflict("sort: \"recommended\" has only one direction")
    default: break
    }
  }
}
