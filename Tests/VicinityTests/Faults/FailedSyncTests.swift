import Foundation
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// After a failed sync the data it covered may never reach the disk, although the next sync succeeds.
@Suite("Failed syncs", .enabled(if: FaultyDisk.seesSyncs))
struct FailedSyncTests {
  /// A catalog on a recorded disk, and its content after a loss of power.
  private struct World {
    let disk: FaultyDisk
    let catalog: Catalog

    init(_ disk: FaultyDisk) throws {
      self.disk = disk
      let path = try FaultWorld.unpack(in: disk.folder)
      disk.record()
      catalog = try FaultWorld.open(path)
    }

    func like(_ member: String) throws { try catalog.perform(.favorite(listing: "l9", member: member), at: now) }

    func likePending(_ member: String) throws -> CatalogWriter.Pending<ActionOutcome> {
      try catalog.performPending(.favorite(listing: "l9", member: member), at: now)
    }

    /// The members with the listing as favorite after a loss of power, for several sets of surviving unsynced writes.
    func lasting() throws -> [[String]] {
      let recording = DiskRecording(
        start: ["catalog.gpkg": try FaultWorld.catalog.get()], events: disk.recorded())
      let remains: [DiskRecording.Remains] = [.none, .some(seed: 1), .some(seed: 2), .some(seed: 3)]
      return try remains.map { remains in
        let folder = try CatalogFolder()
        let path = try FaultWorld.write(recording.files(after: recording.events.count, remains), in: folder.url)
        #expect(try FaultWorld.open(path).check() == [])
        let likes = "SELECT member FROM favourite JOIN listing USING (fid) WHERE id = 'l9' ORDER BY member"
        return try TestDatabase.rows(likes, path: path).map { $0[0] }
      }
    }
  }

  private static let now = SeededWorld.now

  private func withWorld(_ body: (World) throws -> Void) throws {
    let disk = try FaultyDisk()
    try body(World(disk))
    try disk.remove()
  }

  private static func isNotOnDisk(_ error: any Error) -> Bool {
    if case CatalogError.notOnDisk = error { true } else { false }
  }

  @Test("that is followed by a successful one loses nothing, and need not be reported")
  func once() throws {
    try withWorld { world in
      try world.like("a")
      world.disk.fail(DiskFault(.error, .sync, 1))
      try world.like("b")
      #expect(world.disk.hasStruck)
      try world.like("c")
      for likes in try world.lasting() { #expect(likes == ["a", "b", "c"]) }
    }
  }

  @Test("are reported until the whole log is on disk; then everything is there, also refused changes")
  func repeated() throws {
    try withWorld { world in
      try world.like("a")
      world.disk.fail(DiskFault(.dead, .sync, 1))
      for member in ["b", "c"] {
        #expect(performing: { try world.like(member) }, throws: Self.isNotOnDisk)
      }
      world.disk.fail(nil)
      try world.like("d")
      for likes in try world.lasting() { #expect(likes == ["a", "b", "c", "d"]) }
    }
  }

  @Test("say nothing of what was on the disk before")
  func earlier() throws {
    try withWorld { world in
      let first = try world.likePending("a")
      try world.likePending("b").waitForDisk()
      world.disk.fail(DiskFault(.dead, .sync, 1))
      #expect(performing: { try world.like("c") }, throws: Self.isNotOnDisk)
      try first.waitForDisk()
      for likes in try world.lasting() { #expect(likes.starts(with: ["a", "b"])) }
    }
  }

  @Test("are reported while the system returns another log than was written")
  func lost() throws {
    try withWorld { world in
      let log = try FileHandle(forUpdating: world.disk.folder.appending(path: "catalog.gpkg-wal"))
      let pending = try world.likePending("a")
      let end = try log.seekToEnd()
      try log.seek(toOffset: end - 1)
      let last = try #require(try log.readToEnd())
      func writeLast(_ byte: UInt8) throws {
        try log.seek(toOffset: end - 1)
        try log.write(contentsOf: [byte])
      }
      world.disk.fail(DiskFault(.error, .sync, 1))
      try writeLast(last[0] ^ 1)
      #expect(throws: CatalogError.notOnDisk(path: world.catalog.path, reason: "the system has lost a part of the log"))
      {
        try pending.waitForDisk()
      }
      try writeLast(last[0])
      try pending.waitForDisk()
    }
  }

  @Test("at any moment lose nothing that was acknowledged before or after", arguments: WritingOperation.all)
  func anywhere(operation: WritingOperation) throws {
    let versions = try operation.versions()
    let disk = try FaultyDisk()
    var random = SplitMix64(seed: 7)
    disk.fail(nil)
    _ = try operation.run(FaultWorld.unpack(in: disk.folder), disk.folder)
    let count = disk.count(of: .sync)
    for number in SlowTests.areEnabled ? Array(1...count) : [1 + SeededWorld.pick(count, &random)] {
      let path = try FaultWorld.unpack(in: disk.folder)
      disk.record()
      disk.fail(DiskFault(.error, .sync, number))
      Self.goOn(operation, path, disk)
      disk.fail(nil)
      let recording = DiskRecording(start: ["catalog.gpkg": try FaultWorld.catalog.get()], events: disk.recorded())
      let total = recording.events.count
      for moment in (0..<(SlowTests.areEnabled ? 8 : 2)).map({ _ in SeededWorld.pick(total, &random) }) + [total] {
        for remains in [.none, DiskRecording.Remains.some(seed: random.next())] {
          let folder = try CatalogFolder()
          let path = try FaultWorld.write(recording.files(after: moment, remains), in: folder.url)
          let comment: Comment = "sync \(number) of \(count), after \(moment) of \(total) changes, left: \(remains)"
          #expect(try FaultWorld.open(path).check() == [], comment)
          let content = try TestDatabase.content(path: path)
          // Outside the expectation, which would print all versions.
          let isKnown = versions[recording.promises(after: moment)...].contains(content)
          #expect(isKnown, comment)
        }
      }
    }
    try disk.remove()
  }

  /// Performs the steps, also after one whose sync failed, and records the acknowledged ones.
  private static func goOn(_ operation: WritingOperation, _ path: String, _ disk: FaultyDisk) {
    do {
      let catalog = try FaultWorld.open(path)
      var promised = 0
      for (index, step) in operation.steps.enumerated() {
        do { try step(catalog, disk.folder) } catch  where isNotOnDisk(error) { continue }
        // An acknowledged step includes all before it.
        while promised <= index {
          disk.mark()
          promised += 1
        }
      }
    } catch {
      // A catalog that cannot be opened or written acknowledges nothing.
    }
  }
}
