import Foundation
import VicinityLab

/// The writes to a disk from a known state on, and every state that a loss of power can leave behind.
package struct DiskRecording: Sendable {
  /// The files at the beginning, all of them synced.
  package let start: [String: [UInt8]]
  package let events: [DiskEvent]

  package init(start: [String: [UInt8]], events: [DiskEvent]) { (self.start, self.events) = (start, events) }

  /// The remains of unsynced writes after a loss of power.
  package enum Remains: Hashable, Sendable, CustomStringConvertible {
    /// Everything: the process was killed, the system kept running.
    case all
    /// Nothing.
    case none
    /// Some of them, each in full, in half, or not at all.
    case some(seed: UInt64)

    package var description: String {
      switch self {
      case .all: "all"
      case .none: "none"
      case .some(let seed): "some, seed \(seed)"
      }
    }
  }

  /// The files after the first `count` events.
  package func files(after count: Int, _ remains: Remains) -> [String: [UInt8]] {
    var synced = start
    var unsynced: [DiskEvent] = []
    var survival = Survival(remains)
    for event in events.prefix(count) {
      switch event {
      case .mark: continue
      case .sync(let file):
        for event in unsynced where event.file == file { Self.apply(event, to: &synced) }
        unsynced.removeAll { $0.file == file }
      case .failedSync(let file):
        // The system still has all of it in memory; no later sync writes to the disk what this one did not.
        guard remains != .all else { continue }
        for event in unsynced where event.file == file { survival.apply(event, to: &synced) }
        unsynced.removeAll { $0.file == file }
      case .delete(let file):
        // Directories are assumed to be journaled: a deleted file stays deleted.
        synced[file] = nil
        unsynced.removeAll { $0.file == file }
      case .write, .truncate: unsynced.append(event)
      }
    }
    for event in unsynced { survival.apply(event, to: &synced) }
    return synced
  }

  /// Decides for each event what happens to its unsynced bytes.
  private struct Survival {
    let remains: Remains
    var random: SplitMix64

    init(_ remains: Remains) {
      self.remains = remains
      if case .some(let seed) = remains { random = SplitMix64(seed: seed) } else { random = SplitMix64(seed: 0) }
    }

    mutating func apply(_ event: DiskEvent, to files: inout [String: [UInt8]]) {
      switch remains {
      case .none: return
      case .all: DiskRecording.apply(event, to: &files)
      case .some:
        switch (event, random.next() % 4) {
        case (_, 0): return
        case (.write(let file, let offset, let bytes), 1):
          DiskRecording.apply(
            .write(file: file, offset: offset, bytes: Array(bytes.prefix(bytes.count / 2))), to: &files)
        default: DiskRecording.apply(event, to: &files)
        }
      }
    }
  }

  /// The number of acknowledged steps among the first `count` events.
  package func promises(after count: Int) -> Int { events.prefix(count).count { $0.file == nil } }

  private static func apply(_ event: DiskEvent, to files: inout [String: [UInt8]]) {
    switch event {
    case .write(let file, let offset, let bytes):
      let end = offset + bytes.count
      var content = files[file] ?? []
      files[file] = nil  // so that the bytes are not copied
      if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
      content.replaceSubrange(offset..<end, with: bytes)
      files[file] = content
    case .truncate(let file, let size): files[file] = Array((files[file] ?? []).prefix(size))
    case .sync, .failedSync, .delete, .mark: break
    }
  }
}

extension DiskEvent {
  fileprivate var file: String? {
    switch self {
    case .write(let file, _, _), .truncate(let file, _), .sync(let file), .failedSync(let file), .delete(let file): file
    case .mark: nil
    }
  }
}
