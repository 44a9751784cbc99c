/// Why a catalog cannot be opened, read or written.
public enum CatalogError: Error, Hashable, Sendable {
  /// No file at this path.
  case notFound(path: String)
  /// The file exists but is not a catalog; nothing was changed.
  case notACatalog(path: String, reason: String)
  /// Written by a newer version of this library; nothing was changed.
  case tooNew(path: String, migrations: [String])
  /// An older schema that needs the `missing` migrations, which run when it is opened for writing.
  case needsMigration(path: String, missing: [String])
  /// No catalog can be made at this path.
  case cannotMake(path: String, reason: String)
  /// The file exists and this process may not read it.
  case unreadable(path: String, reason: String)
  /// This process may read the catalog, and not write it.
  case notWritable(path: String)
  /// The file has several names (hard links), through which SQLite would keep several logs of it; nothing was changed.
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
  case invalidListing(id: String, fault: RowFault)
  /// Two listings that were to be saved have the same id; nothing was saved.
  case repeatedListing(id: String)
  /// The question does not fit this kind of listing.
  case unsuitable(id: String, kind: Kind, question: String)
  /// No area has this name; a similar one may exist.
  case unknownArea(name: String, similar: String?)
  /// The request uses areas, but the catalog was opened without an area engine.
  case needsAreaEngine
  /// A number in the file is larger than an index can hold.
  case numberTooLarge(name: String, number: Int)
  /// A node of the R-tree has more entries than SQLite ever writes.
  case pageTooLarge(page: Int, entries: Int)
  /// The R-tree refers to a missing node: the file is damaged.
  case pageMissing(page: Int)
  /// The file contains something invalid: it is damaged, or another program has written it.
  ///
  /// `place` is the row and its table, or the node; `problem` is what was found there.
  case damaged(place: String, problem: String)
  /// The catalog kept changing while a query ran.
  case busy(path: String)
}

extension CatalogError: CustomStringConvertible {
  /// What is wrong and where, for a list of findings.
  var finding: String {
    if case .damaged(let place, let problem) = self { "\(place): \(problem)" } else { description }
  }

  /// What is wrong, where, and what to do next.
  public var description: String {
    switch self {
    case .notFound(let path):
      "\(path): there is no such catalog. Make one with `vicinity import FILE --catalog \(path)`, or name another with --catalog."
    case .notACatalog(let path, let reason):
      "\(path) is not a Vicinity catalog: \(reason). Nothing was changed. Choose another file."
    case .tooNew(let path, let migrations):
      "\(path) was written by a newer version of Vicinity (it has \(migrations.joined(separator: ", "))). Update Vicinity to open it."
    case .needsMigration(let path, let missing):
      "\(path) was written by an older version of Vicinity (it lacks \(missing.joined(separator: ", "))). "
        + "`vicinity migrate --catalog \(path)` brings it up to date; where it cannot be written, do that with a copy."
    case .cannotMake(let path, let reason):
      "\(path): no catalog can be made there: \(reason). Put that right, or choose another place."
    case .unreadable(let path, let reason):
      "\(path) cannot be read: \(reason). Check the permissions of the file and of its folders."
    case .notWritable(let path):
      "\(path) cannot be changed: you may not write the file or its folder. Change the permissions, or work on a copy."
    case .severalNames(let path, let count):
      "\(path) cannot be changed, because the file has \(count) names (hard links): changes through one would not be seen through another. "
        + "Remove the other names, or make this one a copy: cp \(path) NEW && mv NEW \(path)"
    case .interrupted(let path, let journal):
      "\(path): a change was interrupted, and \(journal) is needed to undo it. "
        + "Open the catalog once as a user who may write it and its folder, such as with `vicinity stats`."
    case .removed(let path):
      "\(path) was removed while it was in use. Put a catalog there; it is then read without a restart."
    case .notOnDisk(let path, let reason):
      "\(path): the change is made, but the disk has not confirmed it (\(reason)): a loss of power may undo it. "
        + "Check the disk, and look whether the change is there before you repeat it."
    case .readOnly(let path):
      "\(path) was opened for reading only."
    case .unknownListing(let id, let similar):
      "no listing has the id \"\(id.shortened)\"."
        + (similar.isEmpty ? "" : " Did you mean \(similar.map { "\"\($0)\"" }.joined(separator: " or "))?")
    case .invalidListing(let id, let fault):
      "the listing \"\(id.shortened)\" cannot be saved: \(fault) Nothing was saved."
    case .repeatedListing(let id):
      "two of the listings to be saved have the id \"\(id.shortened)\"; ids must be unique. Nothing was saved."
    case .unsuitable(let id, let kind, let question):
      "\"\(id)\" is \(kind == .event ? "an" : "a") \(kind.rawValue): \(question)"
    case .unknownArea(let name, let similar):
      "no area has the name \"\(name.shortened)\"."
        + (similar.map { " Did you mean \"\($0)\"?" } ?? " `vicinity areas list` shows those that there are.")
    case .needsAreaEngine:
      "the catalog has areas, or is to have some, and was opened without an area engine. Open it with `areas: GEOSAreaEngine()`."
    case .numberTooLarge(let name, let number):
      "\(name) \(number) is larger than this version of Vicinity can hold. Import the listings into a new catalog, which counts from 1."
    case .pageTooLarge(let page, let entries):
      "page \(page) of the R-tree has \(entries) entries; SQLite puts at most 51 there. Run `vicinity check`."
    case .pageMissing(let page):
      "the R-tree points to page \(page), which does not exist: the file is damaged. Run `vicinity check`, and import anew."
    case .damaged:
      "\(finding). The file is damaged, or another program has changed it. Run `vicinity check`, which looks for more."
    case .busy(let path):
      "\(path) changed faster than the query could read it. Try again."
    }
  }
}
