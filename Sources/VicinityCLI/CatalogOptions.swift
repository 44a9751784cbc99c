import Areas
import ArgumentParser
import Foundation
import Vicinity

/// Which file a command works on.
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

  /// Runs `body` with the catalog, which is made where there is none. One that was made for a `body` that fails is
  /// removed again: empty, it would pass for one in which nothing matches.
  func making<Result>(_ body: (Catalog) throws -> Result) throws -> Result {
    let catalog = try open(.create)
    do { return try body(catalog) } catch {
      // A catalog that stays is empty and whole; what has gone wrong first is what matters.
      _ = try? catalog.removeIfUnused()
      throw error
    }
  }
}
