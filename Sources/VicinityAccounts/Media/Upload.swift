import Crypto
import Foundation
import Streams

/// A picture or video that a client sends, in a file without a name while it comes.
///
/// Unchecked because the compiler cannot see that one task at a time uses it.
package final class Upload: @unchecked Sendable {
  /// The file with its bytes.
  let file: UnnamedFile
  private(set) var count = 0
  /// Its first bytes, which determine the type.
  package private(set) var head: [UInt8] = []
  private var hasher = SHA256()
  /// Lives until the file is stored or gone, which may have to wait for other uploads.
  private let share: any Sendable

  /// Bytes of the head.
  private static let headBytes = 512

  /// - Parameters:
  ///   - folder: on whose disk it is.
  ///   - share: counts the upload for as long as it lives.
  package init(in folder: String, counting share: any Sendable) throws {
    file = try UnnamedFile(in: folder)
    self.share = share
  }

  /// The SHA-256 of all bytes, in hexadecimal.
  var hash: String { hasher.finalize().hexadecimal }

  package func append(_ bytes: [UInt8]) throws {
    try file.append(bytes)
    hasher.update(data: bytes)
    count += bytes.count
    head += bytes.prefix(Self.headBytes - head.count)
  }
}
