extension Query {
  /// Only the place of the query: what is there at all.
  public var placeOnly: Query {
    var query = Query()
    (query.near, query.radius, query.within, query.metric) = (near, radius, within, metric)
    (query.group, query.along, query.area, query.outside) = (group, along, area, outside)
    (query.limit, query.total) = (0, true)
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
