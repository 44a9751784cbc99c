/// Memory that searches of one worker use one after another, so that a search allocates none of it.
final class SearchScratch {
  /// One number per entry of a leaf, with room for a vector beyond the last.
  let entryBounds = UnsafeMutablePointer<Double>.allocate(capacity: Leaf.capacity + 8)
  /// The branches that the walk has opened.
  var branches = OpenBranches()
  /// Subtrees that wait to be visited.
  var queue = SubtreeQueue()
  /// The best matches so far.
  var top = TopMatches()
  /// Whether the bars of each schedule are open.
  let verdicts = VerdictTable()

  deinit { entryBounds.deallocate() }
}
