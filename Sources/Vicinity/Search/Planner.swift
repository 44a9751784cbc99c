/// Chooses where a search starts: from the R-tree, or from a list of the listings that have rare tags or certain words.
///
/// Pure arithmetic on estimates; the unit of work is one entry of a leaf that the walk looks at.
struct Planner: Hashable, Sendable {
  /// Listings in the catalog.
  var listings: Double
  /// Listings in the region asked about.
  var inRegion: Double
  /// The share of listings that pass the tests other than those of the list's own words or tags.
  var share: Double
  /// The share that have the wanted tags or words: 1 when none are asked for.
  var listShare: Double
  /// Elements of the list; nil when there is none to start from.
  var listed: Double?
  /// How many matches end the search; infinity when all are wanted.
  var wanted: Double

  /// A page of the tree is worth so many entries beside its own: waiting for memory, the queue, the bounds.
  static let nodeWork = 20.0
  /// Measuring an element of a list and queueing it.
  static let elementWork = 1.5
  /// Looking at an element: its leaf lies anywhere, while a walk comes by some fifty entries at a time.
  static let visitWork = 30.0
  /// Entries on a page of the tree, about.
  static let pageEntries = 40.0

  /// Work of the walk through the R-tree.
  var walkWork: Double {
    let passing = max(share * listShare, 1e-9)
    let entries = min(inRegion, wanted / passing) + Self.pageEntries
    return entries + (entries / Self.pageEntries + 3) * Self.nodeWork
  }

  /// Work of going through the list; infinity without one.
  var listWork: Double {
    guard let listed else { return .infinity }
    let nearby = listed * min(1, inRegion / max(listings, 1))
    return Self.elementWork * listed + Self.visitWork * min(nearby, wanted / max(share, 1e-9))
  }

  /// Work that going through the list is at least, wherever the region.
  var leastListWork: Double { Self.elementWork * (listed ?? .infinity) }

  /// Whether the list is the better start.
  var prefersList: Bool { listWork < walkWork }
}

extension QueryStats {
  /// The work done, in the planner's unit.
  var work: Double {
    Double(entries) + Double(nodes) * Planner.nodeWork + Double(listed) * Planner.elementWork
      + Double(visited) * Planner.visitWork
  }
}
