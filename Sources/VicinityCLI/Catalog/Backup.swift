import Areas
import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// Copies a catalog while it is used.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the catalog and the keys of its server to new files, also while they are in use.",
    discussion: """
      The copy is one consistent version of the whole catalog, even if it changes during the copy. The copy gets its \
      name once it has been checked. Keys and the audit log of `vicinity serve` are copied next to it, as \
      NAME.accounts.sqlite; pictures are not. Catalogs of older and newer versions are copied unchanged.

      Example:
        vicinity backup nightly.gpkg
      """)

  @Argument(help: "The new file.", completion: .file())
  var file: String

  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let copy = try Catalog.backUp(catalog.path, to: file, areas: GEOSAreaEngine())
    try Catalog.backUpAccounts(of: catalog.path, besideCopy: file)
    var finding = "no defects"
    if !copy.missing.isEmpty {
      finding = "its pages are sound; its version is older and lacks \(copy.missing.joined(separator: ", "))"
    }
    if !copy.unknown.isEmpty {
      finding = "its pages are sound; its version is newer and has \(copy.unknown.joined(separator: ", "))"
    }
    Console.say("\(copy.path): \(copy.listings.counted("listing")), \(copy.bytes) bytes, \(finding)")
  }
}
