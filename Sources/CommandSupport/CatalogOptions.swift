import Areas
import ArgumentParser
import Foundation
import Vicinity

/// The catalog file of a command.
package struct CatalogOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp("The catalog (default: $VICINITY_CATALOG, otherwise vicinity.gpkg).", valueName: "file"),
    completion: .file(extensions: ["gpkg"]))
  package var catalog: String?

  // Not a group of its own: nested groups take time at each start.
  @Flag(name: .shortAndLong, help: QuietOptions.help) package var quiet = false

  /// The catalog if neither an option nor the environment names one.
  package static let defaultName = "vicinity.gpkg"

  package var path: String { catalog ?? Self.usualPath }

  private static var usualPath: String {
    let fromEnvironment = ProcessInfo.processInfo.environment["VICINITY_CATALOG", default: ""]
    return fromEnvironment.isEmpty ? defaultName : fromEnvironment
  }

  /// The catalog of a command line that is not complete yet.
  package static func path(in words: [String]) -> String {
    let option = "--catalog"
    for (index, word) in words.enumerated() {
      // Bash separates the value at the equals sign.
      let rest = words.dropFirst(index + 1)
      if word == option, let value = rest.first(where: { $0 != "=" }) { return expanded(value) }
      if word.hasPrefix("\(option)=") { return expanded(String(word.dropFirst(option.count + 1))) }
    }
    return usualPath
  }

  /// A shell passes a tilde as it was typed.
  private static func expanded(_ path: String) -> String { (path as NSString).expandingTildeInPath }

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
