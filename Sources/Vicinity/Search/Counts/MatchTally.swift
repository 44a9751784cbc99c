/// Counts of all matches by map cell and by facet.
///
/// A class, so that a search without counts carries only a reference; for one thread, like its search.
final class MatchTally {
  var cells: CellTally?
  var facets: FacetTally?

  /// Nil when the query requests neither; parameters are as for `FacetTally`.
  init?(_ query: Query, _ stayPrices: StayPrices?, areasOn: ((Leaf) throws -> LeafAreas)?) {
    guard query.cluster != nil || !query.facets.isEmpty else { return nil }
    cells = query.cluster.map { CellTally(zoom: $0, within: query.within) }
    facets = query.facets.isEmpty ? nil : FacetTally(query, stayPrices, areasOn: areasOn)
  }

  /// Adds one match.
  func add(_ entry: Entry) throws {
    cells?.add(entry.leaf, entry.index)
    try facets?.add(entry)
  }

  /// Adds matches on a leaf, each once.
  func add(_ entries: EntrySet, of leaf: Leaf) throws {
    guard !entries.isEmpty else { return }
    cells?.add(entries, of: leaf)
    try facets?.add(entries, of: leaf)
  }
}
