import CodedErrors

/// Why a catalog cannot be opened, read or written.
public enum CatalogError: CodedError, Hashable {
  /// No file at this path.
  case notFound(path: String)
  /// The file exists but is not a catalog; nothing was changed.
  case notACatalog(path: String, reason: String)
  /// Written by a newer version of this library; nothing was changed.
  case tooNew(path: String, migrations: [String])
  /// An older schema that needs the `missing` migrations, which run when it is opened for writing.
  case needsMigration(path: String, missing: [String])
  /// A file of an older version cannot be copied before it is migrated; nothing was changed.
  case cannotCopy(path: String, copy: String, reason: String)
  /// No catalog can be made at this path.
  case cannotMake(path: String, reason: String)
  /// The file exists and this process may not read it.
  case unreadable(path: String, reason: String)
  /// This process may read the catalog, and not write it.
  case notWritable(path: String)
  /// The file has several names (hard links), through which SQLite would use several logs; nothing was changed.
  case severalNames(path: String, count: Int)
  /// A change to the catalog was interrupted, and this process may not undo it.
  case interrupted(path: String, journal: String)
  /// The file was removed while it was in use.
  case removed(path: String)
  /// A change was made, and the disk has not confirmed it.
  case notOnDisk(path: String, reason: String)
  /// The catalog was opened for reading only.
  case readOnly(path: String)
  /// No listing has this id; `similar` ids exist.
  case unknownListing(id: String, similar: [String])
  /// A listing to be saved is invalid; nothing was saved.
  case invalidListing(id: String, rejection: RowRejection)
  /// Two listings that were to be saved have the same id; nothing was saved.
  case repeatedListing(id: String)
  /// Two listings of a host would have the same name, which the setting `uniqueNames` forbids; nothing was changed.
  case nameTaken(String, host: String, ids: [String])
  /// The query or action does not suit this kind of listing; `reason` is a sentence.
  case unsuitable(id: String, kind: Kind, reason: String, remedy: Remedy? = nil)
  /// No area has this name; a similar one may exist.
  case unknownArea(name: String, similar: String?)
  /// No listing belongs to a source of this name; a similar one may exist.
  case unknownSource(name: String, similar: String?)
  /// The request uses areas, but the catalog was opened without an area engine.
  case needsAreaEngine
  /// A number in the file is larger than an index can hold.
  case numberTooLarge(name: String, number: Int)
  /// A node of the R-tree has more entries than SQLite ever writes.
  case nodeTooLarge(node: Int, entries: Int)
  /// The R-tree refers to a missing node: the file is damaged.
  case nodeMissing(node: Int)
  /// The file contains something invalid: it is damaged, or another program has written it.
  ///
  /// `place` is the row and its table, or the node; `problem` is what was found there.
  case damaged(place: String, problem: String)
  /// The catalog kept changing while a query ran, or its file was replaced and the last one is still in use.
  case busy(path: String)
  /// A server serves the catalog and may change it; `process` is its number, if known.
  case served(path: String, process: String?)
  /// The file belongs to a cluster, which changes it only through its log.
  case inCluster(path: String)
  /// The file is a part of a divided catalog, which is only read.
  case isShard(path: String)
}

extension CatalogError {
  /// Stable, for programs.
  public var code: String {
    switch self {
    case .notFound: "no-catalog"
    case .notACatalog: "not-a-catalog"
    case .tooNew: "too-new"
    case .needsMigration: "needs-migration"
    case .cannotCopy: "cannot-copy"
    case .cannotMake: "cannot-make"
    case .unreadable: "catalog-unreadable"
    case .notWritable: "catalog-not-writable"
    case .severalNames: "several-names"
    case .interrupted: "interrupted"
    case .removed: "removed"
    case .notOnDisk: "not-on-disk"
    case .readOnly: "read-only"
    case .unknownListing: "unknown-listing"
    case .invalidListing: "invalid-listing"
    case .repeatedListing: "repeated-listing"
    case .nameTaken: "name-taken"
    case .unsuitable: "unsuitable"
    case .unknownArea: "unknown-area"
    case .unknownSource: "unknown-source"
    case .needsAreaEngine: "needs-area-engine"
    case .numberTooLarge: "number-too-large"
    case .nodeTooLarge, .nodeMissing, .damaged: "damaged"
    case .busy: "busy"
    case .served: "served"
    case .inCluster: "in-cluster"
    case .isShard: "is-shard"
    }
  }

  /// A next step that may help.
  public var remedy: Remedy? {
    switch self {
    case .notFound(let path): .makeCatalog(path: path)
    case .needsMigration(let path, _): .migrate(path: path)
    case .cannotCopy(let path, _, _): .migrateWithoutCopy(path: path)
    case .severalNames(let path, _): .keepOneName(path: path)
    case .interrupted(let path, _): .recover(path: path)
    case .invalidListing(_, let rejection): rejection.remedy
    case .unsuitable(_, _, _, let remedy): remedy
    case .unknownArea(_, nil): .listAreas
    case .nodeTooLarge, .nodeMissing, .damaged: .checkCatalog
    case .busy: .tryAgain
    case .inCluster: .changeCluster
    case .notACatalog, .tooNew, .cannotMake, .unreadable, .notWritable, .removed, .notOnDisk, .readOnly,
      .unknownListing, .repeatedListing, .nameTaken, .unknownArea, .unknownSource, .needsAreaEngine, .numberTooLarge,
      .served, .isShard:
      nil
    }
  }

  /// The error and its location, for a list of findings.
  var finding: String {
    if case .damaged(let place, let problem) = self { "\(place): \(problem)" } else { description }
  }

  /// The error and its location.
  public var description: String {
    switch self {
    case .notFound(let path):
      "there is no catalog \(path)."
    case .notACatalog(let path, let reason):
      "\(path) is not a Vicinity catalog: \(reason). Nothing was changed. Choose another file."
    case .tooNew(let path, let migrations):
      "\(path) was written by a newer version of Vicinity (it has \(migrations.joined(separator: ", "))). "
        + "Update Vicinity to open it. To stay with this version, stop all programs that use the catalog and "
        + "restore its copy of before the update, \(MigrationCopy.path(of: path, before: migrations.first ?? "")), "
        + "or a backup; later changes are not in it."
    case .needsMigration(let path, let missing):
      "\(path) was written by an older version of Vicinity (it lacks \(missing.joined(separator: ", ")))."
    case .cannotCopy(let path, let copy, let reason):
      "\(path) is of an older version, and cannot be copied to \(copy) before it is migrated: \(reason). Nothing was "
        + "changed. Free as much space as the file takes, or migrate it without a copy."
    case .cannotMake(let path, let reason):
      "\(path) cannot be created: \(reason). Choose another path, or correct this."
    case .unreadable(let path, let reason):
      "\(path) cannot be read: \(reason). Check the permissions of the file and of its folders."
    case .notWritable(let path):
      "\(path) cannot be changed: you may not write the file or its folder. Change the permissions, or work on a copy."
    case .severalNames(let path, let count):
      "\(path) cannot be changed, because the file has \(count) names (hard links): changes "
        + "through one would not be seen through another."
    case .interrupted(let path, let journal):
      "\(path): a change was interrupted, and \(journal) is needed to undo it."
    case .removed(let path):
      "\(path) was removed while it was in use. Put a catalog there; it is then read without a restart."
    case .notOnDisk(let path, let reason):
      "\(path): the change is made, but the disk has not confirmed it (\(reason)): a loss of power may undo it. "
        + "Check the disk, and check whether the change was saved before you repeat it."
    case .readOnly(let path):
      "\(path) was opened for reading only."
    case .unknownListing(let id, let similar):
      "no listing has the id \"\(id.shortened)\"."
        + (similar.isEmpty ? "" : " Did you mean \(similar.map { "\"\($0)\"" }.joined(separator: " or "))?")
    case .invalidListing(let id, let rejection):
      "the listing \"\(id.shortened)\" cannot be saved: \(rejection) Nothing was saved."
    case .repeatedListing(let id):
      "two of the listings to be saved have the id \"\(id.shortened)\"; ids must be unique. Nothing was saved."
    case .nameTaken(let name, let host, let ids):
      "\(host.shortened) has two listings named \"\(name.shortened)\": \(ids.joined(separator: " and ")). "
        + "The setting uniqueNames forbids it; rename one of them. Nothing was changed."
    case .unsuitable(let id, let kind, let reason, _):
      "\"\(id)\" is \(kind == .event ? "an" : "a") \(kind.rawValue): \(reason)"
    case .unknownArea(let name, let similar):
      "no area has the name \"\(name.shortened)\"."
        + (similar.map { " Did you mean \"\($0)\"?" } ?? "")
    case .unknownSource(let name, let similar):
      "no listing belongs to a source \"\(name.shortened)\"."
        + (similar.map { " Did you mean \"\($0)\"?" } ?? "")
    case .needsAreaEngine:
      "the catalog has areas, or the request uses them, and it was opened without an area engine."
    case .numberTooLarge(let name, let number):
      "\(name) \(number) is larger than this version of Vicinity can hold. Import the listings into a "
        + "new catalog, which counts from 1."
    case .nodeTooLarge(let node, let entries):
      "node \(node) of the R-tree has \(entries) entries; SQLite puts at most 51 there: the file is damaged."
    case .nodeMissing(let node):
      "the R-tree points to node \(node), which does not exist: the file is damaged."
    case .damaged:
      "\(finding). The file is damaged, or another program has changed it."
    case .busy(let path):
      "\(path) was changed or replaced faster than the query could read it; try again in a second."
    case .served(let path, let process):
      "\(path) is in use: another server\(process.map { ", process \($0)," } ?? "") serves it. Stop it first."
    case .isShard(let path):
      "\(path) is a part of a divided catalog, and is only read. Change the whole catalog, and divide it again."
    case .inCluster(let path):
      "\(path) belongs to a cluster, which changes it only through its log; nothing was changed. Have a node of "
        + "the cluster make the change."
    }
  }
}
