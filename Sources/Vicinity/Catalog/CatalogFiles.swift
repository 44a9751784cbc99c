import Foundation
import Streams

/// A catalog with the files that a server makes next to it, by their names.
package struct CatalogFiles: Hashable, Sendable {
  /// The catalog, `NAME.gpkg`.
  package let catalog: String

  package init(catalog: String) { self.catalog = catalog }

  /// Accounts, keys, conversations and the audit log.
  package var accounts: String { Catalog.accountsPath(of: catalog) }
  /// The folder of pictures and videos.
  package var media: String { Catalog.stem(of: catalog) + ".media" }
  /// The folder of emails, without a program for them.
  package var mail: String { Catalog.stem(of: catalog) + ".mail" }
  /// What the last backup contains, or this one.
  package var record: String { Catalog.stem(of: catalog) + ".backup.json" }

  /// NAME.
  var name: String { String(Catalog.stem(of: fileName)) }

  var fileName: String { catalog.split(separator: "/").last.map(String.init) ?? catalog }

  /// The folder that contains them.
  var folder: String { CatalogPath.folder(of: catalog) }

  /// The same files in another folder.
  func inFolder(_ folder: String) -> CatalogFiles { CatalogFiles(catalog: "\(folder)/\(fileName)") }

  /// The files and folders of a complete set, without journals.
  var all: [String] { [accounts, media, mail, record, catalog] }

  /// Everything that may be there, with the journals of SQLite; the catalog is the last one.
  var withJournals: [String] {
    CatalogPath.journals(of: accounts) + CatalogPath.journals(of: catalog) + all
  }

  /// What is there, by its path; the catalog is the last one.
  var present: [String] { withJournals.filter { FileStamp(path: $0) != nil } }

  // MARK: Copying

  /// Copies all files, while a server uses them, and checks the copies of catalog and accounts file.
  ///
  /// Both files are as they were at one moment. Pictures are copied before and after them: all that belong to this
  /// moment, and perhaps some that were removed before it.
  /// - Parameters:
  ///   - copy: in an empty folder.
  ///   - former: a backup whose pictures are linked instead of copied, because their names derive from their content.
  ///   - areas: the geometry engine that the check of a catalog with areas needs.
  /// - Throws: errors of `Catalog.backUp`; what has been copied remains.
  func copy(to copy: CatalogFiles, former: CatalogFiles?, areas: (any AreaEngine)?) throws -> CopiedFiles {
    try PlainFiles.copy(media, to: copy.media, linking: former?.media)
    let hasAccounts = FileStamp(path: accounts) != nil
    let made = try Catalog.backUp(
      catalog, to: copy.catalog, accounts: hasAccounts ? (accounts, copy.accounts) : nil, areas: areas)
    var copied = CopiedFiles(catalog: made)
    if hasAccounts { copied.accounts = try CatalogFile.checkAccounts(in: copy.accounts) }
    try PlainFiles.copy(media, to: copy.media, linking: former?.media)
    try PlainFiles.copy(mail, to: copy.mail)
    copied.media = try PlainFiles.amount(in: copy.media) ?? PlainFiles.Amount()
    copied.mail = try PlainFiles.amount(in: copy.mail) ?? PlainFiles.Amount()
    let databases = [copy.catalog, copy.accounts].compactMap { FileStamp(path: $0)?.size }
    copied.bytes = databases.reduce(copied.media.bytes + copied.mail.bytes, +)
    return copied
  }

  /// Renames what is there to the names of another set on the same file system, where nothing has these names. The
  /// catalog is last, so that a catalog that is there is complete.
  ///
  /// - Throws: `CatalogError.cannotMake`; then everything has its former name again.
  func move(to target: CatalogFiles) throws {
    var moved: [(String, String)] = []
    do {
      for (source, target) in zip(withJournals, target.withJournals) where FileStamp(path: source) != nil {
        guard Self.move(source, to: target) else {
          throw CatalogError.cannotMake(path: target, reason: .lastSystemError)
        }
        moved.append((source, target))
      }
    } catch {
      for (source, target) in moved.reversed() { _ = Self.move(target, to: source) }
      throw error
    }
    _ = DiskSync.folder(of: target.catalog)
  }

  /// A link fails if another file has taken the name in the meantime; renaming would replace that file. A folder cannot
  /// replace one that is not empty.
  private static func move(_ source: String, to target: String) -> Bool {
    if FileStamp(path: source)?.kind == .folder { return rename(source, target) == 0 }
    return link(source, target) == 0 && unlink(source) == 0
  }
}

/// What the copy of a catalog with its files contains.
package struct CopiedFiles: Hashable, Sendable {
  /// The catalog.
  package var catalog: CatalogCopy
  /// The accounts; nil without an accounts file.
  package var accounts: Int?
  /// The size of all files.
  package var bytes = 0
  var media = PlainFiles.Amount()
  var mail = PlainFiles.Amount()
  /// The pictures and videos.
  package var pictures: Int { media.files }
  /// The emails.
  package var mails: Int { mail.files }

  init(catalog: CatalogCopy) { self.catalog = catalog }
}
