import Foundation
import Testing

@testable import VicinityHTTP

@Suite("Settings of a server")
struct ServerSettingsTests {
  @Test("come from a file, the environment and options, in this order")
  func settings() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("settings-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try #"{"port": 1, "rate": 7, "burst": 9, "cors-origins": ["a", "b"]}"#.write(
      toFile: file, atomically: true, encoding: .utf8)
    let settings = try ServerSettings(
      file: file, environment: ["VICINITY_PORT": "2", "VICINITY_RATE": "8"], options: ["port": "3"])
    #expect(settings.port == 3 && settings.rate == 8 && settings.burst == 9 && settings.corsOrigins == ["a", "b"])
    #expect(settings.passwordLogRounds == 15, "the documented cost")
    #expect(throws: SettingError(name: "VICINITY_PORT", problem: "\"x\" is not a whole number from 0 to 65535")) {
      try ServerSettings(file: nil, environment: ["VICINITY_PORT": "x"], options: [:])
    }
    try #"{"prot": 1}"#.write(toFile: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: SettingError.self) { try ServerSettings(file: file, environment: [:], options: [:]) }
    #expect(error?.problem == "unknown setting prot. Did you mean port?")
  }

  @Test("are each in the help once")
  func help() {
    let names = ServerSetting.groups.flatMap { $0.settings.map(\.name) } + ServerSetting.others.map(\.name)
    #expect(names.sorted() == ServerSetting.all.map(\.name).sorted())
    #expect(ServerSetting.groups.allSatisfy { !$0.settings.isEmpty })
  }
}
