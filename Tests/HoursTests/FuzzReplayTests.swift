import Foundation
import FuzzTargets
import Testing

/// Runs the saved inputs of the fuzzer again; a broken promise traps.
@Suite struct FuzzReplayTests {
  static let corpus: [URL] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = tests.appendingPathComponent("Fuzz/Corpus/opening-hours")
    return (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
  }()

  @Test func theCorpusIsThere() {
    #expect(!Self.corpus.isEmpty)
  }

  @Test(arguments: corpus)
  func savedInputsKeepEveryPromise(file: URL) throws {
    try Data(contentsOf: file).withUnsafeBytes(fuzzOpeningHours)
  }
}
