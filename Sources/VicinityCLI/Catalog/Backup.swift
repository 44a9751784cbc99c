import Areas
import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// Copies a catalog while it is used.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the catalog and the files of its server, also while they are in use.",
    usage: "vicinity backup <target> [--keep <n>] [<options>]",
    discussion: """
      In a folder, each backup is a folder named after the catalog and the time in UTC, such as \
      near-2026-11-26T193000Z. It contains the catalog, and next to it what `vicinity serve` has there: accounts and \
      keys (NAME.accounts.sqlite), pictures and videos (NAME.media), and emails that no program has sent (NAME.mail). \
      Catalog and accounts are as they were at one moment. A backup gets its name once it is complete, checked and on \
      disk. Pictures that the backup before has as well take no further \
      space: they are read, and linked if their content is intact.

      With the name of a file, the same files get the names that belong to it.

      Catalogs of older and newer versions are copied unchanged.

      Examples:
        vicinity backup /var/backups/vicinity/ --keep 7
        vicinity backup copy.gpkg
      """)

  @Argument(
    help: ArgumentHelp("A folder of backups, which ends with / or exists, or a new file.", valueName: "target"),
    completion: .file())
  var target: String

  @Option(
    help: ArgumentHelp("Remove older backups of this catalog, so that this many remain in the folder.", valueName: "n"))
  var keep: Count?

  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    if let keep, keep.number < 1 { throw ValidationError("--keep must be at least 1") }
  }

  func run() throws {
    let kind = FileStamp(path: target)?.kind
    if kind == .folder || target.hasSuffix("/") {
      if kind == nil { try BackupFolder.make(at: target) }
      return try backUp(into: BackupFolder(path: target))
    }
    guard keep == nil else {
      throw ValidationError("--keep needs a folder; \(target) is not one. Add / to the name of a new folder.")
    }
    let copied = try Catalog.backUpAll(of: catalog.path, to: target, areas: GEOSAreaEngine())
    report(target, copied, bytes: copied.catalog.bytes)
  }

  private func backUp(into folder: BackupFolder) throws {
    let made = try folder.add(catalog.path, keep: keep?.number, at: clock.instant, areas: GEOSAreaEngine())
    report(made.backup.path, made.content, bytes: made.content.bytes)
    for path in made.removed { Console.say("\(path): removed") }
    for left in made.unremoved { Console.sayError("\(left.path): cannot be removed: \(left.reason)") }
    if !made.isRecorded {
      Console.sayError("\(catalog.path): the time of this backup cannot be noted next to the catalog")
    }
  }

  private func report(_ path: String, _ copied: CopiedFiles, bytes: Int) {
    let copy = copied.catalog
    var finding = "no defects"
    if !copy.missing.isEmpty {
      finding = "its pages are sound; its version is older and lacks \(copy.missing.joined(separator: ", "))"
    }
    if !copy.unknown.isEmpty {
      finding = "its pages are sound; its version is newer and has \(copy.unknown.joined(separator: ", "))"
    }
    let content = ([copy.listings.counted("listing")] + copied.others).joined(separator: ", ")
    Console.say("\(path): \(content), \(bytes) bytes, \(finding)")
    copied.reportMedia(in: CatalogFiles(catalog: catalog.path).media)
  }
}

extension CopiedFiles {
  /// Warns of damaged pictures, and of missing ones.
  ///
  /// - Parameter folder: where they come from.
  func reportMedia(in folder: String) {
    for name in damaged { Console.sayError("\(folder)/\(name): damaged, and copied as it is") }
    if let text = CatalogFiles.text(ofMissingMedia: missing) { Console.sayError(text) }
  }

  /// What there is besides listings, as words.
  var others: [String] {
    var words: [String] = []
    if let accounts, accounts > 0 { words.append(accounts.counted("account")) }
    if pictures > 0 { words.append(pictures.counted("picture or video", "pictures and videos")) }
    if mails > 0 { words.append(mails.counted("email")) }
    return words
  }
}
