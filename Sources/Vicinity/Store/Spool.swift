import Foundation

/// Bytes kept for the length of a load, read back by position.
///
/// The newest are in memory; whenever these reach a bound they move to a temporary file that has no name any more, so nothing is left
/// behind whatever ends the process.
///
/// One thread appends; from then on any number may read, which the compiler cannot check.
final class Spool: @unchecked Sendable {
  private let memoryLimit: Int
  private var memory: [UInt8] = []
  private var descriptor: Int32 = -1
  /// How many bytes are in the file; those in memory come behind them.
  private var fileSize = 0

  /// - Parameter memoryLimit: bytes; small loads never touch the disk.
  init(memoryLimit: Int = 16 << 20) { self.memoryLimit = memoryLimit }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends bytes.
  /// - Returns: where they begin.
  func append(_ bytes: [UInt8]) throws(SpoolFailure) -> Int {
    if !memory.isEmpty, memory.count + bytes.count > memoryLimit { try moveToFile() }
    memory.append(contentsOf: bytes)
    return fileSize + memory.count - bytes.count
  }

  /// Copies what `append` wrote at `offset`, no less and no more than it wrote.
  func copy(at offset: Int, to target: UnsafeMutableRawBufferPointer) throws(SpoolFailure) {
    guard offset < fileSize else {
      return memory.withUnsafeBytes {
        let start = offset - fileSize
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + target.count]))
      }
    }
    var done = 0
    while done < target.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: target[done...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SpoolFailure(action: "read", code: count < 0 ? errno : EIO) }
      done += count
    }
  }

  private func moveToFile() throws(SpoolFailure) {
    if descriptor < 0 { descriptor = try Self.openNameless() }
    var done = 0
    while done < memory.count {
      let count = memory.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SpoolFailure(action: "written", code: errno) }
      done += count
    }
    fileSize += memory.count
    memory.removeAll(keepingCapacity: true)
  }

  private static func openNameless() throws(SpoolFailure) -> Int32 {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("vicinity-\(UUID().uuidString)").path
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw SpoolFailure(action: "made", code: errno) }
    unlink(path)
    return descriptor
  }
}

/// The temporary file of a load failed.
struct SpoolFailure: Error, Hashable, CustomStringConvertible {
  /// What could not be done: "made", "written", "read".
  var action: String
  /// The error number of the system.
  var code: Int32

  /// What failed, where and what to do.
  var description: String {
    let folder = FileManager.default.temporaryDirectory.path
    return "a temporary file in \(folder) cannot be \(action): \(String(cString: strerror(code)))."
      + " Make room there, or name another folder by TMPDIR."
  }
}
