/// Why a file cannot be imported at all; nothing of it has been stored.
public enum ImportError: Error, Hashable, Sendable {
  /// There is no such file.
  case notFound(path: String)
  /// The file exists and cannot be read.
  case unreadable(path: String, reason: String)
  /// The path names a folder.
  case isDirectory(path: String)
  /// The file has no bytes.
  case empty(path: String)
  /// The gzip stream stops before its end: the file was cut off.
  case gzipEndsEarly(path: String)
  /// The gzip stream is damaged.
  case gzipCorrupt(path: String, reason: String)
  /// A row is longer than any real one.
  case rowTooLong(path: String, line: Int)
  /// The text is in an encoding that is not read.
  case wrongEncoding(path: String, found: String)
  /// A field in quotes does not end before the file does.
  case quoteNotClosed(path: String, line: Int)
  /// The text stops being JSON, and what follows cannot be told apart any more.
  case notJSON(path: String, line: Int, column: Int, problem: String)
  /// The JSON text stops in the middle: the file was cut off.
  case jsonEndsEarly(path: String, line: Int)
  /// The top-level object has no array of features or elements.
  case noElements(path: String, found: [String])
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
