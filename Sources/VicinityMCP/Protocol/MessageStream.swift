import Streams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Answers messages of a file descriptor one after another, each on a line, until its end.
///
/// The next message is read once the answer to the one before has been written: a client that reads nothing is sent
/// nothing more, and waits.
package struct MessageStream {
  private let input: Int32
  private let output: FileOutput

  /// The most bytes of a message.
  package static let longestMessage = 1 << 20

  package init(reading input: Int32, writing output: FileOutput) { (self.input, self.output) = (input, output) }

  /// - Parameter answer: answers a message; nil for one that gets no answer.
  /// - Throws: `OutputError` when the client has closed the stream, `InputError` when it cannot be read.
  package func run(_ answer: ([UInt8]) -> RPCReply?) throws {
    var lines = MessageLines(longest: Self.longestMessage)
    while true {
      let bytes = try read()
      for line in bytes.isEmpty ? [lines.finish()].compactMap({ $0 }) : lines.add(bytes) {
        guard let reply = reply(to: line, answer) else { continue }
        try output.write(Array("\(reply.json.text)\n".utf8))
      }
      if bytes.isEmpty { return }
    }
  }

  private func reply(to line: MessageLines.Line, _ answer: ([UInt8]) -> RPCReply?) -> RPCReply? {
    switch line {
    case .message(let bytes): answer(bytes)
    case .tooLong:
      RPCReply(refusing: .badRequest("The message has more than \(Self.longestMessage) bytes."))
    }
  }

  /// The next bytes; none at the end.
  private func read() throws -> [UInt8] {
    while true {
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        #if canImport(Darwin)
          let read = Darwin.read(input, buffer.baseAddress, buffer.count)
        #else
          let read = Glibc.read(input, buffer.baseAddress, buffer.count)
        #endif
        (count, code) = (max(0, read), read < 0 ? errno : 0)
      }
      if code == EINTR { continue }
      guard code == 0 else { throw InputError.unreadable(path: "-", reason: String(cString: strerror(code))) }
      return bytes
    }
  }
}
