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
    var front = RunningFront(of: count)
    return try filter { try front.admits(keys[$0.keys], work) }
  }
}

/// The keys that no other dominates, of the matches so far.
struct RunningFront {
  /// The keys one after the other.
  private var numbers: [Double] = []
  private let count: Int
  private var comparisons = 0

  /// - Parameter count: the number of keys, at least 1.
  init(of count: Int) { self.count = count }

  /// Adds a match, and drops those that it dominates; false if another one dominates it.
  ///
  /// - Parameter work: charged for comparisons; 64 cost as much as a node.
  mutating func admits(_ key: RankKey, _ work: WorkMeter) throws -> Bool {
    let own = (0..<count).map { key[$0] }
    let better = stride(from: 0, to: numbers.count, by: count).first { beats(numbers, $0, own, 0) }
    comparisons += (better ?? numbers.count) / count
    try work.visitNodes(comparisons / 64)
    comparisons %= 64
    if let better {
      // What dominates much is compared first.
      let earlier = better / count / 2 * count
      for position in 0..<count { numbers.swapAt(earlier + position, better + position) }
      return false
    }
    var kept = 0
    for element in stride(from: 0, to: numbers.count, by: count) where !beats(own, 0, numbers, element) {
      for position in 0..<count { numbers[kept + position] = numbers[element + position] }
      kept += count
    }
    numbers.removeLast(numbers.count - kept)
    numbers += own
    return true
  }

  /// Whether one of them dominates everything whose keys are not less than some bounds; false without bounds.
  func beats(all bounds: [Double]) -> Bool {
    !bounds.isEmpty && stride(from: 0, to: numbers.count, by: count).contains { beats(numbers, $0, bounds, 0) }
  }

  @inline(__always)
  private func beats(_ numbers: [Double], _ first: Int, _ others: [Double], _ otherFirst: Int) -> Bool {
    var isBetter = false
    for position in 0..<count {
      let (own, other) = (numbers[first + position], others[otherFirst + position])
      if own > other { return false }
      if own < other { isBetter = true }
    }
    return isBetter
  }
}
