import Foundation
import Synchronization

/// The addresses of decoded nodes by node number, in chunks that the snapshots of successive versions share.
///
/// A slot is filled once. Chunks exist where a node has been decoded: node numbers have gaps. For any number of
/// threads.
struct NodeSlots: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: every access is atomic, and a chunk is freed with its last owner.

  private let count: Int
  /// The addresses of chunks; 0 for missing ones.
  private let chunks: UnsafeMutablePointer<Atomic<UInt>>

  private static let bits = 9
  private static let chunkSize = 1 << bits

  /// - Throws: `CatalogError.damaged` when there is not enough memory.
  init(highestNode: Int) throws {
    count = highestNode + 1
    guard let chunks = Self.directory(count) else {
      throw RTreeNode.damaged(highestNode, "there is no memory for nodes of such numbers")
    }
    self.chunks = chunks
  }

  /// The same slots, without some nodes.
  ///
  /// - Parameter highestNode: not below that of the other.
  /// - Complexity: O(c + k) in the number of chunks and nodes.
  /// - Throws: `CatalogError.damaged` when there is not enough memory.
  init(sharing other: borrowing NodeSlots, without nodes: Set<Int>, highestNode: Int) throws {
    try self.init(highestNode: highestNode)
    let emptied = Dictionary(grouping: nodes.filter { $0 >= 0 && $0 < other.count }) { $0 >> Self.bits }
    for chunk in 0..<Self.chunkCount(other.count) {
      guard let shared = Chunk(address: other.chunks[chunk].load(ordering: .acquiring)) else { continue }
      var own = shared
      if let nodes = emptied[chunk] {
        own = Chunk(copying: shared)
        for node in nodes { own.slot(node & (Self.chunkSize - 1)).pointee.store(0, ordering: .relaxed) }
      } else {
        shared.retain()
      }
      chunks[chunk].store(own.address, ordering: .releasing)
    }
  }

  var highestNode: Int { count - 1 }

  deinit {
    for chunk in 0..<Self.chunkCount(count) { Chunk(address: chunks[chunk].load(ordering: .acquiring))?.release() }
    free(chunks)
  }

  /// The word of a node; 0 if it is empty, and for numbers above the highest one.
  @inline(__always)
  subscript(node: Int) -> UInt {
    guard node >= 0, node < count,
      let chunk = Chunk(address: chunks[node >> Self.bits].load(ordering: .acquiring))
    else { return 0 }
    return chunk.slot(node & (Self.chunkSize - 1)).pointee.load(ordering: .acquiring)
  }

  /// Fills the slot of a node if it is empty.
  ///
  /// - Returns: the word now in the slot; nil for a number above the highest one.
  func fill(_ node: Int, with word: UInt) -> UInt? {
    guard node >= 0, node < count else { return nil }
    let (exchanged, original) = chunk(of: node).slot(node & (Self.chunkSize - 1)).pointee.compareExchange(
      expected: 0, desired: word, ordering: .acquiringAndReleasing)
    return exchanged ? word : original
  }

  /// The chunk of a node, made if it is missing.
  private func chunk(of node: Int) -> Chunk {
    if let chunk = Chunk(address: chunks[node >> Self.bits].load(ordering: .acquiring)) { return chunk }
    let made = Chunk()
    let (exchanged, original) = chunks[node >> Self.bits].compareExchange(
      expected: 0, desired: made.address, ordering: .acquiringAndReleasing)
    guard !exchanged, let other = Chunk(address: original) else { return made }
    made.release()
    return other
  }

  private static func chunkCount(_ count: Int) -> Int { (count + chunkSize - 1) >> bits }

  private static func directory(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt>>? {
    // `calloc` allocates zero pages lazily: damage can make large numbers.
    calloc(chunkCount(count), MemoryLayout<Atomic<UInt>>.stride)?.bindMemory(
      to: Atomic<UInt>.self, capacity: chunkCount(count))
  }

  /// The slots of consecutive nodes, after the number of their owners.
  private struct Chunk {
    private let words: UnsafeMutablePointer<Atomic<UInt>>

    @inline(__always)
    init?(address: UInt) {
      guard let words = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: address) else { return nil }
      self.words = words
    }

    init() {
      words = .allocate(capacity: 1 + NodeSlots.chunkSize)
      for word in 0...NodeSlots.chunkSize { (words + word).initialize(to: Atomic(word == 0 ? 1 : 0)) }
    }

    init(copying other: Chunk) {
      self.init()
      for slot in 0..<NodeSlots.chunkSize {
        self.slot(slot).pointee.store(other.slot(slot).pointee.load(ordering: .acquiring), ordering: .relaxed)
      }
    }

    var address: UInt { UInt(bitPattern: words) }

    @inline(__always)
    func slot(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt>> { words + 1 + index }

    func retain() { words.pointee.wrappingAdd(1, ordering: .relaxed) }

    func release() {
      guard words.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
      words.deallocate()
    }
  }
}
