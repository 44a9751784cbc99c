import Foundation

extension Process {
  /// Runs it to its end, and returns what it writes to one of its outputs.
  ///
  /// - Parameter seconds: after which it is killed.
  /// - Throws: `Late` if it was killed then; errors of the system that does not start it.
  package func text(reading output: ReferenceWritableKeyPath<Process, Any?>, seconds: Int) throws -> String {
    let pipe = Pipe()
    self[keyPath: output] = pipe
    let started = ContinuousClock.now
    try run()
    let limit = DispatchWorkItem { if self.isRunning { kill(self.processIdentifier, SIGKILL) } }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: limit)
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    waitUntilExit()
    limit.cancel()
    if terminationReason == .uncaughtSignal, .now - started >= .seconds(seconds) {
      throw Late(program: executableURL?.lastPathComponent ?? "the program", seconds: seconds)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A program was killed because it took too long.
  private struct Late: Error, CustomStringConvertible {
    let program: String
    let seconds: Int

    var description: String { "\(program) took longer than \(seconds) s, and was ended" }
  }
}
