import Foundation
import Testing
import Vicinity

/// Runs the Swift examples of README.md, which are below exactly as printed; `scripts/check-docs` compiles them as a file.
struct ReadmeExampleTests {
  @Test func `the example of README finds the bar it has saved`() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "vicinity-readme-\(UUID().uuidString).gpkg")
    let path = url.path
    defer {
      // A left-over file in the temporary directory does no harm.
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    // README begins
    let catalog = try Catalog(path: path, access: .create)
    var bar = Listing(id: "bar-1", kind: .bar, coordinate: Coordinate(latitude: 48.7758, longitude: 9.1829))
    bar.name = "Brennglas"
    bar.timeZone = "Europe/Berlin"
    bar.openingHours = "Mo-Th 17:00-01:00; Fr,Sa 17:00-03:00"
    try catalog.save([bar], source: "by hand")

    let here = Coordinate(latitude: 48.7712, longitude: 9.1599)
    let query = Query(near: here, radiusMeters: 2000, open: .now)
    let answer = try catalog.answer(query, at: Instant(parsing: "2026-11-27T21:00:00+01:00"))
    for match in answer.matches { print(match.name ?? match.id, match.distanceMeters ?? 0) }
    // README ends

    #expect(answer.matches.map(\.id) == ["bar-1"])

    // README begins
    let tomorrow = try await catalog.run {
      try $0.answer(query, at: Instant(parsing: "2026-11-28T21:00:00+01:00"))
    }
    // README ends

    #expect(tomorrow.matches.map(\.id) == ["bar-1"])

    // README begins
    let nearby = try catalog.prepare(query, at: Instant(parsing: "2026-11-27T21:00:00+01:00"))
    for place in [here, bar.coordinate] {
      print(try nearby.answer(near: place, at: Instant(parsing: "2026-11-27T21:00:00+01:00")).matches.count)
    }
    // README ends
  }

  @Test func `README shows the same lines`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let examples = source.split(separator: "    // README begins\n").dropFirst().map {
      $0.split(separator: "    // README ends\n")[0]
    }
    #expect(examples.count > 1)
    for example in examples {
      let shown = example.split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(4) }
      #expect(readme.contains(shown.joined(separator: "\n")))
    }
  }
}
