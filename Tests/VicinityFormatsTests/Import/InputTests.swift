import CZlib
import TestSupport
import Testing
import VicinityFormats

@testable import Streams
@testable import Vicinity

struct InputTests {
  private static let rows = (0..<4000).map { #"{"id":"r\#($0)","kind":"bar","lat":1,"lon":2}"# }.joined(separator: "\n")

  /// Compresses with zlib's deflate in the gzip wrapper.
  private static func gzip(_ text: String) throws -> [UInt8] {
    var stream = z_stream()
    let started = deflateInit2_(
      &stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    try #require(started == Z_OK)
    defer { deflateEnd(&stream) }
    var input = Array(text.utf8)
    var output = [UInt8](repeating: 0, count: input.count + 1024)
    let written = input.withUnsafeMutableBufferPointer { bytes in
      output.withUnsafeMutableBufferPointer { room in
        stream.next_in = bytes.baseAddress
        stream.avail_in = UInt32(bytes.count)
        stream.next_out = room.baseAddress
        stream.avail_out = UInt32(room.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END ? room.count - Int(stream.avail_out) : 0
      }
    }
    try #require(written > 0)
    return Array(output[..<written])
  }

  @Test func gzipIsReadWhateverTheName() throws {
    let (sink, _) = try ImportSource(Self.gzip(Self.rows), name: "rows.txt").read()
    #expect(sink.listings.count == 4000)
  }

  @Test func concatenatedGzipMembersAreOneFile() throws {
    let second = #"{"id":"last","kind":"bar","lat":1,"lon":2}"#
    let bytes = try Self.gzip(Self.rows + "\n") + Self.gzip(second) + [0, 0, 0]
    let (sink, _) = try ImportSource(bytes).read()
    #expect(sink.listings.count == 4001)
  }

  @Test(arguments: [0.1, 0.5, 0.9, 0.999])
  func gzipThatEndsInTheMiddleIsAnError(part: Double) throws {
    let bytes = try Self.gzip(Self.rows)
    let source = try ImportSource(bytes.prefix(Int(Double(bytes.count) * part)))
    #expect(throws: InputError.gzipEndsEarly(path: source.path)) { try source.read() }
  }

  @Test func damagedGzipIsAnError() throws {
    var bytes = try Self.gzip(Self.rows)
    for index in bytes.count / 2..<bytes.count / 2 + 20 { bytes[index] ^= 0xFF }
    let source = try ImportSource(bytes)
    let error = #expect(throws: InputError.self) { try source.read() }
    guard case .gzipCorrupt = error else {
      Issue.record("expected a damaged stream, got \(String(describing: error))")
      return
    }
  }

  static let lines: [(String, [String])] = [
    ("a\nb\n", ["a", "b"]), ("a\r\nb", ["a", "b"]), ("\n\na", ["", "", "a"]), ("a\n\n", ["a", ""]), ("\r\n", [""]),
    ("a\rb\n", ["a\rb"]), ("a\rb", ["a", "b"]), ("a\rb\r", ["a", "b"]),
  ]

  @Test(arguments: lines)
  func linesEndWithLFOrCRLFOrInOldFilesWithCR(text: String, expected: [String]) throws {
    let source = try ImportSource(text)
    let reader = LineReader(try InputBuffer(ByteSource(path: source.path)))
    var lines: [String] = []
    while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    #expect(lines == expected)
    #expect(reader.lineNumber == expected.count)
  }

  @Test func aLineMayBeLongerThanAChunk() throws {
    let long = String(repeating: "x", count: 3 * ByteSource.chunkSize + 7)
    let source = try ImportSource("a\n\(long)\nb")
    let reader = LineReader(try InputBuffer(ByteSource(path: source.path)))
    var lengths: [Int] = []
    while let line = try reader.next() { lengths.append(line.count) }
    #expect(lengths == [1, long.utf8.count, 1])
  }

  static let records: [(String, [[String]])] = [
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
    ("\"a,\"\"b\"\"\nc\",d\n", [["a,\"b\"\nc", "d"]]), ("a,,\n", [["a", "", ""]]), ("a\n\n\nb\n", [["a"], ["b"]]),
    (" a , \"b\" \n", [["a", "b"]]), ("\"\",x", [["", "x"]]), ("a\"b,c", [["a\"b", "c"]]), (",\n", [["", ""]]),
    ("\u{FEFF}a,b", [["a", "b"]]), ("a \u{A0},\u{2003}b\n", [["a", "b"]]), ("\"\n a\n\",b", [["a", "b"]]),
  ]

  @Test(arguments: records)
  func tablesFollowRFC4180(text: String, expected: [[String]]) throws {
    let source = try ImportSource(text)
    let reader = CSVReader(try InputBuffer(ByteSource(path: source.path)), delimiter: UInt8(ascii: ","))
    var records: [[String]] = []
    while try reader.next() { records.append(reader.record) }
    #expect(records == expected)
  }

  @Test func aQuoteThatNeverClosesIsAnError() throws {
    let source = try ImportSource("id,name,lat,lon\n1,A,1,2\n2,\"B,1,2\n")
    #expect(throws: InputError.quoteNotClosed(path: source.path, line: 3)) { try source.read() }
  }

  @Test func elementsMaySpanChunks() throws {
    let padding = String(repeating: "x", count: ByteSource.chunkSize / 3)
    let features = (0..<12).map {
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"@id":"node/\#($0)","amenity":"bar","note":"\#(padding)}]\""}}"#
    }
    let text =
      #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + #"],"more":{"a":[1]}}"#
    let (sink, report) = try ImportSource(text).read()
    #expect(sink.listings.map(\.id) == (0..<12).map { "node/\($0)" })
    #expect(report.rows == 12)
  }

  private static let collection =
    #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"@id":"node/1","amenity":"bar"}}]}"#

  @Test(arguments: [60, 100, 120, 140, 150])
  func jsonThatEndsInTheMiddleIsAnError(length: Int) throws {
    let source = try ImportSource(String(Self.collection.prefix(length)))
    #expect(throws: InputError.jsonEndsEarly(path: source.path, line: 1)) { try source.read() }
  }

  @Test func aFaultInsideAnArraySaysItsLineAndColumn() throws {
    let source = try ImportSource(
      "[{\"id\":\"a\",\"kind\":\"bar\",\"lat\":1,\"lon\":2},\n {\"id\":\"b\",, \"kind\":\"bar\"}]")
    let error = #expect(throws: InputError.self) { try source.read() }
    guard case .notJSON(_, let line, let column, _) = error else {
      Issue.record("expected a JSON syntax error, got \(String(describing: error))")
      return
    }
    #expect(line == 2 && column == 12)
  }

  @Test func textAfterTheArrayIsAnError() throws {
    let source = try ImportSource(Self.collection + " x")
    #expect(throws: InputError.self) { try source.read() }
  }

  @Test func everyCutOfATextIsReadOrRefusedWithoutACrash() throws {
    for name in ["canonical.jsonl", "osm.geojson", "overpass.json", "events.csv", "airbnb.csv"] {
      let bytes = Array(try String(contentsOfFile: fixture(name), encoding: .utf8).utf8)
      var read = 0
      for length in stride(from: 1, to: bytes.count, by: SlowTests.areEnabled ? 37 : 149) {
        let source = try ImportSource(bytes.prefix(length))
        do {
          let (sink, report) = try source.read()
          read += 1
          #expect(sink.listings.count + report.rejectedCount + report.skippedCount == report.rows)
        } catch {
          #expect(error is InputError || error is ImportError)
          #expect(!"\(error)".isEmpty)
        }
      }
      #expect(read > 0 || !name.hasSuffix("l"), "\(name): lines before a cut are read")
    }
  }
}
