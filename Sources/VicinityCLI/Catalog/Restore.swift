import Areas
import ArgumentParser
import CivilTime
import CodedErrors
import CommandSupport
import Streams
import Vicinity

/// Restores a backup, or checks that it can be restored.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore a backup, or rehearse that with --check.",
    usage: "vicinity restore <backup> [--check] [--replace] [<options>]",
    discussion: """
      The backup is copied, checked, and only then gets the names of the catalog and of its files, which belong to the \
      owner of the folder if root restores them. An existing catalog is not replaced without --replace, which moves it \
      with all its files to the folder NAME-before-restore-TIME next to it. Stop the server first: the command refuses \
      to restore under a running one, and waits up to half a minute for other programs that are changing the catalog.

      --check restores to a temporary folder (TMPDIR), compares each picture with the digest that its name is, \
      migrates an older catalog and accounts file there, checks them, answers a query, and reports the age of the \
      backup and the time that it took. Nothing else is changed.

      Examples:
        vicinity restore /var/backups/vicinity --check
        vicinity restore /var/backups/vicinity --catalog near.gpkg --replace
      """)

  @Argument(
    help: ArgumentHelp(
      "A folder of backups (the latest is used), one of the folders in it, or a copy of a catalog.",
      valueName: "backup"), completion: .file())
  var backup: String

  @Flag(help: "Restore to a temporary folder, use the catalog there, and report.")
  var check = false

  @Flag(help: "Move an existing catalog and its files to a folder next to them.")
  var replace = false

  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    if check, replace { throw ValidationError("give either --check or --replace") }
  }

  func run() throws {
    let stored = try StoredBackup.find(backup, ofCatalog: catalog.path)
    let now = try clock.instant
    let seconds = now - stored.record.time
    let age =
      "made \(stored.record.time), \(seconds < 0 ? "which is in the future," : "\(Self.text(ofAge: seconds)) ago")"
    let program = stored.record.program.map { " by version \($0)" } ?? ""
    Console.say("\(stored.path): \(age)\(program)")
    if check { return try rehearse(stored, at: now) }
    do {
      let restored = try Catalog.restore(
        stored, to: catalog.path, replacing: replace, at: now, areas: GEOSAreaEngine())
      for former in restored.former { Console.say("\(former): the former catalog and its files") }
      Console.say("\(catalog.path): \(Self.text(of: restored.content, bookings: nil)), no defects")
      restored.content.reportMedia(in: stored.files.media)
      tellCluster()
    } catch let error as BackupError {
      guard case .taken = error else { throw error }
      throw Taken(
        code: error.code,
        description: "\(error) Choose another --catalog, or add --replace to move the existing files to another folder."
      )
    }
  }

  /// A node would apply the log to what was restored, without a word.
  private func tellCluster() {
    // A catalog of another version is opened by the next command, which migrates it.
    guard let position = try? catalog.open().clusterPosition() else { return }
    Console.say(
      "vicinity: it belongs to the cluster \(position.cluster). A node that starts with it applies the log to it, up "
        + "to the newest entry. To use it as it is, run `vicinity cluster leave --catalog \(catalog.path)`. To set "
        + "the cluster back to it, end all nodes first; after leaving, drop the schema vicinity in PostgreSQL, run "
        + "`vicinity cluster create`, and remove the files of the other nodes.")
  }

  private func rehearse(_ backup: StoredBackup, at now: Instant) throws {
    let found = try Catalog.rehearse(backup, at: now, areas: GEOSAreaEngine()) { catalog in
      guard try ServerProgram.readAccounts(of: catalog) else {
        Console.sayError("the accounts file was not migrated: this needs the program vicinity-server")
        return
      }
    }
    if !found.migrations.isEmpty {
      Console.say("migrated for this version: \(found.migrations.joined(separator: ", "))")
    }
    if let text = CatalogFiles.text(ofMissingMedia: found.content.missing) { Console.sayError(text) }
    let seconds = found.duration.components.seconds
    Console.say(
      "\(Self.text(of: found.content, bookings: found.bookings)), no defects; a query finds "
        + "\(found.matches.counted("listing")); restoring takes \(seconds < 1 ? "less than 1 s" : "\(seconds) s")")
  }

  private static func text(of content: CopiedFiles, bookings: Int?) -> String {
    let booked = bookings.map { [$0.counted("booking")] } ?? []
    let parts = [content.catalog.listings.counted("listing")] + booked + content.others + ["\(content.bytes) bytes"]
    return parts.joined(separator: ", ")
  }

  /// The two largest units of a number of seconds.
  private static func text(ofAge seconds: Int64) -> String {
    let units: [(Int64, String)] = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
    guard let first = units.firstIndex(where: { seconds >= $0.0 }) else { return "0 s" }
    var rest = seconds
    return units[first...].prefix(2).compactMap { size, name in
      defer { rest %= size }
      return rest / size == 0 ? nil : "\(rest / size) \(name)"
    }.joined(separator: " ")
  }

  /// There is a catalog.
  private struct Taken: CodedError {
    let code: String
    let description: String
  }
}
