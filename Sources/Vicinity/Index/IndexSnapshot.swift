import CPrefetch
import Foundation
import Synchronization

/// The R-tree of one version of the catalog, with every node accessed so far, decoded.
///
/// Shared by all search threads without locks: a node's slot is filled once and never changes. A new version gets a new
/// snapshot. Nodes are views of memory with the lifetime of the snapshot.
///
/// The tree in the file is not trusted. A slot knows whether its node was decoded as a leaf or as a branch, and is
/// never read as the other. A node belongs to one branch (`adopt`), so nothing is visited twice, however the nodes
/// refer to each other.
final class IndexSnapshot: Sendable {
  /// The version shown.
  let version: CatalogVersion
  /// The versions since which parts of the catalog are known to be the same.
  let since: Since
  /// How far the changes of the file are known; nil if they are not recorded.
  let mark: ChangeMark?
  /// Levels below the root.
  let depth: Int
  private let tree: TreeKnowledge
  /// By node number, the address of the decoded node, with the lowest bit set for a leaf; 0 if not loaded.
  private let slots: NodeSlots

  /// The kind as which a node was decoded.
  enum NodeKind: UInt { case branch = 0, leaf = 1 }

  /// Versions since which parts of the catalog are known to be the same.
  struct Since {
    /// Everything about listings.
    var any: CatalogVersion
    var ratings: CatalogVersion
    /// Names, words, tags, locations and definitions.
    var names: CatalogVersion
    /// How often definitions were changed since the first snapshot that shares leaves with this one.
    var definitions = 0

    init(_ version: CatalogVersion) { (any, ratings, names) = (version, version, version) }

    /// The same after changes of some parts, and perhaps of definitions.
    func advanced(
      to version: CatalogVersion, by parts: ListingChanges.Parts, definitions changesDefinitions: Bool
    ) -> Since {
      var since = self
      if changesDefinitions { since.definitions += 1 }
      if !parts.isEmpty { since.any = version }
      if parts.contains(.rating) || parts.contains(.place) { since.ratings = version }
      if parts.contains(.words) || parts.contains(.place) { since.names = version }
      return since
    }
  }

  /// - Parameters:
  ///   - highestNode: the highest node number.
  ///   - memoryLimit: the maximum size of everything in bytes.
  /// - Throws: `CatalogError.damaged` when there is not enough memory for that many nodes.
  init(
    version: CatalogVersion, since: Since, mark: ChangeMark?, depth: Int, highestNode: Int, memoryLimit: Int
  ) throws {
    (self.version, self.since, self.mark, self.depth) = (version, since, mark, depth)
    slots = try NodeSlots(highestNode: highestNode)
    tree = try TreeKnowledge(highestNode: highestNode, memoryLimit: memoryLimit)
  }

  /// The snapshot of a later version, which shares everything that has not changed.
  ///
  /// - Throws: `CatalogError.damaged` without memory.
  init(after earlier: IndexSnapshot, version: CatalogVersion, mark: ChangeMark, _ changes: IndexChanges) throws {
    (self.version, self.mark, depth) = (version, mark, earlier.depth)
    since = earlier.since.advanced(to: version, by: changes.parts, definitions: changes.changesDefinitions)
    let highestNode = max(earlier.slots.highestNode, changes.nodes.max() ?? 0)
    // A branch stores the number of listings below it, and the times of events.
    let branches = changes.nodes.union(changes.parts.isDisjoint(with: [.facts, .place]) ? [] : changes.ancestors)
    slots = try NodeSlots(sharing: earlier.slots, without: branches.union(changes.leaves), highestNode: highestNode)
    tree =
      changes.parts.isEmpty
      ? earlier.tree : try TreeKnowledge(after: earlier.tree, changes, highestNode: highestNode)
    for node in branches.subtracting(changes.nodes) {
      if let branch = earlier.branch(node) { _ = try keep(branch.cleared(in: arena).base, as: .branch, node) }
    }
  }

  /// A version since which names, words, tags, locations and definitions are known to be the same.
  var basis: CatalogVersion { since.names }

  /// The known nodes above nodes.
  func ancestors(of nodes: Set<Int>) -> Set<Int> { tree.ancestors(of: nodes) }

  /// Posting lists read so far.
  var postings: PostingCache { tree.postings }
  /// Sums below inner nodes that have been computed so far.
  var sums: NodeCache<SubtreeSums> { tree.sums }
  var comingSums: NodeCache<ComingSums> { tree.comingSums }
  var facetSums: NodeCache<[FacetSums.Key: FacetSums]> { tree.facetSums }
  /// The texts in the columns of leaves.
  var texts: TextNumbers { tree.texts }
  /// The rows found for words so far.
  var found: FoundRowsCache { tree.found }
  /// The verdicts of conditions that are costly to test.
  var verdicts: VerdictCache { tree.verdicts }
  /// The bounds of sort keys.
  var keyBounds: KeyBoundsCache { tree.keyBounds }
  /// The corrections of mistyped words so far.
  var corrections: CorrectionCache { tree.corrections }
  /// The memory of decoded nodes.
  var arena: PageArena { tree.arena }

  /// The statistics for the planner.
  func profile(by worker: IndexReader) throws -> CatalogProfile {
    if let profile = tree.profile.load() { return profile.value }
    return tree.profile.storeIfNil(Boxed(try CatalogProfile(from: worker))).value
  }

  /// The memory of all that is decoded in bytes, without what all versions share.
  @inline(__always) var byteCount: Int { tree.memory.value }

  /// The order of the tree, if it is known or worth knowing: once the searches that did without it have cost as much as
  /// it does, which is little when most leaves are loaded.
  ///
  /// - Parameter savable: the work of a search that the order would save, in the planner's unit.
  func order(saving savable: Double, by worker: IndexReader) throws -> TreeOrder? {
    try built(
      \.order, saving: savable, costing: TreeOrder.workPerListing * (try unloaded(by: worker)), named: "order",
      by: worker
    ) { try TreeOrder(of: $1, by: $0) }
  }

  /// What is known, or worth building by now: once the searches that did without it have cost as much as it does.
  ///
  /// A search that may not wait does without it until it is built.
  private func built<Value: Sized>(
    _ path: KeyPath<TreeKnowledge, Preparation<Value>> & Sendable, saving savable: Double,
    costing cost: @autoclosure () throws -> Double,
    named name: String, by worker: IndexReader,
    _ make: @escaping @Sendable (IndexReader, IndexSnapshot) throws -> Value
  ) throws -> Value? {
    let value = tree[keyPath: path]
    if let made = value.made { return made }
    let checked: @Sendable (IndexReader, IndexSnapshot) throws -> Value = { reader, snapshot in
      // A later version may have other values.
      guard snapshot.tree[keyPath: path] === value else { throw Stopped() }
      return try make(reader, snapshot)
    }
    guard try value.add(savable: savable) >= cost() else { return nil }
    guard worker.work.mayWait else {
      worker.preparing(value, of: self, named: name, checked)
      return nil
    }
    return try worker.prepared(value, of: self, waiting: worker.work, named: name, checked)
  }

  /// The approximate number of listings whose leaves are not loaded.
  func unloaded(by worker: IndexReader) throws -> Double {
    let loaded = tree.loadedLeaves.load(ordering: .relaxed) * Leaf.capacity
    return max(0, try profile(by: worker).listings - Double(loaded))
  }

  /// The times of the listings, if they are known or worth knowing, like `order(saving:by:)`.
  ///
  /// - Parameters:
  ///   - savable: the work of a search that they would save, in the planner's unit.
  ///   - order: that of the tree.
  func times(saving savable: Double, in order: TreeOrder, by worker: IndexReader) throws -> TimedListings? {
    try built(
      \.times, saving: savable, costing: workOfLeaves(TimedListings.workPerListing, by: worker), named: "times",
      by: worker
    ) { try TimedListings(of: $1, in: order, by: $0) }
  }

  /// The same for the values below each node.
  func nodeValues(saving savable: Double, in order: TreeOrder, by worker: IndexReader) throws -> NodeValues? {
    try built(
      \.nodeValues, saving: savable, costing: workOfLeaves(NodeValues.workPerListing, by: worker), named: "values",
      by: worker
    ) { try NodeValues(of: $1, in: order, by: $0) }
  }

  /// The work of reading all leaves; infinity if they do not fit the memory limit.
  private func workOfLeaves(_ perListing: Double, by worker: IndexReader) throws -> Double {
    let listings = try profile(by: worker).listings
    guard mayHoldAll(of: Int(listings), by: worker) else { return .infinity }
    return perListing * listings + TreeOrder.workPerListing * (try unloaded(by: worker))
  }

  /// Whether all leaves fit the memory limit, so that reading them does not drop others.
  func mayHoldAll(of listings: Int, by worker: IndexReader) -> Bool {
    listings * Self.bytesPerListing < worker.snapshots.memoryLimit
  }

  /// Somewhat more than a decoded listing with one more column takes up.
  private static let bytesPerListing = 160

  /// The order of the tree; nil if it is not known.
  @inline(__always) var knownOrder: TreeOrder? { tree.order.made }

  /// The size in bytes of the times of listings and the values of nodes; 0 until known.
  var byteCountByValue: Int { (tree.times.made?.byteCount ?? 0) + (tree.nodeValues.made?.byteCount ?? 0) }

  /// The order of the tree.
  /// - Throws: as `IndexReader.prepared`.
  func loadOrder(by worker: IndexReader) throws -> TreeOrder {
    try worker.prepared(tree.order, of: self, waiting: worker.work, named: "order") {
      try TreeOrder(of: $1, by: $0)
    }
  }

  /// Counts the memory of a value that is built for all versions with this tree.
  func add(_ value: some Sized) { tree.memory.add(value.byteCount) }

  /// Whether another snapshot is of a version with the same nodes.
  func sharesTree(with other: IndexSnapshot) -> Bool { stop === other.stop }

  /// Ends what is still being made for the versions with this tree.
  var stop: StopSign { tree.stop }

  /// Whether the catalog has synonyms.
  func hasSynonyms(by worker: IndexReader) throws -> Bool {
    if let known = tree.hasSynonyms.load() { return known.value }
    return tree.hasSynonyms.storeIfNil(Boxed(try worker.hasSynonyms())).value
  }

  /// A leaf; nil if not loaded, and for a node that was decoded as a branch.
  @inline(__always)
  func leaf(_ node: Int) -> Leaf? {
    let word = word(node)
    guard word & 1 == NodeKind.leaf.rawValue else { return nil }
    return UnsafeRawPointer(bitPattern: word & ~1).map { Leaf(base: $0) }
  }

  /// The listing in a row, if its leaf is known and loaded.
  func knownEntry(ofRow row: UInt32) -> Entry? {
    guard let order = knownOrder, let place = order.place(ofRow: row).map(Int.init),
      let leaf = leaf(order.node(ofLeaf: place / Leaf.capacity)), place % Leaf.capacity < leaf.count
    else { return nil }
    let position = leaf.position(ranked: place % Leaf.capacity)
    guard leaf.fids[position] == row else { return nil }
    return Entry(leaf: leaf, index: position)
  }

  /// A branch; nil if not loaded, and for a node that was decoded as a leaf.
  @inline(__always)
  func branch(_ node: Int) -> Branch? {
    let word = word(node)
    guard word & 1 == NodeKind.branch.rawValue else { return nil }
    return UnsafeMutableRawPointer(bitPattern: word).map { Branch(base: $0) }
  }

  @inline(__always)
  private func word(_ node: Int) -> UInt { slots[node] }

  /// Prefetches the header of a node that will soon be visited, if it is loaded.
  @inline(__always)
  func prefetch(node: UInt32) {
    if let memory = UnsafeRawPointer(bitPattern: word(Int(node)) & ~1) { prefetch_line(memory) }
  }

  /// Publishes a node decoded into the arena; if another thread was faster, its copy is returned.
  /// - Throws: `CatalogError.damaged` when the node has been decoded as the other kind.
  func keep(
    _ memory: UnsafeMutableRawPointer, as kind: NodeKind, _ node: Int
  ) throws -> UnsafeMutableRawPointer {
    guard let word = slots.fill(node, with: UInt(bitPattern: memory) | kind.rawValue) else {
      throw RTreeNode.damaged(node, "its number is above the highest one")
    }
    guard word & 1 == kind.rawValue, let kept = UnsafeMutableRawPointer(bitPattern: word & ~1) else {
      throw RTreeNode.damaged(node, "it is reached on two levels, as a leaf and as an inner node")
    }
    if kind == .leaf, kept == memory { tree.loadedLeaves.wrappingAdd(1, ordering: .relaxed) }
    return kept
  }

  /// Records the parent of nodes; see `TreeKnowledge.adopt`.
  func adopt(_ children: [Int], by branch: Int) throws { try tree.adopt(children, by: branch) }
}
