import Foundation
import Streams

/// A catalog with the files that a server makes next to it, by their names.
package struct CatalogFiles: Hashable, Sendable {
  /// The catalog, `NAME.gpkg`.
  package let catalog: String
  /// The path of the others without their ends: that of the catalog, or of the symbolic link by which it is used.
  let stem: String

  package init(catalog: String) { (self.catalog, stem) = (catalog, Catalog.stem(of: catalog)) }

  private init(catalog: String, stem: String) { (self.catalog, self.stem) = (catalog, stem) }

  /// The files of a catalog that is used by a path, which may be a symbolic link: the others are next to the link.
  init(behind path: String) {
    var status = stat()
    let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    self.init(catalog: isLink ? CatalogPath(path).destination : path, stem: Catalog.stem(of: path))
  }

  /// Accounts, keys, conversations and the audit log.
  package var accounts: String { stem + ".accounts.sqlite" }
  /// The folder of pictures and videos.
  package var media: String { stem + ".media" }
  /// The folder of emails, without a program for them.
  package var mail: String { stem + ".mail" }
  /// What the last backup contains, or this one.
  package var record: String { stem + ".backup.json" }

  /// NAME.
  var name: String { String(Catalog.stem(of: fileName)) }

  var fileName: String { CatalogPath.name(of: catalog) }

  /// The folder that contains the catalog.
  var folder: String { CatalogPath.folder(of: catalog) }

  /// The folder that contains the others.
  var otherFolder: String { CatalogPath.folder(of: stem) }

  /// Whether the catalog is in another folder than the others.
  var isApart: Bool { CatalogPath(otherFolder).target != CatalogPath(folder).target }

  /// The owner of the folder.
  var owner: FolderOwner { FolderOwner(of: folder) }

  /// The same files in another folder.
  func inFolder(_ folder: String) -> CatalogFiles { inFolders(folder, folder) }

  /// The same files with the catalog in one folder, and the others in another.
  func inFolders(_ folder: String, _ others: String) -> CatalogFiles {
    CatalogFiles(catalog: "\(folder)/\(fileName)", stem: "\(others)/\(CatalogPath.name(of: stem))")
  }

  /// The files and folders of a complete set, without journals.
  var all: [String] { [accounts, media, mail, record, catalog] }

  /// Everything that may be there, with the journals of SQLite; the catalog is the last one.
  var withJournals: [String] {
    CatalogPath.journals(of: accounts) + CatalogPath.journals(of: catalog) + all
  }

  /// What is there, by its path; the catalog is the last one.
  var present: [String] { withJournals.filter(Self.isTaken) }

  // MARK: Copying

  /// Copies all files, while a server uses them, and checks the copies of catalog and accounts file.
  ///
  /// Both files are as they were at one moment. Pictures are copied before and after them: all that belong to this
  /// moment, and perhaps some that were removed before it.
  /// - Parameters:
  ///   - copy: in an empty folder.
  ///   - writer: the owner of the folder that contains this folder.
  ///   - former: a backup whose pictures are linked instead of copied where their content still has the digest in their
  ///     name.
  ///   - areas: the geometry engine that the check of a catalog with areas needs.
  /// - Throws: errors of `Catalog.backUp`; what has been copied remains.
  func copy(
    to copy: CatalogFiles, as writer: FolderOwner, former: CatalogFiles?, areas: (any AreaEngine)?
  ) throws -> CopiedFiles {
    let reader = FolderOwner(reading: otherFolder)
    func copyMedia() throws -> [String] {
      try PlainFiles.copy(media, as: reader, to: copy.media, as: writer, linking: former?.media)
    }
    var damaged = try copyMedia()
    let hasAccounts = FileStamp(path: accounts) != nil
    let made = try Catalog.copy(
      catalog, to: copy.catalog, as: writer, accounts: hasAccounts ? (accounts, copy.accounts) : nil, areas: areas)
    var copied = CopiedFiles(catalog: made)
    if hasAccounts { copied.accounts = try writer.run { try CatalogFile.checkAccounts(in: copy.accounts) } }
    damaged += try copyMedia()
    copied.damaged = damaged.sorted()
    copied.missing = try writer.run { try copy.missingMedia() }
    _ = try PlainFiles.copy(mail, as: reader, to: copy.mail, as: writer)
    try writer.run {
      copied.media = try PlainFiles.amount(in: copy.media) ?? PlainFiles.Amount()
      copied.mail = try PlainFiles.amount(in: copy.mail) ?? PlainFiles.Amount()
      let databases = [copy.catalog, copy.accounts].compactMap { FileStamp(path: $0)?.size }
      copied.bytes = databases.reduce(copied.media.bytes + copied.mail.bytes, +)
    }
    return copied
  }

  /// The names of the pictures and videos that the accounts file lists without a file, in order.
  package func missingMedia() throws -> [String] {
    guard FileStamp(path: accounts) != nil else { return [] }
    func missing() throws -> Set<String> {
      let listed = try CatalogFile.listedMedia(in: accounts)
      guard !listed.isEmpty else { return [] }
      return listed.subtracting(try PlainFolder(path: media)?.names() ?? [])
    }
    // A server may remove an entry with its file between the two.
    let found = try missing()
    return found.isEmpty ? [] : try found.intersection(missing()).sorted()
  }

  /// Renames what is there to the names of another set on the same file system, where nothing has these names. The
  /// catalog is last, so that a catalog that is there is complete.
  ///
  /// - Throws: `CatalogError.cannotMake`; then everything has its former name again.
  func move(to target: CatalogFiles) throws {
    var moved: [(String, String)] = []
    do {
      for (source, target) in zip(withJournals, target.withJournals) where Self.isTaken(source) {
        guard Self.move(source, to: target) else {
          throw CatalogError.cannotMake(path: target, reason: .lastSystemError)
        }
        moved.append((source, target))
      }
    } catch {
      for (source, target) in moved.reversed() { _ = Self.move(target, to: source) }
      throw error
    }
    _ = DiskSync.folder(of: target.stem)
    _ = DiskSync.folder(of: target.catalog)
  }

  /// A link fails if another file has taken the name in the meantime; renaming would replace that file. A folder cannot
  /// replace one that is not empty.
  private static func move(_ source: String, to target: String) -> Bool {
    if FileStamp(path: source)?.kind == .folder { return rename(source, target) == 0 }
    if link(source, target) == 0 { return unlink(source) == 0 }
    // Not every file system has links, and not every file of another user may be linked.
    return [EPERM, ENOTSUP].contains(errno) && !isTaken(target) && rename(source, target) == 0
  }

  /// Whether there is a file of this name, or a symbolic link to nothing.
  private static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
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
  /// The names of the pictures and videos with another content than the one that their names derive from.
  package var damaged: [String] = []
  /// The names of the pictures and videos that are listed without a file.
  package var missing: [String] = []
  /// The pictures and videos.
  package var pictures: Int { media.files }
  /// The emails.
  package var mails: Int { mail.files }

  init(catalog: CatalogCopy) { self.catalog = catalog }
}
