import Crypto
import Foundation

/// A picture or video that a client sends, in a file without a name while it comes.
///
/// Unchecked because the compiler cannot see that one task at a time uses it.
final class Upload: @unchecked Sendable {
  /// Where its bytes are.
  let file: UnnamedFile
  private(set) var count = 0
  /// Its first bytes, by which types are told.
  private(set) var head: [UInt8] = []
  private var hasher = SHA256()
  /// Counts until the file is kept, or is gone: that waits for others, too.
  private let share: HeldBytes

  /// Bytes of the head.
  private static let headBytes = 512

  /// - Parameter folder: on whose disk it is.
  init(in folder: String, counting share: HeldBytes) throws {
    file = try UnnamedFile(in: folder)
    self.share = share
  }

  /// The SHA-256 of all bytes, in hexadecimal.
  var hash: String { hasher.finalize().hexadecimal }

  func append(_ bytes: [UInt8]) throws {
    try file.append(bytes)
    hasher.update(data: bytes)
    count += bytes.count
    head += bytes.prefix(Self.headBytes - head.count)
  }
}
