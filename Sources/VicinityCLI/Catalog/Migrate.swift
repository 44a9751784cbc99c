import ArgumentParser
import CommandSupport
import Vicinity

/// Migrates the file of an older version.
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate a catalog of an older version.",
    discussion: """
      Commands that change a catalog migrate it automatically; those that only read report that it is needed. The file \
      is copied first, to NAME.gpkg.before-STEP, which needs the same disk space again. docs/files.md describes the \
      compatibility guarantees, and how to go back.

      Example:
        vicinity migrate --catalog stuttgart.gpkg
      """)

  @Flag(help: "Do not keep a copy of the original file.")
  var noCopy = false

  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let migration = try Catalog.migrated(path: catalog.path, keepsCopy: !noCopy)
    Console.say(migration.map { CatalogOptions.text(of: $0, of: catalog.path) } ?? "\(catalog.path) is up to date")
  }
}
