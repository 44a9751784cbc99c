import Foundation
import Synchronization

/// Workers that no thread uses, without a lock: a thread mostly gets the worker that it returned last, so that neither
/// threads nor processors share what a search writes.
final class IdleWorkers: @unchecked Sendable {
  // Unchecked because of the pointer: it is initialized in `init`, freed in `deinit`, and every access is atomic.

  /// Addresses of workers, or 0, each in a cache line of its own.
  private let slots: UnsafeMutablePointer<Atomic<UInt>>

  /// The maximum number of workers; a power of two.
  private static let capacity = 128
  private static let wordsPerSlot = 8

  init() {
    slots = .allocate(capacity: Self.capacity * Self.wordsPerSlot)
    for word in 0..<Self.capacity * Self.wordsPerSlot { (slots + word).initialize(to: Atomic(0)) }
  }

  deinit {
    removeAll()
    slots.deallocate()
  }

  /// A worker, which is no longer idle; nil without any.
  func take() -> UnsafeTransfer<LentWorker>? {
    let first = Self.slotOfThread
    for step in 0..<Self.capacity {
      let slot = slot(first &+ step)
      guard slot.pointee.load(ordering: .relaxed) != 0 else { continue }
      if let worker = Self.worker(slot.pointee.exchange(0, ordering: .sequentiallyConsistent)) { return worker }
    }
    return nil
  }

  /// Adds a worker; one beyond the capacity is released.
  func add(_ worker: UnsafeTransfer<LentWorker>) {
    let word = UInt(bitPattern: Unmanaged.passRetained(worker.value).toOpaque())
    let first = Self.slotOfThread
    for step in 0..<Self.capacity {
      let slot = slot(first &+ step)
      guard slot.pointee.load(ordering: .relaxed) == 0 else { continue }
      if slot.pointee.compareExchange(expected: 0, desired: word, ordering: .sequentiallyConsistent).exchanged {
        return
      }
    }
    _ = Self.worker(word)
  }

  /// Releases the workers.
  func removeAll() {
    for number in 0..<Self.capacity {
      _ = Self.worker(slot(number).pointee.exchange(0, ordering: .sequentiallyConsistent))
    }
  }

  private func slot(_ number: Int) -> UnsafeMutablePointer<Atomic<UInt>> {
    slots + (number & (Self.capacity - 1)) * Self.wordsPerSlot
  }

  /// The owner of a worker by its word in a slot.
  private static func worker(_ word: UInt) -> UnsafeTransfer<LentWorker>? {
    UnsafeRawPointer(bitPattern: word).map {
      UnsafeTransfer(Unmanaged<LentWorker>.fromOpaque($0).takeRetainedValue())
    }
  }

  /// The slot that a thread tries first.
  private static var slotOfThread: Int {
    // Addresses of threads differ in their upper bits.
    #if canImport(Darwin)
      let thread = UInt(bitPattern: pthread_self())
    #else
      let thread = UInt(pthread_self())
    #endif
    return Int(truncatingIfNeeded: thread &* 0x9E37_79B9_7F4A_7C15 >> 57)
  }
}
