#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The bytes of a file or of standard input, decompressed if gzip, read in chunks.
///
/// Memory holds one chunk of compressed bytes, whatever the size of the file.
package final class ByteSource {
  /// The name for messages: the path as given, or `-` for standard input.
  package let path: String
  /// Size of the file before decompression; nil for a pipe.
  package let totalBytes: Int?
  /// The number of bytes read from the file, before decompression.
  package private(set) var bytesRead = 0

  private let descriptor: Int32
  private let closesDescriptor: Bool
  /// Seconds to wait for bytes; nil for any time.
  private var patience: Int?
  private var inflater: Inflater?
  private var hasLookedAtMagic = false
  private var pending: [UInt8] = []

  /// The size of one read: large enough that the cost of system calls is negligible.
  static let chunkSize = 1 << 18

  /// Reads a pipe from another program, which is closed with this.
  /// - Parameter patience: the seconds after which a pipe without bytes is an error.
  package init(fileDescriptor: Int32, calledAs name: String, patience: Int) {
    (path, descriptor, closesDescriptor, totalBytes) = (name, fileDescriptor, true, nil)
    self.patience = patience
  }

  /// Opens `path`; `-` is standard input.
  /// - Parameter name: the name in messages instead of the path.
  package init(path: String, calledAs name: String? = nil) throws(InputError) {
    self.path = name ?? path
    if path == "-" {
      (descriptor, closesDescriptor, totalBytes) = (0, false, nil)
      return
    }
    descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw Self.openingError(path, errno) }
    closesDescriptor = true
    var status = stat()
    fstat(descriptor, &status)
    if status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw InputError.isDirectory(path: path)
    }
    totalBytes = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    if closesDescriptor { close(descriptor) }
  }

  /// Reads decompressed bytes into `buffer`, at least one.
  /// - Returns: the number of bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    if !hasLookedAtMagic { try lookAtMagic() }
    if inflater != nil { return try inflate(into: buffer) }
    guard pending.isEmpty else { return takePending(into: buffer) }
    return try readRaw(into: buffer)
  }

  private func takePending(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(pending.count, buffer.count)
    pending.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    pending.removeFirst(count)
    return count
  }

  /// Gzip begins with 1F 8B (RFC 1952, 2.3.1), whatever the file is called.
  private func lookAtMagic() throws(InputError) {
    hasLookedAtMagic = true
    while pending.count < 2 {
      guard try readChunk() else { break }
    }
    if pending.starts(with: [0x1F, 0x8B]) { inflater = try Inflater(path: path) }
  }

  /// Appends one chunk of the file to `pending`; false at the end.
  private func readChunk() throws(InputError) -> Bool {
    var result = Result<Int, InputError>.success(0)
    let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { bytes, count in
      result = Result { () throws(InputError) in try readRaw(into: UnsafeMutableRawBufferPointer(bytes)) }
      if case .success(let read) = result { count = read }
    }
    pending += chunk
    return try result.get() > 0
  }

  private func inflate(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    guard let inflater else { return 0 }
    while true {
      let step = try inflater.inflate(pending, into: buffer)
      pending.removeFirst(step.consumed)
      if step.produced > 0 { return step.produced }
      if try readChunk() { continue }
      guard inflater.isBetweenMembers else { throw InputError.gzipEndsEarly(path: path) }
      return 0
    }
  }

  private func readRaw(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    while true {
      if let patience {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(&request, 1, Int32(patience * 1000))
        if ready < 0, errno == EINTR { continue }
        guard ready != 0 else { throw InputError.unreadable(path: path, reason: "nothing came for \(patience) s") }
      }
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw InputError.unreadable(path: path, reason: String(cString: strerror(errno))) }
      bytesRead += count
      return count
    }
  }

  private static func openingError(_ path: String, _ code: Int32) -> InputError {
    code == ENOENT ? .notFound(path: path) : .unreadable(path: path, reason: String(cString: strerror(code)))
  }
}
