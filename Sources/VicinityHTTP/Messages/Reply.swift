import Hummingbird
import NIOCore
import Streams

/// A route's response: a body as bytes or a stream, and the facts for its headers.
package struct Reply: Sendable {
  /// The body of an answer.
  package enum Body: Sendable {
    case bytes(ByteBuffer)
    /// A part of a file, read as the client takes it.
    case file(StoredFile, Range<Int>)
    /// Written piece by piece; each write waits until the client has taken enough of the earlier ones.
    case stream(@Sendable (inout any ResponseBodyWriter) async throws -> Void)
  }

  package var status: HTTPResponse.Status = .ok
  package var mediaType: String
  package var body: Body
  package var headers = HTTPFields()
  /// Whether the body is of a kind that gets smaller by compression.
  package var isCompressible = true
  /// Whether it reports a completed change: it is sent even beyond the share of its client, whose body was as large.
  package var isOfChange = false
  /// The body as gzip, where it is known already.
  package var compressed: ByteBuffer?

  package init(_ mediaType: String, _ buffer: ByteBuffer, status: HTTPResponse.Status = .ok) {
    (self.mediaType, self.status) = (mediaType, status)
    body = .bytes(buffer)
  }

  package init(_ mediaType: String, _ bytes: [UInt8], status: HTTPResponse.Status = .ok) {
    self.init(mediaType, ByteBuffer(bytes: bytes), status: status)
  }

  package init(_ mediaType: String, _ text: String) {
    self.mediaType = mediaType
    body = .bytes(ByteBuffer(string: text))
  }

  package init(
    streaming mediaType: String, _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) {
    (self.mediaType, body) = (mediaType, .stream(write))
  }

  /// Bytes; smaller bodies fit into one packet anyway.
  package static let leastCompressed = 1024

  /// A JSON document.
  package static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Reply {
    var writer = JSONWriter()
    writer.value(value)
    writer.newline()
    return Reply("application/json", writer.bytes, status: status)
  }

  /// An answer without a body.
  package static let noContent = empty(.noContent)
  /// The client's copy is still valid.
  package static let notModified = empty(.notModified)

  /// Leaves the header fields, and takes what the client has already.
  package mutating func becomeNotModified() {
    let fields = headers
    self = .notModified
    headers = fields
  }

  private static func empty(_ status: HTTPResponse.Status) -> Reply {
    var reply = Reply("", [], status: status)
    reply.isCompressible = false
    return reply
  }

  /// The size of the body; nil for a stream.
  var byteCount: Int? {
    switch body {
    case .bytes(let buffer): buffer.readableBytes
    case .file(_, let range): range.count
    case .stream: nil
    }
  }
}
