import ArgumentParser
import Foundation
import Regions
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
}
