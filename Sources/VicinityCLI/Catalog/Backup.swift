import Areas
import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// Copies a catalog while it is used.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the catalog, and the keys of its server, to new files while they are used.",
    discussion: """
      The copy is one version of the whole catalog, whatever is changed meanwhile. It takes its name once it has been \
      checked. Keys and the audit log of `vicinity serve` come beside it, as NAME.accounts.sqlite; pictures do not. \
      Catalogs of older and newer versions of the program are copied as they are.

      Example:
        vicinity backup nightly.gpkg
      """)

  @Argument(help: "The new file.")
  var file: String

  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let copy = try Catalog.backUp(catalog.path, to: file, areas: GEOSAreaEngine())
    try Catalog.backUpAccounts(of: catalog.path, besideCopy: file)
    var finding = "no defects"
    if !copy.missing.isEmpty {
      finding = "its pages are sound; of an older version, which lacks \(copy.missing.joined(separator: ", "))"
    }
    if !copy.unknown.isEmpty {
      finding = "its pages are sound; of a newer version, which has \(copy.unknown.joined(separator: ", "))"
    }
    Console.say("\(copy.path): \(copy.listings.counted("listing")), \(copy.bytes) bytes, \(finding)")
  }
}
