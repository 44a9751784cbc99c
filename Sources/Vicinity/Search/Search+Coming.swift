extension Search {
  /// Drops events that are over from the candidates of a query that tests kinds only.
  mutating func dropPast(_ entries: inout EntrySet, of leaf: Leaf) throws {
    guard let coming = filters.coming else { return }
    coming.narrow(&entries, of: leaf)
    var recurring = entries
    recurring.formIntersection(leaf.recurring)
    for position in recurring where try next(Entry(leaf: leaf, index: position)) == nil {
      entries.subtract(EntrySet(range: position..<(position + 1)))
    }
  }

  /// The times of the current or next occurrence of a recurring event; nil if all are over.
  private func next(_ entry: Entry) throws -> OccurrenceTimes? {
    guard let occurrence = try occurrence(of: entry, distance: 0) else { return nil }
    let times = worker.scratch.times(of: occurrence)
    if occurrence.occurrence > 0 { worker.scratch.forgetLastOccurrence() }
    return times
  }

  /// The sums of the events below each child of an inner node that are not over; cached with its version until another
  /// event ends.
  mutating func comingSums(below node: Int, _ branch: Branch, level: Int) throws -> ComingSums {
    let now = plan.now.secondsSince1970
    if let known = snapshot.comingSums[node], known.valid.contains(now) { return known }
    try work.visitNodes(branch.count)
    var (sums, times, from, until) = ([CellSum](), [ComingSums.Times](), Int64.min, Int64.max)
    sums.reserveCapacity(branch.count)
    for child in 0..<branch.count {
      let node = Int(branch.nodes[child])
      if level > 1 {
        let below = try comingSums(below: node, try worker.branch(node, of: snapshot), level: level - 1)
        sums.append(below.total)
        times.append(below.times.reduce(into: .init()) { $0.add($1) })
        (from, until) = (max(from, below.valid.lowerBound), min(until, below.valid.upperBound))
      } else {
        let leaf = try worker.leaf(node, of: snapshot)
        var (sum, ofLeaf) = (CellSum(), ComingSums.Times())
        for position in leaf.inBusiness(of: .event) {
          let entry = Entry(leaf: leaf, index: position)
          let shown = entry.recurs ? try next(entry) : entry.ownTimes
          if let shown, filters.coming?.isOver(shown) != true {
            sum.add(leaf, position)
            ofLeaf.add(shown)
            if shown.starts != .max { until = min(until, shown.over) }
            // Before, an earlier occurrence may be the next one.
            if entry.recurs { from = max(from, now) }
          } else {
            // All occurrences of a recurring event were over at some time before now.
            from = max(from, entry.recurs ? now : entry.ownTimes.over)
          }
        }
        sums.append(sum)
        times.append(ofLeaf)
      }
    }
    let made = ComingSums(sums, times, valid: from..<max(until, from + 1))
    snapshot.comingSums[node] = made
    return made
  }
}
