import Foundation
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// The states that a killed process or a loss of power leaves behind: a sample by default, all with `scripts/test
/// --all`.
@Suite("Losses of power", .enabled(if: FaultyDisk.seesSyncs))
struct PowerLossTests {
  @Test("leave a version that was, with every step that was promised", arguments: WritingOperation.all)
  func images(operation: WritingOperation) throws {
    let versions = try operation.versions()
    let recording = try Self.recording(of: operation)
    let folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-\(UUID().uuidString)")
    for (count, remains) in Self.moments(of: recording) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = try FaultWorld.write(recording.files(after: count, remains), in: folder)
      let moment: Comment = "after \(count) of \(recording.events.count) changes, unsynced ones left: \(remains)"
      #expect(try FaultWorld.open(path).check() == [], moment)
      let content = try TestDatabase.content(path: path)
      let promises = recording.promises(after: count)
      // A step that has not returned may already be complete.
      let possible = versions[promises...min(promises + 1, operation.steps.count)]
      // Outside the expectation, which would print all versions.
      let isKnown = possible.contains(content)
      #expect(isKnown, moment)
      try FileManager.default.removeItem(at: folder)
    }
  }

  /// A recording from opening the catalog until it is closed.
  private static func recording(of operation: WritingOperation) throws -> DiskRecording {
    let disk = try FaultyDisk()
    let path = try FaultWorld.unpack(in: disk.folder)
    disk.record()
    #expect(try operation.run(path, disk.folder, promised: disk.mark).error == nil)
    let events = disk.recorded()
    try disk.remove()
    return DiskRecording(start: ["catalog.gpkg": try FaultWorld.catalog.get()], events: events)
  }

  private static func moments(of recording: DiskRecording) -> [(Int, DiskRecording.Remains)] {
    let all = (0...recording.events.count).flatMap { count -> [(Int, DiskRecording.Remains)] in
      [(count, .all), (count, .none), (count, .some(seed: UInt64(count)))]
    }
    guard !SlowTests.areEnabled else { return all }
    var random = SplitMix64(seed: 6)
    return (0..<4).map { _ in all[SeededWorld.pick(all.count, &random)] } + all.suffix(2)
  }
}
