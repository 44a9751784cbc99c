#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads blocks of whole lines from an open file, terminal or pipe.
///
/// A block ends where the operating system has no more bytes for now, so a query typed into a pipe is answered at once.
/// Memory does not grow with the input: only the beginning of a line beyond `longestLine` is retained.
package struct LineBlockReader {
  /// The maximum length of a line; a query has a few hundred bytes.
  package static let longestLine = 1 << 20
  private static let chunk = 1 << 15
  private let longest: Int

  private let fileDescriptor: Int32
  private var pending: [UInt8] = []
  private var line = 1
  private var skipsToLineEnd = false
  private var isAtStart = true
  private var isAtEnd = false

  /// - Parameter longest: the maximum length of a line.
  package init(fileDescriptor: Int32, longest: Int = longestLine) {
    (self.fileDescriptor, self.longest) = (fileDescriptor, longest)
  }

  /// The next block; nil at the end of the file or when `isStopped` returns true.
  package mutating func next(isStopped: () -> Bool) throws(InputError) -> LineBlock? {
    while !isAtEnd {
      guard try waitForBytes(isStopped) else { return nil }
      try read()
      if let block = takeBlock() { return block }
    }
    defer { pending = [] }
    return pending.isEmpty ? nil : LineBlock(bytes: pending, firstLine: line)
  }

  /// Waits for input; false when stopped in the meantime.
  private func waitForBytes(_ isStopped: () -> Bool) throws(InputError) -> Bool {
    while !isStopped() {
      var request = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, 100)
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { throw unreadable(errno) }
    }
    return false
  }

  private mutating func read() throws(InputError) {
    var (count, code) = (0, errno)
    pending += [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, initialized in
      count = systemRead(fileDescriptor, UnsafeMutableRawBufferPointer(buffer))
      code = errno
      initialized = max(0, count)
    }
    if count < 0, code != EINTR, code != EAGAIN { throw unreadable(code) }
    if count == 0 { isAtEnd = true }
    dropByteOrderMark()
  }

  private func unreadable(_ code: Int32) -> InputError {
    .unreadable(path: "-", reason: String(cString: strerror(code)))
  }

  private mutating func dropByteOrderMark() {
    guard isAtStart, pending.count >= 3 || isAtEnd else { return }
    isAtStart = false
    if pending.starts(with: [0xEF, 0xBB, 0xBF]) { pending.removeFirst(3) }
  }

  private mutating func takeBlock() -> LineBlock? {
    if skipsToLineEnd { skipToLineEnd() }
    guard let lineEnd = pending.lastIndex(of: UInt8(ascii: "\n")) else { return takeOverlong() }
    let block = LineBlock(bytes: Array(pending[...lineEnd]), firstLine: line)
    pending.removeFirst(lineEnd + 1)
    line += block.lineFeeds
    return block
  }

  private mutating func takeOverlong() -> LineBlock? {
    guard pending.count > longest else { return nil }
    defer {
      pending.removeAll(keepingCapacity: true)
      skipsToLineEnd = true
    }
    return LineBlock(bytes: Array(pending.prefix(64)), firstLine: line, isOverlong: true)
  }

  private mutating func skipToLineEnd() {
    guard let lineEnd = pending.firstIndex(of: UInt8(ascii: "\n")) else {
      pending.removeAll(keepingCapacity: true)
      return
    }
    pending.removeFirst(lineEnd + 1)
    line += 1
    skipsToLineEnd = false
  }
}

private func systemRead(_ fileDescriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(fileDescriptor, buffer.baseAddress, buffer.count)
}
