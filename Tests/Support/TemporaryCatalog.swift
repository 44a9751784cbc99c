import Areas
import Foundation

@testable import Vicinity

/// A catalog in a folder of its own, removed with it.
package final class TemporaryCatalog: Sendable {
  package let catalog: Catalog
  package let folder: URL

  package var path: String { catalog.path }

  package init(_ listings: [Listing] = [], source: String = "test") throws {
    StatementRecorder.begin()
    folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    catalog = try Catalog(
      path: folder.appending(path: "catalog.gpkg").path, access: .create, areas: GEOSAreaEngine())
    if !listings.isEmpty { try catalog.save(listings, source: source, at: SeededWorld.now) }
  }

  deinit {
    // A left-over folder in the temporary directory does no harm.
    try? FileManager.default.removeItem(at: folder)
  }
}
