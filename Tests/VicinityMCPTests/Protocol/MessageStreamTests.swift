import Foundation
import Streams
import Testing
import VicinityLab

@testable import VicinityMCP

@Suite("Messages of a stream")
struct MessageStreamTests {
  @Test("are its lines, in whatever pieces they come")
  func pieces() {
    let text = "{\"a\":1}\r\n\n" + String(repeating: "x", count: 60) + "\n" + "{\"b\":\"ü\"}\n" + "last"
    let expected: [MessageLines.Line] = [
      .message(Array("{\"a\":1}".utf8)), .tooLong, .message(Array("{\"b\":\"ü\"}".utf8)), .message(Array("last".utf8)),
    ]
    var generator = SplitMix64(seed: 3)
    for _ in 0..<50 {
      var lines = MessageLines(longest: 50)
      var found: [MessageLines.Line] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(40, rest.count), using: &generator)
        found += lines.add(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      found += [lines.finish()].compactMap { $0 }
      #expect(found == expected)
    }
  }

  @Test("are answered in order, and a bad one ends nothing")
  func run() throws {
    let world = try ModelWorld()
    let (input, output) = (Pipe(), Pipe())
    let ping = #"{"jsonrpc":"2.0","id":ID,"method":"ping"}"#
    var bytes = Array("\(ping.replacing("ID", with: "1"))\nnothing\n".utf8)
    bytes += [0xFF, 0x0A] + [UInt8](repeating: 0x20, count: MessageStream.longestMessage + 1) + [0x0A]
    bytes += Array(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8) + [0x0A]
    bytes += Array(ping.replacing("ID", with: "2").utf8)
    let writing = Thread { [bytes] in
      input.fileHandleForWriting.write(Data(bytes))
      try? input.fileHandleForWriting.close()
    }
    writing.start()
    let stream = MessageStream(
      reading: input.fileHandleForReading.fileDescriptor,
      writing: FileOutput(fileDescriptor: output.fileHandleForWriting.fileDescriptor))
    try stream.run { world.ask($0) }
    try output.fileHandleForWriting.close()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let answers = try text.split(separator: "\n").map { try JSONValue(parsing: $0.utf8).object }
    #expect(answers.map { $0?["id"] } == [1, .null, .null, .null, 2])
    let codes = answers.map { $0?["error"]?.object?["code"]?.integer }
    #expect(codes == [nil, -32700, -32700, -32600, nil])
  }
}
