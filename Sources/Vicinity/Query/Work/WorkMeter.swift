import Streams

/// Counts the cost of a worker's current request, and ends it when its budget is spent.
///
/// For one thread. Called for every node of the walk, so it is an addition and a comparison.
final class WorkMeter {
  @exclusivity(unchecked) private var budget: WorkBudget
  /// The cost so far.
  @exclusivity(unchecked) private(set) var nodes = 0
  @exclusivity(unchecked) private(set) var occurrences = 0
  /// The nodes and occurrences after which the budget is looked at: its limits, or less where there is a deadline.
  @exclusivity(unchecked) private var nextNodes = Int.max
  @exclusivity(unchecked) private var nextOccurrences = Int.max

  /// Ends the work when it is raised.
  private let stop: StopSign?

  init(_ budget: WorkBudget = .unlimited, stop: StopSign? = nil) {
    (self.budget, self.stop) = (budget, stop)
    lookLater()
  }

  /// Starts over with a new request.
  func begin(_ budget: WorkBudget) {
    self.budget = budget
    (nodes, occurrences) = (0, 0)
    lookLater()
  }

  @inline(__always)
  func visitNodes(_ count: Int = 1) throws {
    nodes &+= count
    if nodes > nextNodes { try look() }
  }

  @inline(__always)
  func takeOccurrences(_ count: Int = 1) throws {
    occurrences &+= count
    if occurrences > nextOccurrences { try look() }
  }

  /// - Parameter count: the size of the line so far.
  @inline(__always)
  func checkBytes(_ count: Int) throws {
    if count > budget.bytes { try refuse(.bytes, budget.bytes) }
  }

  /// Waits for what another thread makes.
  ///
  /// - Throws: `TooExpensive` at the deadline, `BeingMade` where waiting is not allowed; the error of the other thread.
  func wait(for ending: Ending) throws {
    guard budget.mayWait else { throw BeingMade(ending: ending) }
    guard try ending.wait(until: budget.deadline) else { throw TooExpensive(part: .deadline, limit: 0) }
  }

  /// Runs a part of the request that has to end within a share of the time that is left.
  func within<Result>(_ share: Double, _ body: () throws -> Result) throws -> Result {
    guard let deadline = budget.deadline else { return try body() }
    let now = ContinuousClock.now
    budget.deadline = now + now.duration(to: deadline) * share
    lookLater()
    defer {
      budget.deadline = deadline
      lookLater()
    }
    try look()
    return try body()
  }

  /// Whether it may wait for what other threads make.
  var mayWait: Bool { budget.mayWait }

  /// Between two looks at the clock: tens of microseconds.
  private static let (nodesPerLook, occurrencesPerLook) = (64, 512)

  @inline(never)
  private func look() throws {
    if nodes > budget.nodes { try refuse(.nodes, budget.nodes) }
    if occurrences > budget.occurrences { try refuse(.occurrences, budget.occurrences) }
    if stop?.isUp == true { throw Stopped() }
    if let deadline = budget.deadline, ContinuousClock.now >= deadline { try refuse(.deadline, 0) }
    lookLater()
  }

  private func lookLater() {
    guard budget.deadline != nil || stop != nil else {
      (nextNodes, nextOccurrences) = (budget.nodes, budget.occurrences)
      return
    }
    nextNodes = min(budget.nodes, nodes + Self.nodesPerLook)
    nextOccurrences = min(budget.occurrences, occurrences + Self.occurrencesPerLook)
  }

  @inline(never)
  private func refuse(_ part: TooExpensive.Part, _ limit: Int) throws { throw TooExpensive(part: part, limit: limit) }
}
