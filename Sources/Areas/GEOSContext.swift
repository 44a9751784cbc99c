import CGEOS
import Geography

/// A reentrant GEOS context, for one thread at a time; keeps the last error message of GEOS.
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

  /// Takes ownership of the result of a GEOS function.
  ///
  /// - Throws: `AreaError` with the message of GEOS when the result is null.
  func own(_ geometry: OpaquePointer?) throws(AreaError) -> GEOSShape {
    guard let geometry else { throw AreaError("GEOS: \(words.pointee)") }
    return GEOSShape(geometry, of: self)
  }
}

/// A GEOS geometry with the context that it belongs to.
final class GEOSShape {
  let context: GEOSContext
  let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer, of context: GEOSContext) {
    self.handle = handle
    self.context = context
  }

  deinit { GEOSGeom_destroy_r(context.handle, handle) }
}
