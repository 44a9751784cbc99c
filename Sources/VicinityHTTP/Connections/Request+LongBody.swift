import HTTPTypes
import Hummingbird

extension Request {
  /// Whether its body has no end yet, or more bytes than are read and discarded.
  package var mayHaveLongBody: Bool {
    if headers[.transferEncoding] != nil { return true }
    return headers[.contentLength].flatMap { Int($0) } ?? 0 > ConnectionTimer.mostUnread
  }
}
