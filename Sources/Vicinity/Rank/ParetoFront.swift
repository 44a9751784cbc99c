extension [Ranked] {
  /// The Pareto front: the elements that no other dominates. One dominates another if it is at least as good in all
  /// keys and better in one.
  ///
  /// One pass suffices because the elements are sorted by their keys: a dominating element comes first. A missing value
  /// is the worst there is, and two missing values are equal.
  /// - Parameters:
  ///   - keys: the keys of all, or none where the first number is the only key.
  ///   - count: the number of keys.
  ///   - work: charged for comparisons; 64 cost as much as a node.
  /// - Complexity: O(n × f) comparisons of keys, f being the size of the front.
  ///
  /// Source: Chomicki, Godfrey, Gryz and Liang, "Skyline with presorting", 2003, doi:10.1109/ICDE.2003.1260846.
  func paretoFront(_ keys: [RankKey], count: Int, _ work: WorkMeter) throws -> [Ranked] {
    guard !keys.isEmpty else { return filter { $0.first == first?.first } }
    var front: [Ranked] = []
    var comparisons = 0
    for ranked in self {
      let own = keys[ranked.keys]
      let better = front.firstIndex { keys[$0.keys].beats(own, count: count) }
      if better == nil { front.append(ranked) }
      comparisons += better ?? front.count
      try work.visitNodes(comparisons / 64)
      comparisons %= 64
    }
    return front
  }
}

extension RankKey {
  fileprivate func beats(_ other: RankKey, count: Int) -> Bool {
    var isBetter = false
    for position in 0..<Swift.min(count, Self.capacity) {
      if self[position] > other[position] { return false }
      if self[position] < other[position] { isBetter = true }
    }
    return isBetter
  }
}
