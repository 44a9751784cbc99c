/// Compares the tags of a candidate with the wanted and unwanted ones, by number.
struct TagTest {
  /// At least one of these; nil asks nothing. Unknown to the catalog: an empty list, which nothing passes.
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

  func passes(_ candidate: Candidate) -> Bool {
    guard let all else { return false }
    let tags = candidate.tags
    if let any, !any.contains(where: tags.contains) { return false }
    return all.allSatisfy(tags.contains) && !none.contains(where: tags.contains)
  }
}
