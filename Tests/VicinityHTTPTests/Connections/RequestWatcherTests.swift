import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import VicinityHTTP

@Suite("The writer of an answer learns that its client is gone")
struct RequestWatcherTests {
  /// A connection with the answers that learned of its end.
  private final class Connection {
    private final class Endings: Sendable {
      let names = Mutex<[String]>([])
    }

    let channel = EmbeddedChannel()
    private let endings = Endings()

    init(isWatched: Bool = true) throws {
      if isWatched { try channel.pipeline.syncOperations.addHandler(RequestWatcher(maxHeaders: 8192)) }
      try channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).wait()
    }

    var ended: [String] { endings.names.withLock(\.self) }

    func begin(_ name: String) {
      RequestWatcher.whenClosed(channel) { [endings] in endings.names.withLock { $0.append(name) } }
      channel.embeddedEventLoop.run()
    }

    func closeInput() { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
  }

  @Test("when it closes its side, once")
  func closed() throws {
    let connection = try Connection()
    connection.begin("a")
    #expect(connection.ended.isEmpty)
    connection.closeInput()
    #expect(connection.ended == ["a"])
    _ = try connection.channel.finish()
    #expect(connection.ended == ["a"])
  }

  @Test("when the connection breaks, even if nothing watches requests", arguments: [true, false])
  func broken(isWatched: Bool) throws {
    let connection = try Connection(isWatched: isWatched)
    connection.begin("a")
    #expect(connection.ended.isEmpty)
    _ = try connection.channel.finish(acceptAlreadyClosed: true)
    #expect(connection.ended == ["a"])
  }

  @Test("when it had gone before the answer began")
  func before() throws {
    let connection = try Connection()
    connection.closeInput()
    connection.begin("a")
    #expect(connection.ended == ["a"])
  }

  @Test("but not of the end of a connection whose answer was whole")
  func whole() throws {
    let connection = try Connection()
    connection.begin("a")
    try connection.channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try connection.channel.writeOutbound(HTTPResponsePart.end(nil))
    connection.begin("b")
    connection.closeInput()
    #expect(connection.ended == ["b"])
  }
}
