extension Query {
  /// A query like another one, without one of its conditions.
  public struct Relaxed: Hashable, Sendable {
    /// The key of the condition that was dropped.
    public var dropped: String
    /// What is left.
    public var query: Query
  }

  /// The same query without each of its conditions in turn, to find out which one leaves nothing.
  ///
  /// The place is not among them. What only continues or arranges the answer is dropped from all, and no result is asked for but the total.
  public var relaxed: [Relaxed] {
    var plain = countOnly
    // Dropping a time filter must not change which kinds are meant.
    plain.kinds = kinds ?? kindsSpokenOf
    var all: [Relaxed] = []
    func drop(_ key: String, if isGiven: Bool, _ remove: (inout Query) -> Void) {
      guard isGiven else { return }
      var query = plain
      remove(&query)
      all.append(Relaxed(dropped: key, query: query))
    }
    drop("kinds", if: kinds != nil) { $0.kinds = Set(Kind.allCases) }
    drop("open", if: open != nil) { $0.open = nil }
    drop("during", if: during != nil) { $0.during = nil }
    drop("stay", if: stay != nil) { $0.stay = nil }
    drop("tags", if: !tags.isEmpty) { $0.tags = TagFilter() }
    drop("price", if: price != nil) { $0.price = nil }
    drop("rating", if: rating != nil) { $0.rating = nil }
    drop("text", if: text != nil) { $0.text = nil }
    return all
  }

  /// Only the place of the query: what is there at all.
  public var placeOnly: Query {
    var query = Query()
    (query.near, query.radius, query.within, query.metric) = (near, radius, within, metric)
    (query.group, query.along) = (group, along)
    (query.area, query.outside) = (area, outside)
    (query.limit, query.total) = (0, true)
    return query
  }

  private var countOnly: Query {
    var query = self
    (query.after, query.fields, query.id) = (nil, nil, nil)
    (query.sort, query.limit, query.total) = ([], 0, true)
    (query.cluster, query.facets) = (nil, [])
    return query
  }

  /// The kinds that the time filters speak of; nil without any.
  var kindsSpokenOf: Set<Kind>? {
    var kinds: Set<Kind> = []
    if open != nil { kinds.formUnion([.bar, .event]) }
    if during != nil { kinds.insert(.event) }
    if stay != nil { kinds.insert(.couch) }
    return kinds.isEmpty ? nil : kinds
  }
}
