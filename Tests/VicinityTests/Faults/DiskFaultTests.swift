import Foundation
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Each read, write, sync, truncation and deletion of each change fails once: a sample by default, all of them with
/// `scripts/test --all`.
@Suite("Failing disks")
struct DiskFaultTests {
  @Test("leave a version that was, and nothing that was promised is lost", arguments: WritingOperation.all)
  func existing(operation: WritingOperation) throws {
    let versions = try operation.versions()
    let disk = try FaultyDisk()
    let path = try FaultWorld.unpack(in: disk.folder)
    disk.fail(nil)
    #expect(try operation.run(path, disk.folder).error == nil)
    for fault in Self.faults(in: disk) {
      try Self.empty(disk.folder)
      _ = try FaultWorld.unpack(in: disk.folder)
      disk.fail(fault)
      let (kept, error) = try operation.run(path, disk.folder)
      #expect(disk.hasStruck, "\(fault)")
      disk.fail(nil)
      #expect(error == nil ? kept == operation.steps.count : !"\(error as Any)".isEmpty, "\(fault)")
      #expect(try FaultWorld.open(path).check() == [], "\(fault): \(error as Any)")
      let content = try TestDatabase.content(path: path)
      // A commit that fails at its very end may have succeeded.
      let possible = versions[kept...min(kept + 1, operation.steps.count)]
      let isKnown = possible.contains(content)
      #expect(isKnown, "\(fault) after \(kept) steps: \(error as Any)")
    }
    try disk.remove()
  }

  @Test("leave no half a catalog when one is made")
  func new() throws {
    let disk = try FaultyDisk()
    let path = disk.folder.appending(path: "catalog.gpkg").path
    func make() -> (any Error)? {
      do {
        let catalog = try Catalog(path: path, access: .create)
        try catalog.save([SignalWorld.bar, SignalWorld.party], source: "test")
        return nil
      } catch { return error }
    }
    disk.fail(nil)
    #expect(make() == nil)
    let whole = try TestDatabase.content(path: path)
    for fault in Self.faults(in: disk) {
      try Self.empty(disk.folder)
      disk.fail(fault)
      let error = make()
      disk.fail(nil)
      // The remaining file, if any, can be used.
      #expect(make() == nil, "\(fault): \(error as Any)")
      #expect(try Catalog(path: path).check() == [], "\(fault): \(error as Any)")
      #expect(try TestDatabase.content(path: path) == whole, "\(fault): \(error as Any)")
      let left = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path)
      #expect(!left.contains { $0.contains(".new-") }, "\(fault): \(left)")
    }
    try disk.remove()
  }

  @Test("leave an empty catalog empty, or fill it, when a large import into it fails")
  func large() throws {
    let listings = SeededWorld(seed: 15, count: 1000, center: FaultWorld.center, spreadDegrees: 0.2).listings
    let disk = try FaultyDisk()
    let path = disk.folder.appending(path: "catalog.gpkg").path
    func load() -> (any Error)? {
      do {
        let catalog = try Catalog(path: path, access: .readWrite)
        _ = try catalog.bulkLoad(source: "few", at: SeededWorld.now, .large) { try $0.stage(listings) }
        return nil
      } catch { return error }
    }
    /// A new empty catalog, and its content.
    func make() throws -> [String] {
      try Self.empty(disk.folder)
      _ = try Catalog(path: path, access: .create)
      return try TestDatabase.content(path: path)
    }
    disk.fail(nil)
    _ = try make()
    disk.fail(nil)
    #expect(load() == nil)
    let faults = Self.faults(in: disk)
    let whole = try TestDatabase.content(path: path)
    // Many thousands.
    for fault in stride(from: 0, to: faults.count, by: 1 + faults.count / 100).map({ faults[$0] }) {
      disk.fail(nil)
      let empty = try make()
      disk.fail(fault)
      let error = load()
      #expect(disk.hasStruck, "\(fault)")
      disk.fail(nil)
      let content = try TestDatabase.content(path: path)
      let isPossible = content == whole || (error != nil && content == empty)
      #expect(isPossible, "\(fault): \(error as Any)")
      #expect(try FaultWorld.open(path).check() == [], "\(fault): \(error as Any)")
      let left = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path)
      #expect(!left.contains { $0.contains(".import") }, "\(fault): \(left)")
    }
    try disk.remove()
  }

  @Test("get the whole new file before it replaces an empty catalog", .enabled(if: FaultyDisk.seesSyncs))
  func synced() throws {
    let listings = SeededWorld(seed: 16, count: 1000, center: FaultWorld.center, spreadDegrees: 0.2).listings
    let disk = try FaultyDisk()
    let path = disk.folder.appending(path: "catalog.gpkg").path
    let catalog = try Catalog(path: path, access: .create)
    disk.record()
    _ = try catalog.bulkLoad(source: "few", at: SeededWorld.now, .large) { try $0.stage(listings) }
    let recording = DiskRecording(start: [:], events: disk.recorded())
    let (all, synced) = (
      recording.files(after: recording.events.count, .all), recording.files(after: recording.events.count, .none)
    )
    let draft = "catalog.gpkg.import"
    #expect(try #require(all[draft]).count > 1 << 18)
    #expect(all[draft] == synced[draft])
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == all[draft])
    try disk.remove()
  }

  /// The faults to inject when the operations just counted on a disk are repeated: each operation failing once, and
  /// every third in each other manner; a sample of these unless slow tests run.
  private static func faults(in disk: FaultyDisk) -> [DiskFault] {
    let all = DiskFault.Operation.allCases.flatMap { operation -> [DiskFault] in
      (0..<disk.count(of: operation)).flatMap { index -> [DiskFault] in
        let kinds: [DiskFault.Kind] = [.error] + (operation == .write ? [.torn, .full] : []) + [.dead]
        return kinds.enumerated().filter { $0.offset == 0 || index % 3 == $0.offset % 3 }.map {
          DiskFault($0.element, operation, index + 1)
        }
      }
    }
    var random = SplitMix64(seed: 5)
    return SlowTests.areEnabled ? all : (0..<4).map { _ in all[SeededWorld.pick(all.count, &random)] }
  }

  private static func empty(_ folder: URL) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }
}

extension WritingOperation {
  /// The content of the catalog before the first step and after each.
  func versions() throws -> [[String]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = try FaultWorld.unpack(in: folder)
    let catalog = try FaultWorld.open(path)
    let versions =
      try [TestDatabase.content(path: path)]
      + steps.map { step in
        try step(catalog, folder)
        return try TestDatabase.content(path: path)
      }
    try FileManager.default.removeItem(at: folder)
    return versions
  }

  /// Opens the catalog and performs the steps.
  /// - Returns: the number of steps performed, and the error that ended the run.
  func run(_ path: String, _ folder: URL, promised: () -> Void = {}) throws -> (kept: Int, error: (any Error)?) {
    var kept = 0
    do {
      let catalog = try FaultWorld.open(path)
      for step in steps {
        try step(catalog, folder)
        kept += 1
        promised()
      }
      return (kept, nil)
    } catch { return (kept, error) }
  }
}
