import CGEOS
import Geography

/// A reentrant context of GEOS, for one thread at a time; keeps what GEOS says went wrong.
final class GEOSContext {
  let handle: GEOSContextHandle_t
  private let words = UnsafeMutablePointer<String>.allocate(capacity: 1)

  init() {
    guard let handle = GEOS_init_r() else { preconditionFailure("GEOS is out of memory") }
    self.handle = handle
    words.initialize(to: "")
    _ = GEOSContext_setErrorMessageHandler_r(handle, Self.keep, words)
  }

  deinit {
    GEOS_finish_r(handle)
    words.deinitialize(count: 1)
    words.deallocate()
  }

  private static let keep: GEOSMessageHandler_r = { text, words in
    guard let text else { return }
    words?.assumingMemoryBound(to: String.self).pointee = String(cString: text)
  }

  /// Takes what a function of GEOS has made.
  ///
  /// - Throws: `AreaFault` in the words of GEOS when it has made nothing.
  func own(_ geometry: OpaquePointer?) throws(AreaFault) -> GEOSShape {
    guard let geometry else { throw AreaFault("GEOS: \(words.pointee)") }
    return GEOSShape(geometry, of: self)
  }
}

/// A geometry of GEOS with the context that it belongs to.
final class GEOSShape {
  let context: GEOSContext
  let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer, of context: GEOSContext) {
    self.handle = handle
    self.context = context
  }

  deinit { GEOSGeom_destroy_r(context.handle, handle) }
}
