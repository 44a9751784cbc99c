import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The memory of the decoded nodes of one snapshot, freed all at once.
///
/// Large blocks use huge pages where the system has them: a search touches a few places in each of many nodes, and with
/// small pages most of these miss the TLB.
final class PageArena: Sendable {
  private struct Blocks {
    var all: [UnsafeMutableRawPointer] = []
    var free = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    var reserved = 0
    var events: [RecurringEvent] = []
  }

  private static let alignment = 64
  private static let smallestBlock = 1 << 16
  private static let largestBlock = 1 << 24
  private static let hugePage = 1 << 21

  private let blocks = Mutex(UnsafeTransfer(Box()))
  private let used: ByteCount

  // A class, so that the lock guards a reference that is never replaced.
  private final class Box { var blocks = Blocks() }

  /// - Parameter whole: the memory that it is a part of.
  init(in whole: ByteCount? = nil) { used = ByteCount(of: whole) }

  deinit { blocks.withLock { for block in $0.value.blocks.all { block.deallocate() } } }

  /// The number of bytes allocated so far.
  @inline(__always) var byteCount: Int { used.value }

  /// Uninitialized memory for one node, aligned to a cache line.
  func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    let size = (byteCount + Self.alignment - 1) / Self.alignment * Self.alignment
    used.add(size)
    let address = blocks.withLock { UInt(bitPattern: Self.take(size, from: &$0.value.blocks)) }
    guard let memory = UnsafeMutableRawPointer(bitPattern: address) else {
      preconditionFailure("a block has an address")
    }
    return memory
  }

  /// Releases an event with the memory, and not before.
  func keep(_ event: RecurringEvent) {
    used.add(RecurringEvent.usualBytes)
    blocks.withLock { $0.value.blocks.events.append(event) }
  }

  private static func take(_ size: Int, from blocks: inout Blocks) -> UnsafeMutableRawPointer? {
    if blocks.free.count < size { addBlock(atLeast: size, to: &blocks) }
    let memory = blocks.free.baseAddress
    blocks.free = UnsafeMutableRawBufferPointer(rebasing: blocks.free[size...])
    return memory
  }

  /// Blocks grow with the total size, so that a small catalog uses little memory.
  private static func addBlock(atLeast size: Int, to blocks: inout Blocks) {
    var count = smallestBlock
    while count < size || (count < blocks.reserved && count < largestBlock) { count *= 2 }
    let isHuge = count >= hugePage
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: isHuge ? hugePage : alignment)
    #if os(Linux)
      // Advisory: without huge pages everything works, a little slower.
      if isHuge { _ = madvise(block.baseAddress, count, MADV_HUGEPAGE) }
    #endif
    if let base = block.baseAddress { blocks.all.append(base) }
    blocks.free = block
    blocks.reserved += count
  }
}
