import Hours

// What most lists show of a match. The default fields of a query include all of it.

extension Match: Identifiable {}

extension Match {
  /// The name; nil without one, or unless requested.
  public var name: String? { record?.listing.name }

  /// The tags; empty without any, or unless requested.
  public var tags: [String] { record?.listing.tags ?? [] }

  /// The price of one visit, ticket or night, zero if free; nil where unknown, or unless requested.
  public var price: Price? { record?.listing.price }

  /// The mean rating from 0 to 5; nil without one, or unless requested.
  public var rating: Double? { record?.listing.rating }

  /// The number of ratings; nil without any, or unless requested.
  public var ratingCount: Int? { record?.listing.ratingCount }

  /// A deviation of an event from its announcement; nil when it takes place as announced, or unless requested.
  public var status: EventStatus? { record?.listing.status }

  /// Whether it is open, at the instant of the query or else at its `now`; an event is while it takes place.
  ///
  /// Nil where that is unknown, for couches, or unless requested. ``opening`` also says until when.
  public var isOpen: Bool? {
    switch opening?.state {
    case .open: true
    case .closed: false
    case .unknown, nil: nil
    }
  }
}
