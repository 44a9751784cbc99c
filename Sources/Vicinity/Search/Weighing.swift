import Geography

/// The amount by which a listing fails a condition.
struct Shortfall: Hashable, Sendable {
  /// In the unit of the condition; 0 or less if it passes: the negative margin.
  ///
  /// For a stay, the days by which it would have to be later (positive) or earlier (negative); 0 where the couch is
  /// free.
  var by: Double
  /// The bound that would just be passed.
  var bound: Bound

  /// A bound of a condition.
  enum Bound: Hashable, Sendable {
    case number(Double)
    /// A box extended to contain this.
    case coordinate(Coordinate)
  }

  /// The number of the currency of an amount; nil if there is none.
  var currency: Int32?

  init(by: Double, _ bound: Bound, currency: Int32? = nil) {
    (self.by, self.bound, self.currency) = (by, bound, currency)
  }
}

/// Collects the smallest shortfall among the listings that pass all other conditions.
///
/// A class, so that a search without it carries only a reference; for one thread, like its search.
final class Weighing {
  let condition: Condition
  /// The query with the original condition.
  let asked: Query
  /// The smallest of all, margins included.
  private(set) var least: Shortfall?
  /// The smallest shortfall of the conditions that fail.
  private(set) var leastMissing: Shortfall?
  /// For a stay: the number of matches when it is this many days later (positive) or earlier (negative).
  var free: [Int: Int] = [:]

  init(_ condition: Condition, of asked: Query) { (self.condition, self.asked) = (condition, asked) }

  func add(_ shortfall: Shortfall) {
    if least.map({ isLess(shortfall, than: $0) }) ?? true { least = shortfall }
    guard shortfall.misses(condition), leastMissing.map({ isLess(shortfall, than: $0) }) ?? true else { return }
    leastMissing = shortfall
  }

  /// For a stay the nearer one, preferring later.
  private func isLess(_ one: Shortfall, than other: Shortfall) -> Bool {
    guard condition == .stay else { return one.by < other.by }
    return abs(one.by) == abs(other.by) ? one.by > other.by : abs(one.by) < abs(other.by)
  }
}

extension Shortfall {
  func misses(_ condition: Condition) -> Bool { condition == .stay ? by != 0 : by > 0 }
}
