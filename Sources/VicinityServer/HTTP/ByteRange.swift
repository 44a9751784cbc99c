import Hummingbird
import NIOCore
import Streams

/// A part of a body that a client asks for (RFC 9110, 14.1): one range of bytes; of several the whole body is given.
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
  /// A file as it is, whole or the part that the client asks for.
  ///
  /// - Parameter tag: its entity tag; it never changes without its bytes.
  static func file(_ bytes: [UInt8], _ mediaType: String, tag: String, to request: Request) -> Reply {
    if EntityTag.isAny(request.headers[.ifNoneMatch], where: { $0 == tag }) {
      var reply = Reply.notModified
      reply.headers[.eTag] = tag
      return reply
    }
    // A range of what the client has another version of would not fit.
    let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
    let range = isSame && request.method == .get ? request.headers[.range] : nil
    var reply: Reply
    switch ByteRange(range, of: bytes.count) {
    case .whole: reply = Reply(mediaType, bytes)
    case .part(let range):
      reply = Reply(mediaType, Array(bytes[range]), status: .partialContent)
      reply.headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
    case .unsatisfiable:
      reply = Reply("", [], status: .rangeNotSatisfiable)
      reply.headers[.contentRange] = "bytes */\(bytes.count)"
    }
    reply.headers[.eTag] = tag
    reply.headers[.acceptRanges] = "bytes"
    reply.isCompressible = false
    return reply
  }

  /// A file that somebody has sent, which its pages show: opened by itself, it still can do nothing.
  ///
  /// - Parameter sources: what its policy allows beside the file.
  static func stored(_ bytes: [UInt8], _ mediaType: String, hash: String, to request: Request, sources: String = "")
    -> Reply
  {
    var reply = file(bytes, mediaType, tag: "\"\(hash)\"", to: request)
    reply.headers[.cacheControl] = "no-cache"
    reply.headers[.contentSecurityPolicy] = "default-src 'none'; \(sources)sandbox"
    return reply
  }
}
