import Foundation
import Testing

@testable import VicinityServer

/// The methods of the clients in Python and JavaScript, and the routes that there are.
@Suite("The methods of the clients")
struct ClientMethodTests {
  @Test("in Python are those of the routes")
  func python() throws { try check(PythonClient.self) }

  @Test("in JavaScript are those of the routes")
  func javaScript() throws { try check(JavaScriptClient.self) }

  /// `VICINITY_RECORD=1` writes the methods between their marks.
  private func check<Language: ClientLanguage>(_ language: Language.Type) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: language.path)
    let client = try String(contentsOf: url, encoding: .utf8)
    let methods = language.methods(of: VicinityServer.routes, in: client)
    let names = methods.map { language.name($0) }
    #expect(Set(names).count == names.count, "two routes have the same name: give one a name in the table")
    let start = try #require(client.range(of: language.marks.start)).upperBound
    let end = try #require(client.range(of: language.marks.end)).lowerBound
    let section = language.section(of: methods)
    if ProcessInfo.processInfo.environment["VICINITY_RECORD"] == "1" {
      try (client[..<start] + section + client[end...]).write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(client[start..<end] == section, "record it with VICINITY_RECORD=1")
    }
  }
}
