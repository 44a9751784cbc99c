import CodedErrors
import Foundation

/// The reason why a file next to the catalog cannot be written. Then nothing was changed.
enum StorageError: CodedError, Hashable {
  /// The disk is full.
  case full
  /// The system does not let the server write in the folder; `reason` is its text.
  case notWritable(reason: String)

  /// - Parameter number: what the system reports, as `errno`.
  init(errno number: Int32) {
    self =
      number == ENOSPC || number == EDQUOT ? .full : .notWritable(reason: String(cString: strerror(number)))
  }

  var code: String {
    switch self {
    case .full: "disk-full"
    case .notWritable: "catalog-not-writable"
    }
  }

  var description: String {
    switch self {
    case .full: "The disk of the server is full; nothing was changed."
    case .notWritable(let reason):
      "The server cannot write in the folder of its catalog: \(reason). Nothing was changed; the operator can change "
        + "the permissions of the folder."
    }
  }

  /// Runs `body`, which writes a file by Foundation.
  /// - Throws: `StorageError` when the disk is full or the folder cannot be written; other errors of `body`.
  static func writing(_ body: () throws -> Void) throws {
    do { try body() } catch let error as CocoaError {
      switch error.code {
      case .fileWriteOutOfSpace: throw StorageError(errno: ENOSPC)
      case .fileWriteNoPermission: throw StorageError(errno: EACCES)
      case .fileWriteVolumeReadOnly: throw StorageError(errno: EROFS)
      default: throw error
      }
    }
  }
}
