/// Tests the tags of a leaf's listings, by number and for the whole leaf at once.
final class TagFilter {
  /// At least one of these; nil for no condition. Tags unknown to the catalog are left out, and an empty list passes
  /// nothing.
  let any: [Int32]?
  /// Every one of these; nil when one of them is unknown to the catalog, so that nothing passes.
  let all: [Int32]?
  let none: [Int32]

  /// - Parameter number: the number of a tag; nil when no listing has it.
  init(_ filter: Query.TagFilter, number: (String) throws -> Int32?) rethrows {
    any = filter.any.isEmpty ? nil : try filter.any.compactMap(number)
    let all = try filter.all.map(number)
    self.all = all.contains(nil) ? nil : all.compactMap { $0 }
    none = try filter.none.compactMap(number)
  }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    guard let all else { return entries = EntrySet() }
    for tag in all where !entries.isEmpty { entries.formIntersection(leaf.entries(tagged: tag)) }
    if let any, !entries.isEmpty {
      var wanted = EntrySet()
      for tag in any { wanted.formUnion(leaf.entries(tagged: tag)) }
      entries.formIntersection(wanted)
    }
    for tag in none where !entries.isEmpty { entries.subtract(leaf.entries(tagged: tag)) }
  }
}
