import Areas
import ArgumentParser
import Foundation
import Vicinity

/// The catalog file of a command.
package struct CatalogOptions: ParsableArguments {
  package init() {}

  @Option(help: ArgumentHelp("The catalog (default: $VICINITY_CATALOG, otherwise vicinity.gpkg).", valueName: "file"))
  package var catalog: String?

  package var path: String {
    if let catalog { return catalog }
    let fromEnvironment = ProcessInfo.processInfo.environment["VICINITY_CATALOG", default: ""]
    return fromEnvironment.isEmpty ? "vicinity.gpkg" : fromEnvironment
  }

  package func open(
    _ access: Catalog.Access = .readOnly, memoryLimit: Int = Catalog.defaultMemoryLimit
  ) throws -> Catalog {
    let catalog = try Catalog(path: path, access: access, memoryLimit: memoryLimit, areas: GEOSAreaEngine())
    if let migration = catalog.migration { Console.say(Self.text(of: migration, of: path)) }
    return catalog
  }

  /// A sentence about the migration of an older file.
  package static func text(of migration: CatalogMigration, of path: String) -> String {
    let copy = migration.copy.map { "; copy of the original: \($0)" } ?? ""
    return "\(path) is up to date now: \(migration.steps.joined(separator: ", "))\(copy)"
  }

  /// Runs `body` with the catalog, which is created if missing. If `body` fails on a new catalog, it is removed again:
  /// an empty one would look like a catalog without matches.
  package func making<Result>(_ body: (Catalog) throws -> Result) throws -> Result {
    let catalog = try open(.create)
    do { return try body(catalog) } catch {
      // If removal fails, the catalog is empty but valid; the first error is the relevant one.
      _ = try? catalog.removeIfUnused()
      throw error
    }
  }
}
