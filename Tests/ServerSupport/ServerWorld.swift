import CivilTime
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Streams
import TestSupport
import Vicinity
import VicinityFormats

@testable import VicinityAccounts
@testable import VicinityHTTP
@testable import VicinityServer

/// A server on the shipped listings, called without sockets.
package struct ServerWorld {
  /// 2026-11-27T21:00:00+01:00, a Friday.
  package static let now = Instant(secondsSince1970: 1_795_809_600)
  package let temporary: TemporaryCatalog
  package let server: VicinityServer

  package var catalog: Catalog { temporary.catalog }

  package init(_ listings: [Listing]? = nil, _ change: (inout ServerSettings) -> Void = { _ in }) throws {
    temporary = try TemporaryCatalog(listings ?? Self.shipped.get())
    var settings = ServerSettings()
    settings.rate = 0
    settings.passwordLogRounds = 4
    // Beside a thousand other tests everything may take its time.
    (settings.deadlineMilliseconds, settings.bodySeconds, settings.queue) = (600_000, 86_400, 10_000)
    (settings.clientThreads, settings.clientQueue) = (0, 0)
    change(&settings)
    server = try VicinityServer(
      catalog: temporary.catalog, settings: settings, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      clock: { Self.now })
  }

  /// Another server of the same catalog.
  package init(reading other: ServerWorld, _ server: VicinityServer) {
    (temporary, self.server) = (other.temporary, server)
  }

  private static let shipped = Result {
    let folder = try TemporaryCatalog([])
    for name in ["stuttgart-bars", "targu-mures-events", "targu-mures-couches"] {
      let path = Project.root.appending(path: "datasets/\(name).jsonl").path
      _ = try Importer(path: path, options: ImportOptions()).run(into: folder.catalog)
    }
    var listings: [Listing] = []
    try folder.catalog.forEachListing(nil, asTold: true, withPrivatePlaces: true) { listings.append($0) }
    return listings
  }

  /// An answer of the server.
  package struct Answered {
    package var status: Int
    package var headers: HTTPFields
    package var bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }
    package var json: JSONObject { get throws { try JSONParser.parse(bytes).object ?? JSONObject() } }
    package var code: String? { (try? json)?["code"]?.string }
  }

  package func ask(
    _ path: String, _ method: HTTPRequest.Method = .get, _ fields: [(String, String)] = [], body: [UInt8] = [],
    pieces: Int? = nil, beforeBody: () async throws -> Void = {},
    receiving: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Answered {
    var headers = HTTPFields()
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
    }
    let head = HTTPRequest(method: method, scheme: "http", authority: "test", path: path, headerFields: headers)
    let size = pieces ?? max(1, body.count)
    let parts = stride(from: 0, to: body.count, by: size).map {
      ByteBuffer(bytes: body[$0..<min($0 + size, body.count)])
    }
    let stream = AsyncStream<ByteBuffer> {
      for part in parts { $0.yield(part) }; $0.finish()
    }
    let request = Request(head: head, body: RequestBody(asyncSequence: stream))
    let responder = Responder(
      table: server.table, services: server.services, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let channel = EmbeddedChannel()
    try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).get()
    let context = ConnectionContext(
      source: .init(channel: channel, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    let response = try await responder.respond(to: request, context: context)
    let collected = Collected(receiving)
    try await beforeBody()
    try await response.body.write(CollectingWriter(into: collected))
    return Answered(status: response.status.code, headers: response.headers, bytes: collected.bytes)
  }

  package func ask(_ path: String, _ method: HTTPRequest.Method, _ fields: [(String, String)] = [], text: String)
    async throws
    -> Answered
  { try await ask(path, method, fields, body: Array(text.utf8)) }

  /// The header field of a key with these scopes.
  package func key(_ scopes: Scope...) throws -> (String, String) {
    let made = try server.services.keys.add(name: "test", scopes: scopes, expires: nil, at: Self.now)
    return ("Authorization", "Bearer \(made.secret)")
  }

  private final class Collected: @unchecked Sendable {
    private(set) var bytes: [UInt8] = []
    private let receiving: @Sendable (String) -> Void

    init(_ receiving: @escaping @Sendable (String) -> Void) { self.receiving = receiving }

    func append(_ buffer: ByteBuffer) {
      bytes += buffer.readableBytesView
      receiving(String(buffer: buffer))
    }
  }

  private struct CollectingWriter: ResponseBodyWriter {
    let collected: Collected
    init(into collected: Collected) { self.collected = collected }
    mutating func write(_ buffer: ByteBuffer) async throws { collected.append(buffer) }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
