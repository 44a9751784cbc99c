import Foundation
import Synchronization

/// What a condition says about the listings of each leaf, as far as searches have tested them: so that a row of the
/// file is read once for a condition, however many searches, or rings of one search, need its verdict.
final class LeafVerdicts: @unchecked Sendable {
  // Unchecked because of the pointer: it is freed in `deinit`, and every access is atomic.

  /// The verdicts on the listings of one leaf, by position.
  struct Verdicts {
    /// Those that have been tested.
    var known = EntrySet()
    /// Those for which the condition is true.
    var holding = EntrySet()
    /// Those for which it is false. Without the tested value it is neither.
    var failing = EntrySet()

    mutating func add(_ verdict: Bool?, at position: Int) {
      let entry = EntrySet(range: position..<(position + 1))
      known.formUnion(entry)
      if verdict == true { holding.formUnion(entry) }
      if verdict == false { failing.formUnion(entry) }
    }
  }

  /// For each node the address of its leaf and the three sets.
  private let words: UnsafeMutablePointer<Atomic<UInt>>
  private let nodeCount: Int
  private let writing = Mutex(())
  private static let wordsPerNode = 4

  /// - Returns: nil without memory.
  fileprivate init?(nodeCount: Int) {
    // `calloc` allocates zero pages lazily, on first access.
    guard let words = calloc(Self.wordsPerNode * nodeCount, MemoryLayout<Atomic<UInt>>.stride) else { return nil }
    self.words = words.bindMemory(to: Atomic<UInt>.self, capacity: Self.wordsPerNode * nodeCount)
    self.nodeCount = nodeCount
  }

  deinit { free(words) }

  /// The size in bytes for a number of nodes.
  fileprivate static func byteCount(nodes: Int) -> Int { wordsPerNode * MemoryLayout<UInt>.stride * nodes }

  private func slot(of leaf: Leaf) -> UnsafeMutablePointer<Atomic<UInt>>? {
    leaf.node > 0 && leaf.node < nodeCount ? words + Self.wordsPerNode * leaf.node : nil
  }

  /// The verdicts on a leaf so far; none for a leaf outside of the tree.
  @inline(__always)
  func verdicts(on leaf: Leaf) -> Verdicts {
    let base = UInt(bitPattern: leaf.base)
    guard let slot = slot(of: leaf), slot[0].load(ordering: .acquiring) == base else { return Verdicts() }
    func set(_ word: Int) -> EntrySet { EntrySet(bits: UInt64(slot[word].load(ordering: .acquiring))) }
    let verdicts = Verdicts(known: set(1), holding: set(2), failing: set(3))
    // The leaf of another version may have taken the slot in between.
    return slot[0].load(ordering: .acquiring) == base ? verdicts : Verdicts()
  }

  /// Adds verdicts; those on the leaf of another version are dropped.
  func keep(_ verdicts: Verdicts, on leaf: Leaf) {
    guard let slot = slot(of: leaf) else { return }
    writing.withLock { _ in
      var all = self.verdicts(on: leaf)
      all.known.formUnion(verdicts.known)
      all.holding.formUnion(verdicts.holding)
      all.failing.formUnion(verdicts.failing)
      let base = UInt(bitPattern: leaf.base)
      if slot[0].load(ordering: .relaxed) != base { slot[0].store(0, ordering: .sequentiallyConsistent) }
      slot[3].store(UInt(all.failing.bits), ordering: .releasing)
      slot[2].store(UInt(all.holding.bits), ordering: .releasing)
      // Readers take this one first.
      slot[1].store(UInt(all.known.bits), ordering: .releasing)
      slot[0].store(base, ordering: .releasing)
    }
  }
}

/// The verdicts of conditions that are costly to test.
final class VerdictCache: Sendable {
  private let known = Mutex<[FilterExpression: LeafVerdicts]>([:])
  /// Whether few listings have a field.
  private let rare = Mutex<[Field: Bool]>([:])
  private let nodeCount: Int
  private let most: Int
  private let used: ByteCount

  /// - Parameters:
  ///   - memoryLimit: the maximum size in bytes; if one condition needs more, none is kept.
  ///   - whole: the memory that they are a part of.
  init(nodeCount: Int, memoryLimit: Int, in whole: ByteCount) {
    (self.nodeCount, used) = (nodeCount, ByteCount(of: whole))
    most = memoryLimit / max(LeafVerdicts.byteCount(nodes: nodeCount), 1)
  }

  /// The size in bytes, at most.
  var byteCount: Int { used.value }

  /// Whether few listings have a field, found out on first use.
  func isRare(_ field: Field, find: () throws -> Bool) rethrows -> Bool {
    if let known = rare.withLock({ $0[field] }) { return known }
    let isRare = try find()
    rare.withLock { $0[field] = isRare }
    return isRare
  }

  /// The verdicts of a condition on one value of listings; nil without memory for them.
  func verdicts(of condition: FilterExpression) -> LeafVerdicts? {
    guard most > 0 else { return nil }
    return known.withLock { known in
      if let verdicts = known[condition] { return verdicts }
      if known.count >= most { known.removeAll() }
      guard let verdicts = LeafVerdicts(nodeCount: nodeCount) else { return nil }
      known[condition] = verdicts
      used.add(known.count * LeafVerdicts.byteCount(nodes: nodeCount) - used.value)
      return verdicts
    }
  }
}
