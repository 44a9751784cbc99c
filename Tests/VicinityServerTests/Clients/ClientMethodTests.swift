import Foundation
import TestSupport
import Testing
import Vicinity

@testable import VicinityHTTP
@testable import VicinityServer

/// What the clients in Python and JavaScript have from the table of routes and that of query parts.
@Suite("The methods of the clients")
struct ClientMethodTests {
  @Test("in Python are those of the routes")
  func python() throws { try check(PythonClient.self) }

  @Test("in JavaScript are those of the routes")
  func javaScript() throws { try check(JavaScriptClient.self) }

  /// `VICINITY_RECORD=1` writes the methods and the names of spans between their marks.
  private func check<Language: ClientLanguage>(_ language: Language.Type) throws {
    let url = Project.root.appending(path: language.path)
    var client = try String(contentsOf: url, encoding: .utf8)
    let methods = language.methods(of: VicinityServer.routes, in: client)
    let names = methods.map { language.name($0) }
    #expect(Set(names).count == names.count, "two routes have the same name: give one a name in the table")
    let isRecording = ProcessInfo.processInfo.environment["VICINITY_RECORD"] == "1"
    let spans = QueryParameter.search.filter(\.form.isSpan).map { "\"\($0.name)\"" }.sorted()
    for (marks, text) in [
      (language.spanMarks, spans.joined(separator: ", ")), (language.marks, language.section(of: methods)),
    ] {
      let start = try #require(client.range(of: marks.start)).upperBound
      let end = try #require(client.range(of: marks.end, range: start..<client.endIndex)).lowerBound
      #expect(isRecording || client[start..<end] == text, "record it with VICINITY_RECORD=1")
      client.replaceSubrange(start..<end, with: text)
    }
    if isRecording { try client.write(to: url, atomically: true, encoding: .utf8) }
  }
}
