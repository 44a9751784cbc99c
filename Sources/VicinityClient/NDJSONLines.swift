import NIOCore

/// The lines of a body that comes in pieces, without their line feeds; empty ones are left out.
struct NDJSONLines<Body: AsyncSequence>: AsyncSequence where Body.Element == ByteBuffer {
  typealias Failure = any Error

  let body: Body

  func makeAsyncIterator() -> Iterator { Iterator(pieces: body.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var pieces: Body.AsyncIterator
    private var rest = ByteBuffer()
    private var isAtEnd = false

    init(pieces: Body.AsyncIterator) { self.pieces = pieces }

    mutating func next() async throws -> ByteBufferView? {
      while true {
        if let line = nextLine() {
          if line.isEmpty { continue }
          return line
        }
        guard !isAtEnd else { return nil }
        if var piece = try await pieces.next() {
          rest.discardReadBytes()
          rest.writeBuffer(&piece)
        } else {
          isAtEnd = true
        }
      }
    }

    private mutating func nextLine() -> ByteBufferView? {
      let view = rest.readableBytesView
      guard let end = view.firstIndex(of: UInt8(ascii: "\n")) else {
        return isAtEnd && !view.isEmpty ? rest.readSlice(length: view.count)?.readableBytesView : nil
      }
      let line = rest.readSlice(length: end - view.startIndex)?.readableBytesView
      rest.moveReaderIndex(forwardBy: 1)
      return line
    }
  }
}
