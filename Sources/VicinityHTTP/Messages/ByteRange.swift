import Hummingbird
import NIOCore
import Streams

/// The part of a body that a client requests (RFC 9110, 14.1): one range of bytes; for several ranges the whole body is
/// sent.
enum ByteRange: Equatable {
  case whole
  case part(Range<Int>)
  /// Beyond the end.
  case unsatisfiable

  /// - Parameters:
  ///   - field: the header field `Range`.
  ///   - count: the bytes of the body.
  init(_ field: String?, of count: Int) {
    self = .whole
    guard let field, field.lowercased().hasPrefix("bytes="), !field.contains(",") else { return }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map(\.trimmingSpaces)
    guard ends.count == 2 else { return }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last?) where first <= last && first >= 0:
      self = first < count ? .part(first..<min(last, count - 1) + 1) : .unsatisfiable
    case (let first?, nil) where ends[1].isEmpty && first >= 0:
      self = first < count ? .part(first..<count) : .unsatisfiable
    case (nil, let last?) where ends[0].isEmpty && last >= 0:
      self = last > 0 && count > 0 ? .part(max(0, count - last)..<count) : .unsatisfiable
    default: return
    }
  }
}

extension Reply {
  /// Raw bytes, all or the part that the client requests.
  ///
  /// - Parameter tag: their entity tag; it never changes without them.
  package static func file(_ bytes: [UInt8], _ mediaType: String, tag: String, to request: Request) -> Reply {
    part(of: bytes.count, mediaType, tag: tag, to: request) { .bytes(ByteBuffer(bytes: bytes[$0])) }
  }

  private static func part(
    of count: Int, _ mediaType: String, tag: String, to request: Request, _ body: (Range<Int>) -> Body
  ) -> Reply {
    if EntityTag.matches(request.headers[.ifNoneMatch], where: { $0 == tag }) {
      var reply = Reply.notModified
      reply.headers[.eTag] = tag
      return reply
    }
    // A range of what the client has another version of would not fit.
    let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
    let range = isSame && request.method == .get ? request.headers[.range] : nil
    var reply: Reply
    switch ByteRange(range, of: count) {
    case .whole:
      reply = Reply(mediaType, [] as [UInt8])
      reply.body = body(0..<count)
    case .part(let range):
      reply = Reply(mediaType, [] as [UInt8], status: .partialContent)
      reply.body = body(range)
      reply.headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
    case .unsatisfiable:
      reply = Reply("", [] as [UInt8], status: .rangeNotSatisfiable)
      reply.headers[.contentRange] = "bytes */\(count)"
    }
    reply.headers[.eTag] = tag
    reply.headers[.acceptRanges] = "bytes"
    reply.isCompressible = false
    return reply
  }

  /// An uploaded file, which pages show: opened on its own, it cannot run anything.
  ///
  /// - Parameter sources: the sources that its policy allows in addition to the file.
  package static func stored(
    _ stored: StoredFile, _ mediaType: String, hash: String, to request: Request, sources: String = ""
  ) -> Reply {
    var reply = part(of: stored.count, mediaType, tag: "\"\(hash)\"", to: request) { .file(stored, $0) }
    reply.headers[.cacheControl] = "no-cache"
    reply.headers[.contentSecurityPolicy] = "default-src 'none'; \(sources)sandbox"
    return reply
  }
}
