import Foundation
import TestSupport
import Testing

@testable import VicinityServer

/// The table of routes in `docs/server.md`, compared with the actual routes.
@Suite("The list of routes in the documentation")
struct RouteListTests {
  private static let head = "| route | answers | needs |\n|---|---|---|\n"

  private static var rows: String {
    VicinityServer.routes.map { route in
      let summary = route.summary.hasSuffix(".") ? String(route.summary.dropLast()) : route.summary
      let needs = [route.scope.map { "`\($0.rawValue)`" }, route.role.map { "role `\($0.rawValue)`" }].compactMap(
        \.self)
      return
        "| `\(route.method.rawValue) \(route.path)` | \(summary) | \(needs.joined(separator: " or ")) |\n"
    }.joined()
  }

  /// `VICINITY_RECORD=1` rewrites the table.
  @Test("names every route with what it answers and needs")
  func list() throws {
    let url = Project.root.appending(path: "docs/server.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let start = try #require(page.range(of: Self.head))
    let end = try #require(page.range(of: "\n\n", range: start.upperBound..<page.endIndex))
    if ProcessInfo.processInfo.environment["VICINITY_RECORD"] == "1" {
      try (page[..<start.upperBound] + Self.rows + page[end.lowerBound...].dropFirst()).write(
        to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(page[start.upperBound..<end.lowerBound] + "\n" == Self.rows, "record it anew with VICINITY_RECORD=1")
    }
  }
}
