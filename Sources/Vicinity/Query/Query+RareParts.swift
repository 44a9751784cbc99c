extension Query {
  /// The rarely used parts of a query, stored behind one reference.
  ///
  /// A query is copied several times on its way to an answer, and copying a thousand bytes with two dozen references
  /// would be noticeable in answers that take microseconds.
  struct RareParts: Hashable, Sendable {
    var place: String?
    var foundPlace: String?
    var group: Group?
    var along: Along?
    var area: Area?
    var outside: Area?
    var paretoFront: [SortKey] = []
    var relax: Bool = false
    var caller: String?
    var cluster: Int?
    var facets: [Facet] = []
    var facetLimit: Int = usualFacetLimit
    var members: [String] = []
    var recommending: Recommending?
    var bestMatch: BestMatchWeights?
    var words: [Field: Set<String>] = [:]
    var filter: FilterExpression?
    var ownFields: [String] = []
    var typos: Int?
    var nightPrice: NightPriceFilter?
    var listedSince: Since?

    /// The default number of values of a facet.
    static let usualFacetLimit = 20

    /// The default values.
    static let usual = RareParts()

    /// Immutable: changing a part replaces the box.
    final class Box: Hashable, Sendable {
      let parts: RareParts

      init(_ parts: RareParts) { self.parts = parts }

      static func == (a: Box, b: Box) -> Bool { a === b || a.parts == b.parts }
      func hash(into hasher: inout Hasher) { parts.hash(into: &hasher) }
    }
  }
}

extension Query {
  /// Whether another query asks for the same, perhaps elsewhere: it differs in `near` and the id at most.
  ///
  /// What differs most often is compared first.
  @inline(__always)
  func isLike(_ other: Query) -> Bool {
    limit == other.limit && radiusMeters == other.radiusMeters && (near == nil) == (other.near == nil)
      && rare == other.rare && within == other.within && text == other.text && kinds == other.kinds
      && fields == other.fields && now == other.now && open == other.open && during == other.during
      && stay == other.stay && tags == other.tags && price == other.price && rating == other.rating
      && sort == other.sort && total == other.total && occurrences == other.occurrences && metric == other.metric
      && language == other.language && after == other.after
  }
}
