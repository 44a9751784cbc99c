import Foundation
import Geography

extension Search {
  /// Visits the listings in some rows.
  mutating func visit(rows: some Collection<Int64>, _ top: inout TopMatches) throws {
    stats.listed += rows.count
    for row in rows {
      try work.visitNodes(nodeCost)
      guard let fid = UInt32(exactly: row), let node = try worker.leafNode(of: row) else { continue }
      try visit(row: fid, on: node, &top)
    }
  }

  /// Visits the listing in a row of a leaf, if it exists.
  mutating func visit(row: UInt32, on node: Int, _ top: inout TopMatches) throws {
    let leaf = try worker.leaf(node, of: snapshot)
    guard let position = leaf.position(ofRow: row) else { return }
    let entry = Entry(leaf: leaf, index: position)
    stats.visited += 1
    if try passes(entry, without: []) { try considerExactly(entry, &top) }
  }

  /// Sorting this many elements of a list costs about as much as visiting a node.
  static let listedPerNode = 64

  /// Visits the listings with one of some tags, nearest first if the order requires it.
  mutating func visitPostings(of tags: [Int32], _ top: inout TopMatches) throws {
    let lists = try tags.map { try snapshot.postings.list(of: $0, in: snapshot, worker: worker) }
    let scratch = worker.scratch
    var queue = SubtreeQueue()
    swap(&queue, &scratch.queue)
    defer { swap(&queue, &scratch.queue) }
    queue.removeAll()
    let chord = extent.origin.map(ChordBound.init)
    for (number, list) in lists.enumerated() {
      stats.listed += list.count
      try work.visitNodes(list.count / Self.listedPerNode)
      list.fill(&queue, number: Int32(number), near: chord, within: extent.radius)
    }
    queue.restoreOrder()
    let isDecided =
      extent.box == nil && extent.areas.isEmpty && words == nil && exact == nil && filters.areDecided(byTags: tags)
    var (threshold, limit) = (Double.infinity, Float.infinity)
    while let next = queue.popFirst(), next.bound <= limit {
      try work.visitNodes(nodeCost)
      if let second = queue.first {
        snapshot.prefetch(node: UInt32(truncatingIfNeeded: lists[Int(second.level)].node(Int(second.node))))
      }
      let list = lists[Int(next.level)]
      let index = Int(next.node)
      let leaf = try worker.leaf(list.node(index), of: snapshot)
      guard let position = list.position(index, on: leaf) else { continue }
      let entry = Entry(leaf: leaf, index: position)
      stats.visited += 1
      guard
        try isDecided && (filters.coming == nil || entry.kind != .event) && !entry.isClosed
          || passes(entry, without: tags[..<Int(next.level)])
      else { continue }
      let distance = extent.origin?.meters(to: entry.coordinate) ?? source?.meters(to: entry.coordinate) ?? 0
      stats.distances += 1
      guard distance <= min(extent.radius, threshold), distance < .infinity else { continue }
      try considerExactly(entry, distance: distance, &top)
      top.settle()
      if plan.mayEndEarly, top.threshold != threshold, let chord {
        threshold = top.threshold
        limit = Float(chord.squaredChord(meters: threshold)).nextUp
      }
    }
  }

  /// Tests one entry against all filters on facts.
  ///
  /// - Parameters:
  ///   - earlier: tags whose lists have already covered the entry if it has them: each entry is visited once.
  ///   - isExact: whether it is at the exact place that the caller may know; its public point is skipped then.
  func passes(_ entry: Entry, without earlier: ArraySlice<Int32>, isExact: Bool = false) throws -> Bool {
    var entries = filters.candidates(of: entry.leaf)
    entries.formIntersection(EntrySet(range: entry.index..<(entry.index + 1)))
    for tag in earlier where !entries.isEmpty { entries.subtract(entry.leaf.entries(tagged: tag)) }
    if let exact, !isExact { entry.leaf.drop(exact, from: &entries) }
    guard !entries.isEmpty, words?.admits(entry.row) ?? true else { return false }
    if let box = extent.box, !box.contains(entry.coordinate) { return false }
    for area in extent.areas where !area.admits(entry.coordinate) { return false }
    try filters.narrow(&entries, of: entry.leaf)
    return !entries.isEmpty
  }
}

extension PostingList {
  /// Appends all elements within a radius by squared chord; all of them equally without an origin.
  @inline(__always)
  fileprivate func fill(_ queue: inout SubtreeQueue, number: Int32, near chord: ChordBound?, within radius: Double) {
    guard let chord else {
      for index in 0..<count { queue.append(.init(bound: 0, node: UInt32(index), level: number)) }
      return
    }
    let limit = chord.squaredChord(meters: radius)
    for index in 0..<count {
      let square = squaredChord(index, from: chord.origin)
      if square <= limit { queue.append(.init(bound: Float(square), node: UInt32(index), level: number)) }
    }
  }
}

/// Converts distances to chords of the unit sphere.
///
/// Along any path the metric's element is at least the smallest radius of curvature times that of the unit sphere, so a
/// distance of d meters cannot span an angle of more than d / (smallest radius).
struct ChordBound {
  let origin: UnitVector
  let smallestRadius: Double

  init(_ origin: DistanceOrigin) {
    self.origin = UnitVector(origin.coordinate)
    // A smaller radius gives a larger bound, so rounding down is safe.
    smallestRadius =
      origin.metric == .sphere ? Ellipsoid.meanRadiusMeters : Ellipsoid.smallestRadiusMeters.rounded(.down)
  }

  /// An upper bound of the squared chord to anything within a distance.
  func squaredChord(meters: Double) -> Double {
    let angle = meters / smallestRadius
    guard angle < .pi else { return .infinity }
    let chord = 2 * sin(angle / 2)
    // Outweighs the rounding of the vectors, and that of the squares to single precision.
    return chord * chord * (1 + 1e-6) + 1e-13
  }
}
