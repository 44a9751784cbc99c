import Foundation

/// The cost limit for the standing queries that are evaluated after one change of a listing.
///
/// Queries that are decided by the facts of a listing take a few nanoseconds and are free. The others are evaluated in
/// turn, one per owner, until their owner or all of them have used up the budget: the remaining ones are not evaluated
/// at that change.
package struct JudgingBudget: Sendable {
  /// Microseconds of a processor for the queries of one owner.
  package var ofOwner: Int
  /// Microseconds of a processor for the queries of all owners.
  package var ofChange: Int
  /// Microseconds of a processor that this thread has taken.
  package var meter: @Sendable () -> Int

  /// Makes a budget.
  package init(ofOwner: Int, ofChange: Int, meter: @escaping @Sendable () -> Int = JudgingBudget.threadTime) {
    (self.ofOwner, self.ofChange, self.meter) = (ofOwner, ofChange, meter)
  }

  /// For queries of many members who do not know each other.
  package static let usual = JudgingBudget(ofOwner: 5_000, ofChange: 50_000)

  /// The processor time of the calling thread.
  package static func threadTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
  }
}

/// The queries that matched a listing, and those that were not evaluated; both ascending by serial.
struct StandingJudgment {
  var found: [StandingQuery] = []
  var skipped: [StandingQuery] = []
}

/// The cost so far of the queries of one evaluation.
struct JudgingAccount {
  private let budget: JudgingBudget
  private var owners: [String: Int] = [:]
  private var all = 0

  init(_ budget: JudgingBudget) { self.budget = budget }

  /// Runs a test on account of the owner of a query.
  ///
  /// - Returns: nil, without running it, when nothing is left.
  mutating func test(_ query: StandingQuery, _ body: () throws -> Bool) rethrows -> Bool? {
    let owner = query.owner ?? ""
    guard all < budget.ofChange, query.owner == nil || owners[owner, default: 0] < budget.ofOwner else { return nil }
    let before = budget.meter()
    defer {
      let cost = budget.meter() - before
      all += cost
      owners[owner, default: 0] += cost
    }
    return try body()
  }
}

extension [StandingQuery] {
  /// One query of each owner, then a second one of each, and so on.
  var inTurn: [StandingQuery] {
    var counts: [String: Int] = [:]
    return map { query in
      let turn = counts[query.owner ?? "", default: 0]
      counts[query.owner ?? ""] = turn + 1
      return (query, turn)
    }.sorted { ($0.1, $0.0.serial) < ($1.1, $1.0.serial) }.map(\.0)
  }
}
