import Foundation
import Streams

/// Standard input copied to a temporary file, for formats that have to be read more than once.
final class SpooledInput {
  /// The temporary file, deleted with the object.
  let path: String

  /// Copies the rest of `buffer`.
  init(_ buffer: InputBuffer) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("vicinity-\(UUID().uuidString)").path
    guard let file = fopen(path, "w") else {
      throw ImportError.notWritable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { fclose(file) }
    repeat {
      let bytes = buffer.bytes
      guard fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count else {
        throw ImportError.notWritable(path: path, reason: String(cString: strerror(errno)))
      }
      buffer.consume(bytes.count)
    } while try buffer.fill()
  }

  deinit { unlink(path) }
}
