import CodedErrors
import Foundation

/// Bytes kept for the duration of a load, read back by position.
///
/// The newest are in memory; beyond a limit they move to an unlinked temporary file, so nothing is left behind however
/// the process ends.
///
/// One thread appends; afterwards any number may read, which the compiler cannot verify.
final class Spool: @unchecked Sendable {
  private let memoryLimit: Int
  private var memory: [UInt8] = []
  private var descriptor: Int32 = -1
  /// The number of bytes in the file; those in memory follow.
  private var fileSize = 0

  /// - Parameter memoryLimit: bytes; small loads never touch the disk.
  init(memoryLimit: Int = 16 << 20) { self.memoryLimit = memoryLimit }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends bytes.
  /// - Returns: the offset of the bytes.
  func append(_ bytes: [UInt8]) throws(SpoolFailure) -> Int {
    if !memory.isEmpty, memory.count + bytes.count > memoryLimit { try moveToFile() }
    memory.append(contentsOf: bytes)
    return fileSize + memory.count - bytes.count
  }

  /// Copies exactly the bytes that `append` wrote at `offset`.
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
      guard count > 0 else { throw SpoolFailure(action: "read", errorNumber: count < 0 ? errno : EIO) }
      done += count
    }
  }

  private func moveToFile() throws(SpoolFailure) {
    if descriptor < 0 { descriptor = try Self.openNameless() }
    var done = 0
    while done < memory.count {
      let count = memory.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SpoolFailure(action: "written", errorNumber: errno) }
      done += count
    }
    fileSize += memory.count
    memory.removeAll(keepingCapacity: true)
  }

  private static func openNameless() throws(SpoolFailure) -> Int32 {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("vicinity-\(UUID().uuidString)").path
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw SpoolFailure(action: "made", errorNumber: errno) }
    unlink(path)
    return descriptor
  }
}

/// The temporary file of a load failed.
struct SpoolFailure: CodedError, Hashable {
  /// The failed action: "made", "written", "read".
  var action: String
  /// The system's error number.
  var errorNumber: Int32

  var code: String { "no-temporary-file" }

  /// The failure, its location and a next step.
  var description: String {
    let folder = FileManager.default.temporaryDirectory.path
    return "a temporary file in \(folder) cannot be \(action): \(String(cString: strerror(errorNumber)))."
      + " Free space there, or set TMPDIR to another folder."
  }
}
