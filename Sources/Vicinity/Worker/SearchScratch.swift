/// Memory reused by the searches of one worker, so that a search does not allocate it.
///
/// For one thread at a time. No property is read while it is modified, so exclusivity checks are disabled, which saves
/// them for every node of the walk.
final class SearchScratch {
  /// One number per entry of a leaf, with room for a vector beyond the last.
  let entryBounds = UnsafeMutablePointer<Double>.allocate(capacity: Leaf.capacity + 8)
  /// The branches that the walk has opened.
  @exclusivity(unchecked) var branches = OpenBranches()
  /// Subtrees still to be visited.
  @exclusivity(unchecked) var queue = SubtreeQueue()
  /// The best matches so far.
  @exclusivity(unchecked) var top = TopMatches()
  /// Times of occurrences that the search has picked from recurring events.
  @exclusivity(unchecked) private(set) var occurrences: [OccurrenceTimes] = []
  /// The opening verdicts of schedules.
  let verdicts = VerdictTable()
  /// Further ones, for the openings of filter expressions.
  private var moreVerdicts: [VerdictTable] = []
  /// The recommendation scores of a member, if requested.
  let columns = MemberScores()
  /// The cost of the request that these searches belong to.
  let work: WorkMeter

  init(_ work: WorkMeter) { self.work = work }

  /// The table of the opening with a number in a filter expression.
  func verdicts(ofOpening number: Int) -> VerdictTable {
    while moreVerdicts.count <= number { moreVerdicts.append(VerdictTable()) }
    return moreVerdicts[number]
  }

  /// An entry that denotes one occurrence of a recurring event.
  func entry(_ entry: Entry, at times: OccurrenceTimes) -> Entry {
    occurrences.append(times)
    return Entry(leaf: entry.leaf, index: entry.index, occurrence: occurrences.count)
  }

  /// The times of an entry.
  @inline(__always)
  func times(of entry: Entry) -> OccurrenceTimes {
    entry.occurrence == 0 ? entry.ownTimes : occurrences[Int(entry.occurrence) - 1]
  }

  /// Removes the last occurrence, which is not used.
  func forgetLastOccurrence() { occurrences.removeLast() }

  /// Removes the occurrences of the last search.
  func forgetOccurrences() { if !occurrences.isEmpty { occurrences.removeAll(keepingCapacity: true) } }

  deinit { entryBounds.deallocate() }
}
