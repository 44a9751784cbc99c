#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes bytes to an open file, terminal or pipe.
///
/// A closed pipe is an error here only when the process ignores the signal `SIGPIPE`.
public struct FileOutput: Sendable {
  /// The number the operating system gave the open file.
  public let fileDescriptor: Int32

  /// Takes an open file; it stays the caller's to close.
  public init(fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

  /// Writes everything, in as many steps as it takes.
  /// - Throws: `OutputError`.
  public func write(_ bytes: [UInt8]) throws(OutputError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(fileDescriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count >= 0 { written += count } else { try recover(from: errno) }
    }
  }

  private func recover(from code: Int32) throws(OutputError) {
    switch code {
    case EINTR: return
    case EAGAIN: waitUntilWritable()
    case EPIPE: throw .closedPipe
    default: throw .failed(code: code)
    }
  }

  private func waitUntilWritable() {
    var request = pollfd(fd: fileDescriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, 1000)
  }
}

private func systemWrite(_ fileDescriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(fileDescriptor, buffer.baseAddress, buffer.count)
}

/// Why output cannot be written.
public enum OutputError: Error, Hashable, Sendable {
  /// Nobody reads any more; a command ends quietly then.
  case closedPipe
  /// The operating system's reason, such as a full disk.
  case failed(code: Int32)
}

extension OutputError: CustomStringConvertible {
  /// What happened, in one sentence.
  public var description: String {
    switch self {
    case .closedPipe: "nobody reads the output any more"
    case .failed(let code): "cannot write the output: \(String(cString: strerror(code)))"
    }
  }
}
