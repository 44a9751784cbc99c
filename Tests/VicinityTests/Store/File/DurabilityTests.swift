import CivilTime
import Foundation
import Geography
import Streams
import Synchronization
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

/// Acknowledged changes are on the disk.
@Suite("Durability")
struct DurabilityTests {
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }

  init() throws {
    let couch = Listing(id: "couch", kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9))
    temporary = try TemporaryCatalog([
      Listing(id: "a", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9)), couch,
    ])
  }

  private var isOnDisk: Bool { get throws { try catalog.writing().isOnDisk } }

  @Test("every kind of change is on the disk when its call returns")
  func changes() throws {
    let now = SeededWorld.now
    #expect(try isOnDisk)
    let night = Nights(from: try LocalDate(parsing: "2027-01-01"), to: try LocalDate(parsing: "2027-01-02"))
    let changes: [(String, () throws -> Void)] = [
      ("perform", { _ = try catalog.perform(.favorite(listing: "a", member: "m"), at: now) }),
      ("perform together", { _ = try catalog.perform(all: [.visit(listing: "a", member: "m")], at: now) }),
      ("rate", { _ = try catalog.rate("a", #require(Stars(4)), by: "m", at: now) }),
      ("block", { _ = try catalog.block(#require(night), of: "couch") }),
      ("forget", { _ = try catalog.forget("m", at: now, rebuildingWith: nil) }),
      ("remove", { _ = try catalog.remove(ids: ["a"]) }),
      ("save", { _ = try catalog.save([], source: "s") }),
    ]
    for (name, change) in changes {
      try change()
      #expect(try isOnDisk, "\(name)")
    }
  }

  @Test("a pending change is in the file at once, and on the disk when it has been waited for")
  func pending() throws {
    let first = try catalog.performPending(.favorite(listing: "a", member: "m"), at: SeededWorld.now)
    let second = try catalog.performPending(.favorite(listing: "a", member: "n"), at: SeededWorld.now)
    #expect(try !isOnDisk)
    #expect(try Catalog(path: catalog.path).favorites(of: "m", at: SeededWorld.now).count == 1)
    try second.waitForDisk()
    #expect(try isOnDisk, "with the latest come all before it")
    try first.waitForDisk()
  }

  @Test("lines that arrive together wait for the disk together, and are acknowledged when they are on it")
  func lines() throws {
    let lines = (0..<150).map { number in
      let listing = number % 50 == 7 ? "nosuch" : "a"
      return #"{"do":"favourite","listing":"\#(listing)","member":"m\#(number)"}"#
    }
    let input = temporary.folder.appending(path: "actions.jsonl")
    try Data(lines.joined(separator: "\n").utf8).write(to: input)
    let file = open(input.path, O_RDONLY)
    defer { close(file) }
    let told = temporary.folder.appending(path: "told.jsonl")
    let output = open(told.path, O_WRONLY | O_CREAT, 0o644)
    defer { close(output) }
    let counts = try ActionBatch(catalog: catalog) { SeededWorld.now }
      .runEach(reading: file, writing: FileOutput(fileDescriptor: output))
    #expect((counts.done, counts.failed) == (147, 3))
    #expect(try isOnDisk)
    let answers = try String(contentsOf: told, encoding: .utf8).split(separator: "\n")
    #expect(answers.count == 150)
    #expect(answers.indices.filter { answers[$0].contains("error") } == [7, 57, 107])
  }

  @Test("many threads commit at once, and each returns when its own change is on the disk")
  func threads() throws {
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<10 {
        do {
          try catalog.perform(.favorite(listing: "a", member: "m\(thread)-\(number)"), at: SeededWorld.now)
        } catch { failures.withLock { $0.append("\(error)") } }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try isOnDisk)
  }

  @Test("a failed sync is reported to every waiting caller")
  func failing() throws {
    let folder = try CatalogFolder()
    // A sync of `/dev/zero` fails.
    try FileManager.default.createSymbolicLink(atPath: folder.path("c-wal"), withDestinationPath: "/dev/zero")
    let disk = try DiskSync(path: "c", target: folder.path("c"))
    let (first, second) = (disk.committed(), disk.committed())
    for ticket in [second, first] {
      #expect(throws: CatalogError.self) { try disk.wait(for: ticket) {} }
    }
  }
}
