import Foundation
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityFormats

@Suite("Reading JSON Lines on all cores")
struct CanonicalLinesReaderTests {
  /// Rows as lines of text: their content, and for rejected ones their text in the file.
  private func rows(_ reader: any ListingReader) throws -> [String] {
    var rows: [String] = []
    while let row = try reader.next() {
      switch row.outcome {
      case .listing(let listing): rows.append("\(row.line) \(listing.jsonText)")
      case .rejected(let rejection): rows.append("\(row.line) \(rejection) \(reader.rowText)")
      case .skipped(let type): rows.append("\(row.line) \(type)")
      }
    }
    return rows + reader.remarks.notes + ["\(reader.remarks.ignoredKeys.sorted { $0.key < $1.key })"]
  }

  private func buffer(_ path: String) throws -> InputBuffer { try InputBuffer(ByteSource(path: path)) }

  /// Valid rows mixed with everything that may be invalid.
  private static func text(lineEnd: String) -> [UInt8] {
    var random = SplitMix64(seed: 11)
    var bytes: [UInt8] = []
    for number in 0..<3000 {
      let good = #"{"id":"r\#(number)","kind":"bar","lat":1.5,"lon":2,"name":"Café \#(number)","odd\#(number % 3)":1}"#
      let line =
        switch random.next() % 12 {
        case 0: ""
        case 1: "  \t"
        case 2: String(good.dropLast())
        case 3: #"{"kind":"bar","lat":1,"lon":2}"#
        case 4: "[\(number)]"
        case 5: "\u{1E}\(good)"
        default: good
        }
      bytes += Array(line.utf8)
      // Windows-1252 in one row of a hundred.
      if random.next() % 100 == 0 { bytes += Array("{\"id\":\"Caf".utf8) + [0xE9] + Array("\(number)\"}".utf8) }
      bytes += Array(lineEnd.utf8)
    }
    return bytes
  }

  @Test(
    "gives the rows, rejections, line numbers and remarks of reading one line after the other",
    arguments: ["\n", "\r\n"])
  func twin(lineEnd: String) throws {
    let source = try ImportSource(Self.text(lineEnd: lineEnd) + Array(#"{"id":"last"}"#.utf8))
    let expected = try rows(
      CanonicalReader(JSONLines(try buffer(source.path)), options: ImportOptions()))
    #expect(expected.count > 2000)
    for size in [1, 200, 5000, 1 << 20] {
      let blocks = LineBlocks(try buffer(source.path), size: size)
      #expect(try rows(CanonicalLinesReader(blocks, options: ImportOptions())) == expected, "blocks of \(size)")
    }
  }

  @Test("reports a file that breaks off only after the rows before the break")
  func breaksOff() throws {
    let folder = try ImportSource(Self.text(lineEnd: "\n"), name: "rows.jsonl")
    let packed = folder.path + ".gz"
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/bin/sh")
    gzip.arguments = ["-c", "gzip -c '\(folder.path)' | head -c 9000 > '\(packed)'"]
    try gzip.run()
    gzip.waitUntilExit()
    let reader = CanonicalLinesReader(LineBlocks(try buffer(packed), size: 5000), options: ImportOptions())
    var count = 0
    #expect(throws: InputError.gzipEndsEarly(path: packed)) { while try reader.next() != nil { count += 1 } }
    #expect(count > 50)
  }

  @Test("leaves the catalog as it was when a strict import meets a bad row among many")
  func strict() throws {
    let good = (0..<6000).map {
      #"{"id":"g\#($0)","kind":"bar","lat":1,"lon":\#($0 % 90),"name":"Long enough name"}"#
    }
    let source = try ImportSource((good[..<4500] + ["{}"] + good[4500...]).joined(separator: "\n"))
    let folder = try ImportSource("", name: "catalog.gpkg")
    try FileManager.default.removeItem(atPath: folder.path)
    let catalog = try Catalog(path: folder.path, access: .create)
    var options = ImportOptions()
    options.isStrict = true
    #expect(
      throws: ImportError.rowRejected(path: source.path, line: 4501, rejection: .missing(key: "id", suggestion: nil))
    ) {
      try Importer(path: source.path, options: options).run(into: catalog)
    }
    #expect(try catalog.statistics().listings == 0)
    options.isStrict = false
    #expect(try Importer(path: source.path, options: options).run(into: catalog).added == 6000)
    #expect(try catalog.check() == [])
  }
}

@Suite("Ordered workers")
struct OrderedWorkersTests {
  @Test("give results in the order of the pieces", arguments: [1, 2, 7])
  func order(threads: Int) {
    let workers = OrderedWorkers<Int, Int>(threads: threads) { piece in
      // Later pieces finish sooner.
      Thread.sleep(forTimeInterval: Double(10 - piece % 10) / 5000)
      return piece * piece
    }
    var results: [Int] = []
    for piece in 0..<60 {
      workers.submit(piece)
      if workers.outstanding > 9 { results.append(workers.take()) }
    }
    while workers.outstanding > 0 { results.append(workers.take()) }
    #expect(results == (0..<60).map { $0 * $0 })
  }
}
