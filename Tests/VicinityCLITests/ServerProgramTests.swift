import CommandSupport
import Foundation
import Testing

@testable import VicinityCLI

@Suite("Programs that the command runs")
struct ServerProgramTests {
  private static func shell(_ command: String) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    return process
  }

  @Test("give the text of one output, and their status")
  func text() throws {
    let process = Self.shell("echo out; echo err >&2; exit 3")
    process.standardOutput = FileHandle.nullDevice
    #expect(try process.text(reading: \.standardError, seconds: 60) == "err\n")
    #expect(process.terminationStatus == 3)
  }

  @Test("are killed after their time")
  func late() {
    let error = #expect(throws: (any Error).self) {
      try Self.shell("exec sleep 60").text(reading: \.standardOutput, seconds: 1)
    }
    #expect("\(error as Any)".contains("sh took longer than 1 s, and was ended"))
  }
}
