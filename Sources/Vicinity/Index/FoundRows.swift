import Streams
import Synchronization

/// The listings that the text index finds for some words, or another list of listings.
final class FoundRows: Sendable {
  private enum Form {
    /// Row numbers, ascending.
    case rows([UInt32])
    case places(PlaceSet)
  }

  private let form: Form
  /// By position among the rows or places; empty without scores.
  let scores: [Double]
  /// The rows, by position among the scores; empty without scores.
  let scoredRows: [UInt32]
  /// The same with what the order `best` needs, once it is read.
  let hits = AtomicLazyReference<HitList>()
  /// The greatest score; 0 without any.
  let greatestScore: Double

  private init(_ form: Form, _ scores: [Double] = [], of scoredRows: [UInt32] = []) {
    (self.form, self.scores, self.scoredRows) = (form, scores, scoredRows)
    greatestScore = scores.max() ?? 0
  }

  /// Without scores.
  ///
  /// - Parameters:
  ///   - order: the order of the tree, if it is known.
  ///   - find: passes on rows, perhaps several times.
  convenience init(in order: TreeOrder?, find: ((Int) -> Void) throws -> Void) rethrows {
    var numbers: [UInt32] = []
    try find { row in
      // The index refers to no other rows, unless it is damaged.
      if let row = UInt32(exactly: row) { numbers.append(row) }
    }
    self.init(numbers, in: order)
  }

  private convenience init(_ rows: [UInt32], in order: TreeOrder?) {
    var numbers = order.map { rows.compactMap($0.place) } ?? rows
    numbers.sortUniquely()
    self.init(order.map { .places(PlaceSet(numbers, in: $0, keepsPositions: false)) } ?? .rows(numbers))
  }

  /// Without scores.
  convenience init(_ places: PlaceSet) { self.init(.places(places)) }

  /// With scores.
  ///
  /// - Parameters:
  ///   - order: the order of the tree, if it is known.
  ///   - find: passes on each row once, with its score.
  convenience init(scoredIn order: TreeOrder?, find: ((Int, Double) -> Void) throws -> Void) rethrows {
    var found: [(row: UInt32, score: Double)] = []
    try find { row, score in if let row = UInt32(exactly: row) { found.append((row, score)) } }
    self.init(found, in: order)
  }

  private convenience init(_ found: [(row: UInt32, score: Double)], in order: TreeOrder?) {
    var found = found.compactMap { hit in
      order == nil ? (hit.row, hit) : order?.place(ofRow: hit.row).map { ($0, hit) }
    }
    // Rows are mostly numbered in the order of the tree.
    if zip(found, found.dropFirst()).contains(where: { $0.0 > $1.0 }) { found.sort { $0.0 < $1.0 } }
    let numbers = found.map(\.0)
    self.init(
      order.map { .places(PlaceSet(numbers, in: $0, keepsPositions: true)) } ?? .rows(numbers), found.map(\.1.score),
      of: found.map(\.1.row))
  }

  /// The same as places; itself if it has them.
  func placed(in order: TreeOrder) -> FoundRows {
    guard case .rows(let rows) = form else { return self }
    guard !scores.isEmpty else { return FoundRows(rows, in: order) }
    let placed = FoundRows(Array(zip(rows, scores)), in: order)
    if let hits = hits.load() { _ = placed.hits.storeIfNil(hits) }
    return placed
  }

  /// The number of listings.
  var count: Int {
    switch form {
    case .rows(let rows): rows.count
    case .places(let places): places.count
    }
  }

  /// Row numbers, ascending; nil if they are stored as places.
  var rows: [UInt32]? { if case .rows(let rows) = form { rows } else { nil } }
  /// The places; nil if the order of the tree was not known.
  var places: PlaceSet? { if case .places(let places) = form { places } else { nil } }

  /// - Complexity: O(log n).
  func hold(_ row: UInt32) -> Bool {
    if case .places(let places) = form { return places.order.place(ofRow: row).map(places.contains) ?? false }
    return position(of: row) != nil
  }

  /// The score of a row; nil for rows that were not found.
  ///
  /// - Complexity: O(log n).
  func score(of row: UInt32) -> Double? { position(of: row).map { scores[$0] } }

  private func position(of row: UInt32) -> Int? {
    switch form {
    case .places(let places): return places.order.place(ofRow: row).flatMap(places.position)
    case .rows(let rows):
      let index = rows.partitioningIndex { $0 >= row }
      return index < rows.count && rows[index] == row ? index : nil
    }
  }

  /// Whether it has a listing that has changed, or has places on leaves whose listings have.
  func isChanged(by changes: IndexChanges) -> Bool {
    if changes.rows.contains(where: hold) { return true }
    guard !changes.nodes.isEmpty else { return false }
    // Hits have the nodes of their leaves.
    guard case .places(let places) = form else { return !scores.isEmpty }
    guard changes.order != nil else { return true }
    return changes.leaves.contains { places.ranks(ofLeaf: places.order.number(ofLeaf: $0)) != 0 }
  }

  /// The size in bytes, with a list of hits.
  var byteCount: Int {
    let numbers =
      switch form {
      case .rows(let rows): 4 * rows.count
      case .places(let places): places.byteCount
      }
    return numbers + (12 + HitList.bytesPerHit) * scores.count + 300
  }
}

/// The rows found for the words of recent queries, of one version of the catalog.
///
/// Two generations: when the younger one has filled its half of the memory, the older one is dropped, except for
/// entries that were used in between.
final class FoundRowsCache: Sendable {
  /// The key of a lookup.
  enum Key: Hashable {
    /// One of some words or phrases.
    case words([SearchText.Term])
    case tag(Int32)
    /// The bars with some opening hours, by `TimedListings.bars`.
    case bars([Int])
    /// A text, with scores of relevance.
    case relevance(SearchText)
    /// A text, with the quality of the hits.
    case quality(SearchText)
    /// The listings with a field.
    case present(Field)
    /// Those with a field for which a condition on it is true.
    case condition(FilterExpression)
  }

  private struct State {
    var young: [Key: FoundRows] = [:]
    var old: [Key: FoundRows] = [:]
    var youngBytes = 0
    var oldBytes = 0
  }

  private let generationLimit: Int
  private let state: Mutex<State>
  private let used: ByteCount
  /// How often rows have been dropped.
  private let drops = Atomic(0)

  /// - Parameters:
  ///   - memoryLimit: the maximum size in bytes.
  ///   - whole: the memory that they are a part of.
  init(memoryLimit: Int, in whole: ByteCount) {
    (generationLimit, used) = (memoryLimit / 2, ByteCount(of: whole))
    state = Mutex(State())
  }

  /// The rows that changes leave alone.
  init(after earlier: FoundRowsCache, _ changes: IndexChanges, in whole: ByteCount) {
    (generationLimit, used) = (earlier.generationLimit, ByteCount(of: whole))
    let isOfWords = changes.parts.contains(.words)
    let known = earlier.state.withLock { $0 }
    var kept = State()
    kept.young = known.old.merging(known.young) { $1 }.filter { key, found in
      if case .bars = key { return false }
      if case .tag(let tag) = key { return !changes.tags.contains(tag) && !found.isChanged(by: changes) }
      return !isOfWords && !found.isChanged(by: changes)
    }
    kept.youngBytes = kept.young.values.reduce(0) { $0 + $1.byteCount }
    used.add(kept.youngBytes)
    state = Mutex(kept)
  }

  deinit { used.add(-used.value) }

  /// The size in bytes.
  @inline(__always) var byteCount: Int { used.value }

  /// The rows for a key, computed by `find` on first use.
  ///
  /// - Parameters:
  ///   - order: the order of the tree, if it is known; the answer has places then.
  ///   - reader: finds without a lock what it has found before.
  func rows(
    _ key: Key, in order: TreeOrder?, by reader: IndexReader, find: () throws -> FoundRows
  ) rethrows -> FoundRows {
    let drops = drops.load(ordering: .relaxed)
    if reader.lookups.drops != drops { (reader.lookups.found, reader.lookups.drops) = ([:], drops) }
    if let found = reader.lookups.found[key], order == nil || found.places != nil { return found }
    let (young, old) = state.withLock { ($0.young[key], $0.old[key]) }
    var found = try young ?? old ?? find()
    if let order { found = found.placed(in: order) }
    if found !== young { keep(found, for: key) }
    reader.lookups.found[key] = found
    return found
  }

  private func keep(_ found: FoundRows, for key: Key) {
    guard found.byteCount <= generationLimit else { return }
    state.withLock { state in
      if let old = state.old.removeValue(forKey: key) { state.oldBytes -= old.byteCount }
      if let young = state.young.removeValue(forKey: key) { state.youngBytes -= young.byteCount }
      if state.youngBytes + found.byteCount > generationLimit {
        (state.old, state.oldBytes) = (state.young, state.youngBytes)
        (state.young, state.youngBytes) = ([:], 0)
        drops.add(1, ordering: .relaxed)
      }
      state.young[key] = found
      state.youngBytes += found.byteCount
      used.add(state.youngBytes + state.oldBytes - used.value)
    }
  }
}
