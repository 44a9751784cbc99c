import Vicinity

/// Why a file that can be read cannot be imported; nothing of it has been stored.
public enum ImportError: Error, Hashable, Sendable {
  /// The file has no bytes.
  case empty(path: String)
  /// Nothing tells what format the file has.
  case unknownFormat(path: String)
  /// The format is recognised and not supported; the remedy says what to do instead.
  case unsupported(path: String, what: String, remedy: String)
  /// The table lacks columns without which no listing can be made.
  case missingColumns([String], path: String, found: [String])
  /// The column map names a column that the table does not have.
  case noSuchColumn(String, path: String, found: [String], suggestion: String?)
  /// The column map cannot be understood.
  case badColumnMap(String, reason: String)
  /// An option does not fit the file or has a value that is not allowed.
  case badOption(String, reason: String)
  /// Every row was left out because of what it is, such as bus stops.
  case nothingUsable(path: String, rows: Int, types: [String])
  /// Every row was rejected; the most frequent reason, with the line of its first occurrence.
  case allRejected(path: String, rows: Int, mostFrequent: RowFault, line: Int)
  /// A row was rejected and the import is strict.
  case rowRejected(path: String, line: Int, fault: RowFault)
  /// An event of a calendar of taken nights cannot be understood; nothing was imported, because its nights would seem free.
  case nightsUnknown(path: String, line: Int, fault: RowFault)
  /// A file cannot be written.
  case notWritable(path: String, reason: String)
}
