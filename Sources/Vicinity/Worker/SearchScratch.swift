/// Memory that searches of one worker use one after another, so that a search allocates none of it.
///
/// One thread uses it at a time, and no property is read while it is changed, so the walk is spared the checks for that at every page.
final class SearchScratch {
  /// One number per entry of a leaf, with room for a vector beyond the last.
  let entryBounds = UnsafeMutablePointer<Double>.allocate(capacity: Leaf.capacity + 8)
  /// The branches that the walk has opened.
  @exclusivity(unchecked) var branches = OpenBranches()
  /// Subtrees that wait to be visited.
  @exclusivity(unchecked) var queue = SubtreeQueue()
  /// The best matches so far.
  @exclusivity(unchecked) var top = TopMatches()
  /// Times of occurrences that the search has picked from recurring events.
  @exclusivity(unchecked) private(set) var occurrences: [OccurrenceTimes] = []
  /// Whether the bars of each schedule are open.
  let verdicts = VerdictTable()
  /// What is known of listings for a member, where that is asked for.
  let columns = MemberScores()
  /// What the question costs that all these searches belong to.
  let work: WorkMeter

  init(_ work: WorkMeter) { self.work = work }

  /// An entry that stands for one occurrence of a recurring event.
  func entry(_ entry: Entry, at times: OccurrenceTimes) -> Entry {
    occurrences.append(times)
    return Entry(leaf: entry.leaf, index: entry.index, occurrence: occurrences.count)
  }

  /// When an entry takes place.
  @inline(__always)
  func times(of entry: Entry) -> OccurrenceTimes {
    entry.occurrence == 0 ? entry.ownTimes : occurrences[Int(entry.occurrence) - 1]
  }

  /// Forgets the occurrence that was picked last, which nobody keeps.
  func forgetLastOccurrence() { occurrences.removeLast() }

  /// Forgets the occurrences of the last search.
  func forgetOccurrences() { if !occurrences.isEmpty { occurrences.removeAll(keepingCapacity: true) } }

  deinit { entryBounds.deallocate() }
}
