import Foundation
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityFormats

struct BatchTests {
  /// Runs a batch on text, through files.
  static func run(
    _ input: String, on world: TemporaryCatalog, threads: Int, budget: WorkBudget = .usual, rows: MatchRows? = nil
  ) throws -> (lines: [String], counts: Batch.Counts) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-batch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, target) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try Data(input.utf8).write(to: source)
    try Data().write(to: target)
    let (reading, writing) = (try FileHandle(forReadingFrom: source), try FileHandle(forWritingTo: target))
    let batch = Batch(catalog: world.catalog, threads: threads, budget: budget, rows: rows) { SeededWorld.now }
    let counts = try batch.run(
      reading: reading.fileDescriptor, writing: FileOutput(fileDescriptor: writing.fileDescriptor))
    let text = String(decoding: try Data(contentsOf: target), as: UTF8.self)
    // In Swift CR LF is one character.
    return (text.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init), counts)
  }

  static func world() throws -> TemporaryCatalog {
    try TemporaryCatalog(
      SeededWorld(seed: 9, count: 400, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 1).listings)
  }

  @Test(arguments: [1, 2, 7])
  func `answers come in the order of the questions and equal single answers`(threads: Int) throws {
    let world = try Self.world()
    var random = SplitMix64(seed: 11)
    let lines = (0..<600).map { number in
      number % 7 == 3
        ? "{\"id\":\"\(number)\",\"limit\":-1}"
        : "{\"id\":\"\(number)\",\"near\":{\"lat\":48,\"lon\":\(random.next() % 20)},\"limit\":3,\"fields\":[\"id\"]}"
    }
    let (answers, counts) = try Self.run(lines.joined(separator: "\n"), on: world, threads: threads)
    #expect(answers.count == lines.count)
    for (number, answer) in answers.enumerated() { #expect(answer.hasPrefix("{\"id\":\"\(number)\",")) }
    #expect(counts.answered + counts.failed == lines.count && counts.failed == lines.count { $0.contains("-1}") })
    let query = try Query(parsing: lines[400].utf8)
    var expected = AnswerLines()
    expected.write(try world.catalog.answer(query, at: SeededWorld.now))
    #expect(String(decoding: expected.json.bytes.dropLast(), as: UTF8.self) == answers[400])
  }

  @Test func `a bad line says its number and the run goes on`() throws {
    let input =
      "\u{FEFF}{\"limit\":0}\r\n\n   \n{\"limt\":1}\n{\"id\":\"x\",\"sort\":\"distance\"}\nnonsense\n{\"limit\":0}"
    let (answers, counts) = try Self.run(input, on: try Self.world(), threads: 2)
    #expect(counts == Batch.Counts(answered: 2, failed: 3))
    let errors = try answers.compactMap { try JSONParser.parse($0.utf8).object?["error"]?.object }
    #expect(errors.map { $0["line"]?.integer } == [4, 5, 6])
    #expect(errors.map { $0["code"]?.string } == ["unknown-key", "missing", "not-json"])
    #expect(answers[2].hasPrefix(#"{"id":"x","error":"#))
  }

  @Test func `an endless line is refused in constant memory and its number is right`() throws {
    let long = String(repeating: "x", count: 3 * LineBlockReader.longestLine)
    let input = "{\"limit\":0}\n\(long)\n{\"limit\":0}\n{\"limt\":0}\n"
    let (answers, counts) = try Self.run(input, on: try Self.world(), threads: 2)
    #expect(counts == Batch.Counts(answered: 2, failed: 2))
    #expect(answers[1].contains("line-too-long") && answers[1].contains("\"line\":2"))
    #expect(answers[3].contains("\"line\":4"))
  }

  @Test func `no input gives no output`() throws {
    #expect(try Self.run("", on: try Self.world(), threads: 2).lines.isEmpty)
  }

  @Test func `a whole number is echoed in error lines too`() throws {
    let world = try Self.world()
    let lines = try Self.run(#"{"id":7,"limt":3}"# + "\n" + #"{"id":8,"limit":0}"# + "\n", on: world, threads: 1).lines
    #expect(lines.first?.hasPrefix(#"{"id":"7","error":{"code":"unknown-key""#) == true)
    #expect(lines.last == #"{"id":"8","results":[]}"#)
  }

  @Test(arguments: [" ", "x"])
  func `a line that is too long is refused even when it begins with blanks`(filling: String) throws {
    let world = try Self.world()
    let long = String(repeating: filling, count: LineBlockReader.longestLine + 100_000) + "{}"
    let (lines, counts) = try Self.run("{\"limit\":0}\n\(long)\n{\"limit\":0}\n", on: world, threads: 1)
    #expect(counts.failed == 1 && counts.answered == 2)
    #expect(lines.count == 3 && lines[1].contains("line-too-long"))
  }

  @Test func `a line of zero bytes is no blank line, so that answers and lines match`() throws {
    let world = try Self.world()
    let (lines, counts) = try Self.run("\0\0\0\n{\"limit\":0}\n \t\r\n\u{1}\n", on: world, threads: 1)
    #expect(counts == Batch.Counts(answered: 1, failed: 2) && lines.count == 3)
    #expect(lines[0].contains("not-json") && lines[0].contains("\"line\":1") && lines[2].contains("\"line\":4"))
  }

  @Test func `an id that is too long is not repeated`() throws {
    let id = String(repeating: "i", count: 100_000)
    let lines = try Self.run("{\"id\":\"\(id)\"}\n{\"id\":\"\(id)\",\"limt\":1}\n", on: try Self.world(), threads: 1)
      .lines
    #expect(lines.count == 2)
    for line in lines { #expect(line.utf8.count < 300 && line.contains("\"error\"")) }
  }

  @Test(arguments: [1, 3])
  func `answers longer than a block keep their order`(threads: Int) throws {
    let world = try Self.world()
    let all = #"{"limit":1000,"fields":["id","kind","name","lat","lon","tags","price","currency","rating"]}"#
    let input = (0..<60).map { "\(all.dropLast()),\"id\":\"\($0)\"}" }.joined(separator: "\n")
    let (lines, counts) = try Self.run(input, on: world, threads: threads)
    #expect(counts.answered == 60 && lines.reduce(0) { $0 + $1.utf8.count } > 1 << 20)
    for (number, line) in lines.enumerated() { #expect(line.hasPrefix("{\"id\":\"\(number)\",\"results\":[{")) }
    var expected = AnswerLines()
    expected.write(try world.catalog.answer(try Query(parsing: all.utf8), at: SeededWorld.now))
    #expect(
      lines[7].dropFirst(#"{"id":"7","#.count)
        == String(decoding: expected.json.bytes.dropLast(), as: UTF8.self).dropFirst())
  }

  @Test(
    arguments: [
      (#"{"id":"a","limit":0,"total":true,"tags":{"none":["x"]}}"#, WorkBudget(nodes: 2), "nodes of the index"),
      (#"{"id":"a","limit":1000}"#, WorkBudget(bytes: 5000), "5000 bytes"),
      (#"{"id":"a","cluster":20}"#, WorkBudget(bytes: 1000), "1000 bytes"),
      (
        #"{"id":"a","plan":{"near":{"lat":48,"lon":9},"stay":{"from":"2026-12-01","to":"2026-12-03"},"walk":5000}}"#,
        WorkBudget(nodes: 1), "nodes of the index"
      ),
    ])
  func `what is too expensive becomes an error line, and the next line is answered`(
    line: String, budget: WorkBudget, words: String
  ) throws {
    let (lines, counts) = try Self.run(
      "\(line)\n{\"id\":\"b\",\"tags\":[\"none such\"]}\n\(line)\n", on: try Self.world(), threads: 1, budget: budget)
    #expect(counts == Batch.Counts(answered: 1, failed: 2) && lines.count == 3)
    #expect(lines[0].hasPrefix(#"{"id":"a","error":{"code":"too-expensive""#) && lines[0].contains(words))
    #expect(lines[1] == #"{"id":"b","results":[]}"#)
    #expect(try Self.run(line, on: try Self.world(), threads: 1, budget: .usual).counts.failed == 0)
  }

  @Test func `plans have the deadline of their line`() throws {
    let world = try TemporaryCatalog(
      SeededWorld(seed: 9, count: 3000, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 0.02).listings)
    // Many outings, so that the search goes on until it looks at the clock.
    let stay = #""stay":{"from":"2026-11-27","to":"2026-11-29"}"#
    let plan = #"{"near":{"lat":48,"lon":9},\#(stay),"walk":5000,"limit":1000}"#
    let block = LineBlock(bytes: Array(#"{"id":"a","plan":\#(plan)}"#.utf8), firstLine: 1)
    let batch = Batch(catalog: world.catalog, threads: 1) { SeededWorld.now }
    let piece = batch.piece(of: block, from: 1, for: .seconds(60), deadline: .zero)
    let text = String(decoding: piece.bytes, as: UTF8.self)
    #expect(text.hasPrefix(#"{"id":"a","error":{"code":"too-expensive""#) && text.contains("longer"), "\(text)")
  }

  @Test func `any number of threads does`() throws {
    #expect(try Self.run("{\"limit\":0}", on: try Self.world(), threads: 0).counts.answered == 1)
    let world = try Self.world()
    // Tests only that the number is limited: a thousand threads are not started here.
    _ = Batch(catalog: world.catalog, threads: .max) { SeededWorld.now }
  }
}
