import Foundation
import TestSupport
import Testing

/// A thousand stays at real couches, checked against the rows of the calendar from which they were imported.
@Suite("Availability of real couches", .enabled(if: Lodging.isPresent, "the shared lodging data is not there"))
struct AvailabilityCheckTests {
  @Test("is what an independent script makes of the same tables")
  func equal() throws {
    let folder = try WorkFolder()
    let tables = "\(Lodging.folder.path)/albany_listings.csv.gz \(Lodging.folder.path)/albany_calendar.csv.gz"
    let script = Project.root.appending(path: "scripts/check-availability").path
    let run = try folder.shell(
      """
      vicinity import \(tables.replacing(" ", with: " --calendar ")) --catalog c.gpkg 2> /dev/null
      python3 \(script) \(tables) c.gpkg 1000
      """)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("1000 of 1000 answered"), "\(run.output)\(run.error)")
  }
}

enum Lodging {
  static let folder: URL = {
    let given = ProcessInfo.processInfo.environment["VICINITY_SHARED"]
    let shared = given.map { URL(filePath: $0) } ?? Project.root.deletingLastPathComponent().appending(path: "shared")
    return shared.appending(path: "data/lodging")
  }()

  static let isPresent =
    FileManager.default.fileExists(atPath: folder.appending(path: "albany_calendar.csv.gz").path)
    && ["/usr/bin/python3", "/bin/python3"].contains { FileManager.default.isExecutableFile(atPath: $0) }
}
