import Foundation

extension Search {
  // MARK: Words

  /// The rows with the words are looked at one by one where they are few, or where the walk would have to see everything.
  ///
  /// A row costs a look-up of its page; a bounded walk sees some hundreds to thousands of neighbours at a hundredth of that each.
  static let fewRows = 200

  mutating func visitTextRows(_ rows: [Int64: Double], _ top: inout TopMatches) throws {
    for row in rows.keys {
      guard let fid = UInt32(exactly: row), let page = try worker.leafPage(of: row) else { continue }
      try visit(row: fid, onPage: page, &top)
    }
  }

  // MARK: Tags

  /// A wanted tag that so few listings have that it is best to look at just these; nil without one.
  func rareTag() throws -> Int32? {
    guard textRows == nil else { return nil }
    var rarest: (tag: Int32, count: Int)?
    for name in plan.query.tags.all {
      guard let tag = try numbers.tag(name) else { continue }
      let count = try worker.count(ofTag: tag, upTo: Self.longestList + 1)
      if count < rarest?.count ?? .max { rarest = (tag, count) }
    }
    guard let rarest, rarest.count <= Self.longestList else { return nil }
    return rarest.tag
  }

  static let longestList = 20_000

  /// Looks at the listings with a tag, nearest first where the order asks for that.
  mutating func visitPostings(of tag: Int32, _ top: inout TopMatches) throws {
    let list = try snapshot.postings.list(of: tag, in: snapshot.arena, worker: worker)
    guard let origin = region.origin else {
      for index in 0..<list.count { try visit(row: list.fid(index), onPage: list.page(index), &top) }
      return
    }
    let scratch = worker.scratch
    var queue = SubtreeQueue()
    swap(&queue, &scratch.queue)
    defer { swap(&queue, &scratch.queue) }
    queue.removeAll()
    let chord = ChordBound(origin)
    fill(&queue, from: list, within: chord.squaredChord(meters: region.radius), UnitVector(origin.coordinate))
    var (threshold, limit) = (Double.infinity, Float.infinity)
    while let next = queue.popFirst(), next.bound <= limit {
      let index = Int(next.page)
      try visit(row: list.fid(index), onPage: list.page(index), &top)
      if plan.mayEndEarly, top.threshold != threshold {
        threshold = top.threshold
        limit = Float(chord.squaredChord(meters: threshold)).nextUp
      }
    }
  }

  private func fill(_ queue: inout SubtreeQueue, from list: PostingList, within limit: Double, _ vector: UnitVector) {
    for index in 0..<list.count {
      let square = list.squaredChord(index, from: vector)
      if square <= limit { queue.insert(.init(bound: Float(square), page: UInt32(index), level: 0)) }
    }
  }

  private mutating func visit(row: UInt32, onPage page: Int, _ top: inout TopMatches) throws {
    let leaf = try worker.leaf(page, of: snapshot)
    guard let position = leaf.position(ofRow: row) else { return }
    stats.candidates += 1
    var entries = tests.candidates(of: leaf)
    entries.formIntersection(EntrySet(range: position..<(position + 1)))
    if !entries.isEmpty, let box = region.box {
      entries.keep { box.contains(Entry(leaf: leaf, index: $0).coordinate) }
    }
    try tests.narrow(&entries, of: leaf)
    if !entries.isEmpty { try considerExactly(Entry(leaf: leaf, index: position), &top) }
  }
}

/// A position as a vector of length 1, its latitude and longitude taken on a sphere.
struct UnitVector {
  let x: Double
  let y: Double
  let z: Double

  init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    x = cos(latitude) * cos(longitude)
    y = cos(latitude) * sin(longitude)
    z = sin(latitude)
  }
}

/// Translates distances into chords of the unit sphere.
///
/// Along any path the metric's element is at least the smallest radius of curvature times that of the unit sphere, so a distance of
/// d meters cannot bridge an angle of more than d / (smallest radius).
struct ChordBound {
  private let smallestRadius: Double

  init(_ origin: DistanceOrigin) {
    // The radius of the meridian at the equator of WGS 84 is b²/a = 6 335 439.3 m.
    smallestRadius = origin.metric == .sphere ? 6_371_008.8 : 6_335_439.3
  }

  /// No less than the square of the chord to anything within so many meters.
  func squaredChord(meters: Double) -> Double {
    let angle = meters / smallestRadius
    guard angle < .pi else { return .infinity }
    let chord = 2 * sin(angle / 2)
    // Outweighs the rounding of the vectors, and that of the squares to single precision.
    return chord * chord * (1 + 1e-6) + 1e-13
  }
}

extension SearchWorker {
  /// The leaf page of the R-tree on which a row lies.
  fileprivate func leafPage(of row: Int64) throws -> Int? {
    let statement = try statement("SELECT nodeno FROM rtree_listing_geom_rowid WHERE rowid = ?1")
    statement.bind(1, row)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return statement.int(0)
  }

  /// How many listings have a tag, counted no further than `most`.
  fileprivate func count(ofTag tag: Int32, upTo most: Int) throws -> Int {
    let statement = try statement("SELECT count(*) FROM (SELECT 1 FROM listing_tag WHERE tag_id = ?1 LIMIT ?2)")
    statement.bind(1, Int64(tag))
    statement.bind(2, Int64(most))
    guard try statement.step() else { return 0 }
    defer { statement.reset() }
    return statement.int(0)
  }
}
