import Foundation

/// Decides whether to merge several lists before the walk: else it merges their parts at each node above the leaves
/// that it visits.
struct MergePlanner {
  private let listings: Double
  private let counts: [Double]
  private let wanted: Double
  /// The number of listings in the search extent.
  var inExtent: Double

  /// The cost of an element of a list.
  private static let elementWork = 0.1
  /// The cost of a node above the leaves: its share of each list has to be found.
  private static let nodeWork = 40.0

  /// - Parameters:
  ///   - counts: the lengths of the lists.
  ///   - wanted: the number of matches that end the search; infinity if all are wanted.
  init(listings: Double, counts: [Double], wanted: Double) {
    (self.listings, self.counts, self.wanted) = (listings, counts, wanted)
    inExtent = listings
  }

  var prefersMerging: Bool { mergingWork < walkWork }

  private var mergingWork: Double { Self.elementWork * counts.reduce(0, +) }

  /// The work at the nodes above the leaves, as if the lists were independent.
  private var walkWork: Double {
    let matching = counts.reduce(1) { $0 * min(1, $1 / listings) }
    let entries = min(inExtent, wanted / max(matching, 1e-12))
    let onNode = Planner.leafEntries * Planner.leafEntries
    // The probability that a node has a listing of every list below it.
    let share = counts.reduce(1) { $0 * (1 - exp(-$1 / listings * onNode)) }
    return entries / onNode * share * Self.nodeWork
  }
}
