import Synchronization

/// The size in bytes of something in memory, and of its parts: what a part takes up is also counted for the whole, so
/// that the whole is known by reading one number.
final class ByteCount: Sendable {
  private let bytes = Atomic(0)
  private let whole: ByteCount?

  /// - Parameter whole: what this is a part of.
  init(of whole: ByteCount? = nil) { self.whole = whole }

  @inline(__always) var value: Int { bytes.load(ordering: .relaxed) }

  /// - Parameter count: negative for memory that is released.
  func add(_ count: Int) {
    bytes.wrappingAdd(count, ordering: .relaxed)
    whole?.add(count)
  }
}
