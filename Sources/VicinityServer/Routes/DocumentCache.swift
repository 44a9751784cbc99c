import Streams
import Synchronization

/// The description of the interface, made once for each address by which clients reach the server.
final class DocumentCache: Sendable {
  private let kept = Mutex<[String: [UInt8]]>([:])
  /// Clients may name any host.
  private static let most = 16

  func document(for base: String, _ make: () -> JSONValue) -> [UInt8] {
    if let bytes = kept.withLock({ $0[base] }) { return bytes }
    var json = JSONWriter()
    json.value(make())
    json.newline()
    let bytes = json.bytes
    kept.withLock { kept in
      if kept.count >= Self.most { kept.removeAll() }
      kept[base] = bytes
    }
    return bytes
  }
}
