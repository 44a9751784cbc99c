import Vicinity

/// The property that determines the cost of a generated query; every query has one class.
///
/// *Bounded* means within a radius or a box. The id of a generated query begins with its class, by which measurements
/// group the queries.
enum QueryClass: String, CaseIterable, Sendable {
  /// No limit in space, and no filter but kinds, prices and ratings.
  case nearest
  /// The same, bounded.
  case plainBounded = "plain-bounded"
  /// Couches for a stay.
  case staysBounded = "stays-bounded"
  case staysUnbounded = "stays-unbounded"
  /// Wanted or unwanted tags.
  case tags
  /// Events in a window.
  case eventsBounded = "events-bounded"
  case eventsUnbounded = "events-unbounded"
  /// Open at some time.
  case openBounded = "open-bounded"
  case openUnbounded = "open-unbounded"
  /// A radius of 10 km and more, in the order of distance.
  case wide
  /// Another order than distance, which is always bounded.
  case byPrice = "by-price"
  case byRating = "by-rating"
  case byStart = "by-start"
  case byOpen = "by-open"
  case byName = "by-name"
  /// Words, in any order.
  case wordsBounded = "words-bounded"
  case wordsUnbounded = "words-unbounded"

  /// The least radius of a wide query.
  static let wideRadiusMeters = 10_000.0

  /// The class of a query: that of the part that usually costs most.
  init(_ query: Query) {
    let isBounded = query.radiusMeters != nil || query.within != nil
    if query.text != nil {
      self = isBounded ? .wordsBounded : .wordsUnbounded
    } else if let order = Self(order: query.sort.first?.property) {
      self = order
    } else if query.radiusMeters ?? 0 >= Self.wideRadiusMeters {
      self = .wide
    } else if query.open != nil {
      self = isBounded ? .openBounded : .openUnbounded
    } else if query.during != nil {
      self = isBounded ? .eventsBounded : .eventsUnbounded
    } else if query.stay != nil {
      self = isBounded ? .staysBounded : .staysUnbounded
    } else if !query.tags.isEmpty {
      self = .tags
    } else {
      self = isBounded ? .plainBounded : .nearest
    }
  }

  /// The class of an order; nil for orders without a class.
  private init?(order: Query.SortProperty?) {
    switch order {
    case .price: self = .byPrice
    case .rating: self = .byRating
    case .start: self = .byStart
    case .open: self = .byOpen
    case .name: self = .byName
    default: return nil
    }
  }
}
