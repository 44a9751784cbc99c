import NIOCore
import NIOEmbedded
import Testing

@testable import VicinityHTTP

@Suite("A connection ends when its client is too slow")
struct ConnectionTimerTests {
  /// A connection whose request head may take 2 s, and which may be idle for 8 s.
  private struct Connection {
    let channel = EmbeddedChannel()
    let reads = ReadCounter()
    let timer = ConnectionTimer(headLimit: .seconds(2), idleLimit: .seconds(8))

    init() throws {
      try channel.pipeline.syncOperations.addHandler(reads)
      try channel.pipeline.syncOperations.addHandler(timer)
      try channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).wait()
    }

    var isOpen: Bool { channel.isActive }

    func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }
    func receive(_ count: Int = 1) throws { try channel.writeInbound(ByteBuffer(repeating: 0, count: count)) }
  }

  @Test("without a request, and after an answer")
  func idle() throws {
    let connection = try Connection()
    connection.wait(7)
    #expect(connection.isOpen)
    try connection.receive()
    connection.timer.beginRequest()
    connection.timer.endRequest()
    connection.timer.endAnswer()
    connection.wait(7)
    #expect(connection.isOpen)
    connection.wait(4)
    #expect(!connection.isOpen)
  }

  @Test("in the middle of a head")
  func head() throws {
    let connection = try Connection()
    for _ in 0..<2 {
      try connection.receive()
      connection.wait(1)
    }
    #expect(!connection.isOpen)
  }

  @Test("but not while the server works, nor while it does not read")
  func working() throws {
    let connection = try Connection()
    try connection.receive()
    connection.timer.beginRequest()
    // Reading stops: the body has to wait.
    connection.wait(100)
    #expect(connection.isOpen)
    connection.channel.read()
    connection.timer.endRequest()
    connection.wait(100)
    #expect(connection.isOpen)
  }

  @Test("in the middle of a body that is waited for")
  func body() throws {
    let connection = try Connection()
    try connection.receive()
    connection.timer.beginRequest()
    connection.channel.read()
    connection.wait(6)
    try connection.receive()
    connection.channel.read()
    connection.wait(6)
    #expect(connection.isOpen)
    connection.wait(4)
    #expect(!connection.isOpen)
  }

  @Test("when it takes nothing, or too little, of what it is sent")
  func taking() throws {
    let connection = try Connection()
    try connection.receive()
    connection.timer.beginRequest()
    connection.timer.endRequest()
    // Unflushed bytes wait, like bytes that a client does not read.
    connection.channel.write(ByteBuffer(repeating: 0, count: 1 << 20), promise: nil)
    connection.wait(6)
    #expect(connection.isOpen)
    connection.channel.flush()
    connection.channel.write(ByteBuffer(repeating: 0, count: 1 << 20), promise: nil)
    connection.wait(6)
    #expect(connection.isOpen)
    connection.channel.write(ByteBuffer(repeating: 0, count: 1000), promise: nil)
    connection.wait(4)
    #expect(!connection.isOpen)
  }

  @Test("when it continues with the body of an answered request, of which only the beginning is read")
  func answered() throws {
    let connection = try Connection()
    try connection.receive()
    connection.timer.beginRequest()
    connection.timer.endAnswer()
    try connection.receive(200_000)
    connection.channel.read()
    let reads = connection.reads.count
    try connection.receive(100_000)
    connection.channel.read()
    #expect(connection.isOpen && connection.reads.count == reads)
    connection.wait(2)
    #expect(!connection.isOpen)
  }
}

/// Counts the reads from the socket.
private final class ReadCounter: ChannelOutboundHandler {
  typealias OutboundIn = IOData

  private(set) var count = 0

  func read(context: ChannelHandlerContext) {
    count += 1
    context.read()
  }
}
