/// Counts the cost of a worker's current request, and ends it when its budget is spent.
///
/// For one thread. Called for every node of the walk, so it is an addition and a comparison.
final class WorkMeter {
  @exclusivity(unchecked) private var budget: WorkBudget
  /// The cost so far.
  @exclusivity(unchecked) private(set) var nodes = 0
  @exclusivity(unchecked) private(set) var occurrences = 0

  init(_ budget: WorkBudget = .unlimited) { self.budget = budget }

  /// Starts over with a new request.
  func begin(_ budget: WorkBudget) {
    self.budget = budget
    (nodes, occurrences) = (0, 0)
  }

  @inline(__always)
  func visitNodes(_ count: Int = 1) throws {
    nodes &+= count
    if nodes > budget.nodes { try refuse(.nodes, budget.nodes) }
  }

  @inline(__always)
  func takeOccurrences(_ count: Int = 1) throws {
    occurrences &+= count
    if occurrences > budget.occurrences { try refuse(.occurrences, budget.occurrences) }
  }

  /// - Parameter count: the size of the line so far.
  @inline(__always)
  func checkBytes(_ count: Int) throws {
    if count > budget.bytes { try refuse(.bytes, budget.bytes) }
  }

  @inline(never)
  private func refuse(_ part: TooExpensive.Part, _ limit: Int) throws { throw TooExpensive(part: part, limit: limit) }
}
