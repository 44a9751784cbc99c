import Foundation
import Hummingbird

extension Problem {
  /// A file beside the catalog that cannot be written.
  ///
  /// - Parameter code: what the system says, as `errno`.
  static func cannotWrite(_ code: Int32) -> Problem {
    if code == ENOSPC || code == EDQUOT {
      return Problem(insufficientStorage, "disk-full", "The disk of the server is full; nothing was changed.")
    }
    return Problem(
      .forbidden, "catalog-not-writable",
      "The server cannot write in the folder of its catalog: \(String(cString: strerror(code))). Nothing was changed; "
        + "the operator can change the permissions of the folder.")
  }

  /// Runs `body`, which writes a file by Foundation.
  /// - Throws: `Problem` when the disk is full or the folder cannot be written; other errors of `body`.
  static func writing(_ body: () throws -> Void) throws {
    do { try body() } catch let error as CocoaError {
      switch error.code {
      case .fileWriteOutOfSpace: throw cannotWrite(ENOSPC)
      case .fileWriteNoPermission: throw cannotWrite(EACCES)
      case .fileWriteVolumeReadOnly: throw cannotWrite(EROFS)
      default: throw error
      }
    }
  }
}
