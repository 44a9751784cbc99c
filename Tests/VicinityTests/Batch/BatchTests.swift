import Foundation
import Testing
import TestSupport

@testable import Vicinity

struct BatchTests {
  /// Runs a batch over text, through files.
  static func run(_ input: String, on world: TemporaryCatalog, threads: Int) throws -> (
    lines: [String], counts: Batch.Counts
  ) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-batch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, target) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try Data(input.utf8).write(to: source)
    try Data().write(to: target)
    let (reading, writing) = (try FileHandle(forReadingFrom: source), try FileHandle(forWritingTo: target))
    let batch = Batch(catalog: world.catalog, threads: threads) { SeededWorld.now }
    let counts = try batch.run(
      reading: reading.fileDescriptor, writing: FileOutput(fileDescriptor: writing.fileDescriptor))
    let text = String(decoding: try Data(contentsOf: target), as: UTF8.self)
    return (text.split(separator: "\n").map(String.init), counts)
  }

  static func world() throws -> TemporaryCatalog {
    try TemporaryCatalog(
      SeededWorld(seed: 9, count: 400, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 1).listings)
  }

  @Test(arguments: [1, 2, 7])
  func `answers come in the order of the questions and equal single answers`(threads: Int) throws {
    let world = try Self.world()
    var random = SplitMix64(seed: 11)
    let lines = (0..<3000).map { number in
      number % 7 == 3
        ? "{\"id\":\"\(number)\",\"limit\":-1}"
        : "{\"id\":\"\(number)\",\"near\":{\"lat\":48,\"lon\":\(random.next() % 20)},\"limit\":3,\"fields\":[\"id\"]}"
    }
    let (answers, counts) = try Self.run(lines.joined(separator: "\n"), on: world, threads: threads)
    #expect(answers.count == lines.count)
    for (number, answer) in answers.enumerated() { #expect(answer.hasPrefix("{\"id\":\"\(number)\",")) }
    #expect(counts.answered + counts.failed == 3000 && counts.failed == lines.count { $0.contains("-1}") })
    let query = try Query(parsing: lines[1000].utf8)
    var json = JSONWriter()
    AnswerLine.write(try world.catalog.answer(query, at: SeededWorld.now), to: &json)
    #expect(String(decoding: json.bytes.dropLast(), as: UTF8.self) == answers[1000])
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
}
