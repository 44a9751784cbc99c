import ArgumentParser
import Vicinity

/// Migrates the file of an older version.
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate a catalog of an older version.",
    discussion: """
      Commands that change a catalog migrate it automatically; those that only read ask for it. docs/files.md \
      describes the compatibility guarantees.
      """)

  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let steps = try Catalog.migrate(path: catalog.path)
    Console.say(
      steps.isEmpty
        ? "\(catalog.path) is up to date" : "\(catalog.path) is up to date now: \(steps.joined(separator: ", "))")
  }
}
