import Areas
import ArgumentParser
import Foundation
import Vicinity

/// The catalog file of a command.
struct CatalogOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The catalog (default: $VICINITY_CATALOG, else vicinity.gpkg).", valueName: "file"))
  var catalog: String?

  var path: String {
    if let catalog { return catalog }
    let fromEnvironment = ProcessInfo.processInfo.environment["VICINITY_CATALOG", default: ""]
    return fromEnvironment.isEmpty ? "vicinity.gpkg" : fromEnvironment
  }

  func open(
    _ access: Catalog.Access = .readOnly, memoryLimit: Int = Catalog.defaultMemoryLimit
  ) throws -> Catalog {
    try Catalog(path: path, access: access, memoryLimit: memoryLimit, areas: GEOSAreaEngine())
  }

  /// Runs `body` with the catalog, which is created if missing. If `body` fails on a new catalog, it is removed again:
  /// an empty one would look like a catalog without matches.
  func making<Result>(_ body: (Catalog) throws -> Result) throws -> Result {
    let catalog = try open(.create)
    do { return try body(catalog) } catch {
      // If removal fails, the catalog is empty but valid; the first error is the relevant one.
      _ = try? catalog.removeIfUnused()
      throw error
    }
  }
}
