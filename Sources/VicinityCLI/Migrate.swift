import ArgumentParser
import Vicinity

/// Brings the file of an older version up to date.
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Bring a catalog of an older version up to date.",
    discussion: """
      Commands that change a catalog do so themselves; those that only read ask for it. docs/files.md says what is promised.
      """)

  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let steps = try Catalog.migrate(path: catalog.path)
    Console.say(
      steps.isEmpty
        ? "\(catalog.path) is up to date" : "\(catalog.path) is up to date now: \(steps.joined(separator: ", "))")
  }
}
