import ArgumentParser
import Streams
import Vicinity

/// Copies a catalog while it is used.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the catalog to a new file while it is used, and check the copy.",
    discussion: """
      The copy is one version of the whole catalog, whatever is changed meanwhile. It takes its name once it is sound.

      Example:
        vicinity backup nightly.gpkg
      """)

  @Argument(help: "The new file.")
  var file: String

  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let copy = try catalog.open().backUp(to: file)
    Console.say("\(copy.path): \(copy.listings.counted("listing")), \(copy.bytes) bytes, no defects")
  }
}
