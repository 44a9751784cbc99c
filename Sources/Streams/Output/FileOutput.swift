import CodedErrors

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes bytes to an open file, terminal or pipe.
///
/// A closed pipe is an error here only when the process ignores the signal `SIGPIPE`.
public struct FileOutput: Sendable {
  /// The file descriptor.
  public let fileDescriptor: Int32

  /// Uses an open file, which the caller closes.
  public init(fileDescriptor: Int32) { self.fileDescriptor = fileDescriptor }

  /// Writes all bytes, in several system calls if necessary.
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
public enum OutputError: CodedError, Hashable {
  /// The reader has closed the pipe; a command then ends silently.
  case closedPipe
  /// The operating system's reason, such as a full disk.
  case failed(code: Int32)
}

extension OutputError {
  /// Stable, for programs.
  public var code: String {
    switch self {
    case .closedPipe: "closed-pipe"
    case .failed: "output-failed"
    }
  }

  /// What happened, in one sentence.
  public var description: String {
    switch self {
    case .closedPipe: "the reader has closed the output"
    case .failed(let code): "cannot write the output: \(String(cString: strerror(code)))"
    }
  }
}
