extension Query {
  /// The query with only its place: all listings there.
  public var placeOnly: Query {
    var query = Query()
    (query.near, query.radiusMeters, query.within, query.metric) = (near, radiusMeters, within, metric)
    (query.group, query.along, query.area, query.outside) = (group, along, area, outside)
    (query.limit, query.total, query.caller) = (0, true, caller)
    query.includePast()
    query.includeClosed()
    return query
  }

  /// Includes past events, for the kinds of the query; for all kinds if it names none.
  package mutating func includePast() {
    kinds = kinds ?? kindsSpokenOf ?? Set(Kind.allCases)
    during = .named(.any)
  }

  /// Whether events that are over are left out: nothing is said about times.
  var leavesOutPast: Bool {
    during == nil && open == nil && (!hasRareParts || filter?.speaksOfTimes != true)
      && (kinds ?? kindsSpokenOf)?.contains(.event) ?? true
  }

  /// Whether listings that are not in business are left out: nothing is said about their status.
  package var leavesOutClosed: Bool {
    !hasRareParts || words[.operatingStatus] == nil && filter?.speaksOfStatus != true
  }

  /// Makes the query find listings that are not in business as well.
  package mutating func includeClosed() { words[.operatingStatus] = Set(OperatingStatus.allCases.map(\.rawValue)) }

  /// The kinds that the time filters apply to; nil without any.
  var kindsSpokenOf: Set<Kind>? {
    var kinds: Set<Kind> = []
    for part in QueryPart.implying where part.isGiven(self) { kinds.formUnion(part.kinds) }
    return kinds.isEmpty ? nil : kinds
  }
}
