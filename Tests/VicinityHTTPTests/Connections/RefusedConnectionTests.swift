import NIOCore
import NIOEmbedded
import Testing

@testable import VicinityHTTP

@Suite("Connections beyond the limit")
struct RefusedConnectionTests {
  @Test("get one 429 for their request, and their bytes go no further")
  func refused() throws {
    let channel = EmbeddedChannel(handler: RefusedConnection(most: 256))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
    for _ in 0..<2 { try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\n\r\n")) }
    let answer = try #require(try channel.readOutbound(as: ByteBuffer.self))
    #expect(String(buffer: answer).hasPrefix("HTTP/1.1 429 ") && String(buffer: answer).contains("client-connections"))
    #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
    #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }
}
