import CivilTime
import Foundation
import TestSupport
import Testing

@testable import Vicinity

/// A reader without write permission has the catalog open while another process changes it.
@Suite("A reader that may not write, beside a writer", .enabled(if: Unprivileged.isPossible))
struct ForeignWriterTests {
  private let folder: WorkFolder
  private let path: String

  init() throws {
    folder = try WorkFolder()
    path = folder.url.appending(path: "c.gpkg").path
    try bring("a")
  }

  /// Imports a listing as a writer: permissions are granted for that, and then removed.
  private func bring(_ id: String) throws {
    let listing = #"{"id":"\#(id)","kind":"bar","lat":48,"lon":9}"#
    try writing("echo '\(listing)' | vicinity import - --source \(id) --catalog c.gpkg")
  }

  private func writing(_ command: String) throws {
    allow()
    let run = try folder.shell(command)
    #expect(run.status == 0, "\(run.error)")
    forbid()
  }

  /// A process that has removed "a" and waits for more input; its change is still in its log.
  private func writerThatStays() throws -> Process {
    allow()
    let told = folder.url.appending(path: "told")
    try Data().write(to: told)
    let (process, input) = (Process(), Pipe())
    process.executableURL = Project.binaries.appending(path: "vicinity")
    process.arguments = ["apply", "-", "--each", "--catalog", path]
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: told)
    try process.run()
    input.fileHandleForWriting.write(Data((#"{"do":"remove","listing":"a"}"# + "\n").utf8))
    for _ in 0..<3000 where try process.isRunning && Data(contentsOf: told).isEmpty { usleep(10_000) }
    #expect(process.isRunning)
    forbid()
    return process
  }

  private func allow() {
    chmod(folder.url.path, 0o755)
    for ending in ["", "-wal", "-shm"] { chmod(path + ending, 0o644) }
  }

  private func forbid() {
    for ending in ["", "-wal", "-shm"] { chmod(path + ending, 0o444) }
    chmod(folder.url.path, 0o555)
  }

  private func ids(_ catalog: Catalog) throws -> [String] {
    var query = Query()
    query.fields = [.id, .name]
    return try catalog.answer(query, at: Instant(secondsSince1970: 1_795_809_600)).matches.map(\.id)
  }

  @Test("sees each import with its next query")
  func imports() throws {
    defer { chmod(folder.url.path, 0o755) }
    let catalog = try Unprivileged.run { try Catalog(path: path) }
    #expect(try Unprivileged.run { try ids(catalog) } == ["a"])
    for (index, id) in ["b", "c"].enumerated() {
      try bring(id)
      #expect(try Unprivileged.run { try ids(catalog) } == Array(["a", "b", "c"][...(index + 1)]))
    }
  }

  @Test("sees what a writer commits that stays, while it stays and after it was killed")
  func staying() throws {
    defer { chmod(folder.url.path, 0o755) }
    let catalog = try Unprivileged.run { try Catalog(path: path) }
    #expect(try Unprivileged.run { try ids(catalog) } == ["a"])
    let writer = try writerThatStays()
    #expect(try folder.shell("ls c.gpkg-wal c.gpkg-shm").status == 0)
    #expect(try Unprivileged.run { try ids(catalog) } == [])
    #expect(try Unprivileged.run { try ids(Catalog(path: path)) } == [])
    kill(writer.processIdentifier, SIGKILL)
    writer.waitUntilExit()
    #expect(try Unprivileged.run { try ids(catalog) } == [])
    #expect(try Unprivileged.run { try ids(Catalog(path: path)) } == [], "the log is not passed over")
    try bring("z")
    #expect(try Unprivileged.run { try ids(catalog) } == ["z"])
    #expect(try Unprivileged.run { try ids(Catalog(path: path)) } == ["z"])
  }
}
