/// Chooses the start of a search: the R-tree, or a list of the listings with rare tags, certain words or values of
/// custom fields.
///
/// Pure arithmetic on estimates; the unit of work is one leaf entry visited by the walk.
struct Planner: Hashable, Sendable {
  /// The number of listings in the catalog.
  var listings: Double
  /// The number of listings in the search extent.
  var inExtent: Double
  /// The share of listings that pass the filters other than the list's own words or tags.
  var share: Double
  /// The share with the wanted tags or words; 1 without any.
  var listShare: Double
  /// The share of listings below which subtrees are skipped that hold none of them; 1 if none are.
  var pruned = 1.0
  /// The number of elements of the list; nil without a list.
  var listed: Double?
  /// Whether the nearest elements of the list can be visited first.
  var isSorted = true
  /// The number of listings with the words whose scores can be bounded; nil unless the order is `best`.
  var hits: Double?
  /// The cost of bounding the score of a hit.
  var hitWork = Self.hitWork
  /// The number of matches that end the search; infinity if all are wanted.
  var wanted: Double

  /// The cost of a node without its entries: memory latency, the queue, the bounds.
  static let nodeWork = 20.0
  /// The cost of computing the distance of a list element and queueing it.
  static let elementWork = 1.5
  /// The cost of visiting an element: its leaf may be anywhere, while a walk visits about fifty entries at a time.
  static let visitWork = 30.0
  /// The cost of bounding the score of a hit, with its hours, which many hits do not share.
  static let hitWork = 5.0
  /// The same without a place: no walk ends early there.
  static let placelessHitWork = 1.5
  /// The approximate number of hits that are visited; more where the best of them fail the filters.
  static let visitedHits = 100.0
  /// The cost of testing the opening hours of bars.
  static let scheduleWork = 4.0
  /// The estimated work from which on it is worth to merge lists.
  static let muchWork = 20_000.0
  /// The approximate number of entries of a node.
  static let leafEntries = 40.0

  /// The work of the walk through the R-tree.
  var walkWork: Double {
    let passing = max(share * listShare, 1e-9)
    let entries = min(inExtent, wanted / passing) + Self.leafEntries
    let leaves = min(entries / Self.leafEntries, entries * pruned)
    return leaves * (Self.leafEntries + Self.nodeWork) + 3 * Self.nodeWork
  }

  /// The work of processing the list; infinity without one.
  var listWork: Double {
    guard let listed else { return .infinity }
    let nearby = listed * min(1, inExtent / max(listings, 1))
    let visited = isSorted ? min(nearby, wanted / max(share, 1e-9)) : listed
    return Self.elementWork * listed + Self.visitWork * visited
  }

  /// The work of bounding the scores of all hits, and visiting the best; infinity for another order.
  var hitsWork: Double {
    guard let hits else { return .infinity }
    return hitWork * hits + Self.visitWork * min(hits, Self.visitedHits)
  }

  /// The work from the best start.
  var work: Double { min(walkWork, listWork, hitsWork) }

  /// Whether the hits are the best start.
  var prefersHits: Bool { hitsWork < min(walkWork, listWork) }

  /// A lower bound of the work of processing the list, for any extent.
  var leastListWork: Double { Self.elementWork * (listed ?? .infinity) }

  /// Whether the list is the better start.
  var prefersList: Bool { listWork < walkWork }

  /// The length up to which a list with all other estimates would be the better start.
  ///
  /// A longer list costs more than a shorter one, and makes the walk cheaper, so there is one such length.
  func longestList(atMost most: Int) -> Int {
    var (longest, above) = (0, most + 1)
    while above - longest > 1 {
      let length = (longest + above) / 2
      var planner = self
      (planner.listed, planner.listShare) = (Double(length), min(1, Double(length) / max(listings, 1)))
      if planner.prefersList { longest = length } else { above = length }
    }
    return longest
  }
}

extension QueryStats {
  /// The work done, in the planner's unit.
  var work: Double {
    Double(entries) + Double(nodes) * Planner.nodeWork + Double(listed) * Planner.elementWork
      + Double(visited) * Planner.visitWork
  }
}
