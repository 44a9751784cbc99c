import Foundation
import FuzzTargets
import Testing

/// Replays the saved fuzzer inputs; a violated invariant traps.
@Suite struct FuzzReplayTests {
  @Test func savedInputsAndTheirDamagedCopiesKeepEveryPromise() throws {
    let folder = SharedData.package.appendingPathComponent("Tests/Fuzz/Corpus/recurrence")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    try #require(!files.isEmpty)
    var dice = TwinTests.Dice(state: 11)
    for file in files {
      let data = try Data(contentsOf: file)
      data.withUnsafeBytes(fuzzRecurrence)
      for _ in 0..<60 { damaged(data, &dice).withUnsafeBytes(fuzzRecurrence) }
    }
  }

  /// A copy with some bytes replaced by others from the same text, or removed.
  private func damaged(_ data: Data, _ dice: inout TwinTests.Dice) -> Data {
    var bytes = Array(data)
    for _ in 0..<Int.random(in: 1...4, using: &dice) where bytes.count > 1 {
      let index = Int.random(in: bytes.indices, using: &dice)
      let other = bytes[Int.random(in: bytes.indices, using: &dice)]
      if Bool.random(using: &dice) { bytes[index] = other } else { bytes.remove(at: index) }
    }
    return Data(bytes)
  }
}
