import Geography

/// By how much a listing misses a condition.
struct Shortfall: Hashable, Sendable {
  /// In the unit of the condition; 0 or less where it passes, and then so much room is left.
  ///
  /// Of a stay the days by which it would have to be later, or, below zero, earlier; 0 where the couch is free.
  var by: Double
  /// The bound that it would just pass.
  var bound: Bound

  /// A bound of a condition.
  enum Bound: Hashable, Sendable {
    case number(Double)
    /// A box that holds this, too.
    case coordinate(Coordinate)
  }

  /// The number of the currency of an amount; nil where there is none.
  var currency: Int32?

  init(by: Double, _ bound: Bound, currency: Int32? = nil) {
    (self.by, self.bound, self.currency) = (by, bound, currency)
  }
}

/// What a search for the least shortfall has found among the listings that pass all other conditions.
///
/// A class, so that a search that weighs nothing carries a reference and no more; for one thread, like its search.
final class Weighing {
  let condition: Condition
  /// The query with the condition as it was asked.
  let asked: Query
  /// The least of all, room included.
  private(set) var least: Shortfall?
  /// The least of those that fail.
  private(set) var leastMissing: Shortfall?
  /// Of a stay: how many match when it is so many days later or, below zero, earlier.
  var free: [Int: Int] = [:]

  init(_ condition: Condition, of asked: Query) { (self.condition, self.asked) = (condition, asked) }

  func add(_ shortfall: Shortfall) {
    if least.map({ isLess(shortfall, than: $0) }) ?? true { least = shortfall }
    guard shortfall.misses(condition), leastMissing.map({ isLess(shortfall, than: $0) }) ?? true else { return }
    leastMissing = shortfall
  }

  /// Of a stay the nearer one, and of two equally near the later.
  private func isLess(_ one: Shortfall, than other: Shortfall) -> Bool {
    guard condition == .stay else { return one.by < other.by }
    return abs(one.by) == abs(other.by) ? one.by > other.by : abs(one.by) < abs(other.by)
  }
}

extension Shortfall {
  func misses(_ condition: Condition) -> Bool { condition == .stay ? by != 0 : by > 0 }
}
