/// What all matches together look like: counts by cell of a map, and by facet.
///
/// A class, so that a search that counts nothing carries a reference and no more; for one thread, like its search.
final class MatchTally {
  var cells: CellTally?
  var facets: FacetTally?

  /// Nil when the query asks for neither.
  init?(_ query: Query) {
    guard query.cluster != nil || !query.facets.isEmpty else { return nil }
    cells = query.cluster.map { CellTally(zoom: $0, within: query.within) }
    facets = query.facets.isEmpty ? nil : FacetTally(query)
  }

  /// Takes in one match.
  func add(_ entry: Entry) {
    cells?.add(entry.leaf, entry.index)
    facets?.add(entry)
  }
}
