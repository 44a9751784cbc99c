import Foundation
import FuzzTargets
import Testing

/// Replays the saved fuzzer inputs; a violated invariant traps.
@Suite struct FuzzReplayTests {
  static let corpus = Result {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = tests.appendingPathComponent("Fuzz/Corpus/opening-hours")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  @Test func savedInputsKeepEveryPromise() throws {
    let files = try Self.corpus.get()
    try #require(!files.isEmpty)
    for file in files { try Data(contentsOf: file).withUnsafeBytes(fuzzOpeningHours) }
  }
}
