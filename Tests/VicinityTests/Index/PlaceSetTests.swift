import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

extension Catalog {
  /// Makes searches skip subtrees from the first one on.
  func knowTreeOrder() throws {
    try read { worker, snapshot, _ in _ = try snapshot.loadOrder(by: worker) }
  }
}

extension FoundRows {
  fileprivate convenience init(_ rows: [UInt32], isScored: Bool, in order: TreeOrder) {
    guard isScored else {
      self.init(in: order) { add in for row in rows + rows.prefix(2) { add(Int(row)) } }
      return
    }
    self.init(scoredIn: order) { add in for row in rows { add(Int(row), Double(row)) } }
  }
}

/// Sets by place against the rows that are found by visiting every node.
@Suite("Sets of listings by their place in the tree")
struct PlaceSetTests {
  private static let center = Coordinate(latitude: 45, longitude: 7)

  /// The rows of a subtree.
  private static func rows(
    below node: Int, level: Int, _ snapshot: IndexSnapshot, _ worker: IndexReader
  ) throws -> Set<UInt32> {
    guard level > 0 else { return Set(try worker.rows(ofLeaf: node).map { UInt32($0) }) }
    let branch = try worker.branch(node, of: snapshot)
    return try (0..<branch.count).reduce(into: []) {
      $0.formUnion(try rows(below: Int(branch.nodes[$1]), level: level - 1, snapshot, worker))
    }
  }

  /// - Returns: the number of nodes.
  private static func expectTruth(
    _ set: PlaceSet, of wanted: Set<UInt32>, below node: Int, level: Int, _ order: TreeOrder, _ snapshot: IndexSnapshot,
    _ worker: IndexReader
  ) throws -> Int {
    guard level > 0 else {
      let leaf = try worker.leaf(node, of: snapshot)
      let found = leaf.entries(ranked: set.ranks(ofLeaf: order.number(ofLeaf: node)))
      #expect(Set(found.map { leaf.fids[$0] }) == Set((0..<leaf.count).map { leaf.fids[$0] }).intersection(wanted))
      return 1
    }
    let branch = try worker.branch(node, of: snapshot)
    let marked = set.children(from: order.firstChild(of: node), level: level - 1)
    var nodes = 1
    for child in 0..<branch.count {
      let number = Int(branch.nodes[child])
      let below = try rows(below: number, level: level - 1, snapshot, worker)
      #expect((marked >> UInt64(child) & 1 == 1) == !below.isDisjoint(with: wanted), "node \(number)")
      nodes += try expectTruth(set, of: wanted, below: number, level: level - 1, order, snapshot, worker)
    }
    return nodes
  }

  private static func expectTruth(_ catalog: Catalog, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try catalog.read { worker, snapshot, _ in
      let order = try snapshot.loadOrder(by: worker)
      let all = try rows(below: RTreeNode.root, level: snapshot.depth, snapshot, worker).sorted()
      for share in [1, 2, 10, 100, all.count + 1] {
        let wanted = Set(all.filter { _ in SeededWorld.oneIn(share, &random) })
        // Rows that are not in the tree are left out.
        let rows = (Array(wanted) + [0, all.last.map { $0 + 7 } ?? 7, .max]).sorted()
        let found = FoundRows(rows, isScored: SeededWorld.oneIn(2, &random), in: order)
        let set = try #require(found.places)
        for row in rows {
          #expect(found.hold(row) == wanted.contains(row))
        }
        let nodes = try expectTruth(
          set, of: wanted, below: RTreeNode.root, level: snapshot.depth, order, snapshot, worker)
        #expect(nodes == order.counts.reduce(0, +))
      }
    }
  }

  @Test("hold the listings wanted", arguments: [0, 1, 40, 400, 6000])
  func packed(count: Int) throws {
    let listings = SeededWorld(seed: 5, count: count, center: Self.center, spreadDegrees: 1).listings
    let temporary = try TemporaryCatalog(listings)
    try Self.expectTruth(temporary.catalog, seed: 1)
  }

  @Test("hold them in a tree that has grown and shrunk since it was loaded", arguments: [100, 3000])
  func changed(count: Int) throws {
    var random = SplitMix64(seed: 9)
    let world = SeededWorld(seed: 6, count: count, center: Self.center, spreadDegrees: 1).listings
    let first = count * 2 / 3
    let temporary = try TemporaryCatalog(Array(world.prefix(first)))
    for start in stride(from: first, to: count, by: 100) {
      try temporary.catalog.save(Array(world[start...].prefix(100)), source: "later", at: SeededWorld.now)
    }
    let gone = world.map(\.id).filter { _ in SeededWorld.oneIn(3, &random) }
    _ = try temporary.catalog.remove(ids: gone)
    try Self.expectTruth(temporary.catalog, seed: 2)
  }

  @Test("are merged, as a whole and by leaf")
  func merged() throws {
    let listings = SeededWorld(seed: 5, count: 4000, center: Self.center, spreadDegrees: 1).listings
    let temporary = try TemporaryCatalog(listings)
    var random = SplitMix64(seed: 3)
    try temporary.catalog.read { worker, snapshot, _ in
      let order = try snapshot.loadOrder(by: worker)
      let all = try Self.rows(below: RTreeNode.root, level: snapshot.depth, snapshot, worker).sorted()
      for _ in 0..<TwinQueries.count(usually: 100) {
        let lists = (0..<(2 + SeededWorld.pick(2, &random))).map { _ in
          let share = [1, 2, 5, 30, 1000, 5000][SeededWorld.pick(6, &random)]
          return Set(all.filter { _ in SeededWorld.oneIn(share, &random) })
        }
        let isScored = SeededWorld.oneIn(2, &random)
        let sets = try lists.map { list in
          try #require(FoundRows(Array(list), isScored: isScored, in: order).places)
        }.sorted { $0.count < $1.count }
        let common = Set(all.filter { row in lists.allSatisfy { $0.contains(row) } }.compactMap(order.place))
        let merged = sets.dropFirst().reduce(sets[0]) { $0.merged(with: $1) }
        #expect(Set(all.compactMap(order.place).filter(merged.contains)) == common && merged.count == common.count)
        for first in stride(from: 0, to: order.leafCount, by: 23) {
          let leaves = Set(common.map { Int($0) / Leaf.capacity }).filter { $0 >= first && $0 < first + 64 }
          let found = sets[0].commonLeaves(with: sets.dropFirst(), from: first)
          #expect(Set(EntrySet(bits: found).map { $0 + first }) == leaves)
        }
      }
    }
  }
}
