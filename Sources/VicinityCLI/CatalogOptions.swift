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

/// How much memory a command that answers many queries takes.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Megabytes that the index may take; when it is full, it is loaded anew (default: 1024, for some eight million listings).",
      valueName: "MB"))
  var memory: Count?

  /// Bytes.
  var limit: Int { memory.map { $0.number << 20 } ?? Catalog.defaultMemoryLimit }

  func validate() throws {
    if let memory, !(1...(1 << 24)).contains(memory.number) {
      throw ValidationError("--memory must be a number of megabytes from 1 to \(1 << 24)")
    }
  }
}
