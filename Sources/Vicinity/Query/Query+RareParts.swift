extension Query {
  /// The parts of a query that most do without, kept together behind one reference.
  ///
  /// A query is copied several times on its way to an answer, and an answer that is found within microseconds notices a copy of a thousand
  /// bytes with two dozen references.
  struct RareParts: Hashable, Sendable {
    var place: String?
    var group: Group?
    var along: Along?
    var area: Area?
    var outside: Area?
    var front: [SortKey] = []
    var relax: Bool = false
    var caller: String?
    var cluster: Int?
    var facets: [Facet] = []
    var facetLimit: Int = usualFacetLimit
    var members: [String] = []
    var recommending: Recommending?
    var words: [Field: Set<String>] = [:]

    /// How many values of a facet are told.
    static let usualFacetLimit = 20

    /// Of a query that does without all of them.
    static let usual = RareParts()

    /// Never changed: who changes a part makes a new one.
    final class Box: Hashable, Sendable {
      let parts: RareParts

      init(_ parts: RareParts) { self.parts = parts }

      static func == (a: Box, b: Box) -> Bool { a.parts == b.parts }
      func hash(into hasher: inout Hasher) { parts.hash(into: &hasher) }
    }
  }
}
