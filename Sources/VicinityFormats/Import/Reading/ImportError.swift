import CodedErrors
import Vicinity

/// Why a readable file cannot be imported; nothing of it has been stored.
public enum ImportError: CodedError, Hashable {
  /// The file has no bytes.
  case empty(path: String)
  /// The format cannot be determined.
  case unknownFormat(path: String)
  /// The format is recognized but not supported; the advice, a sentence, or the remedy names an alternative.
  case unsupported(path: String, what: String, advice: String? = nil, remedy: Remedy? = nil)
  /// The table lacks columns that every listing requires.
  case missingColumns([String], path: String, found: [String])
  /// The column map names a column that the table does not have.
  case noSuchColumn(String, path: String, found: [String], suggestion: String?)
  /// The column map names a field that is neither one of every listing nor a declared custom field.
  case unknownField(String, declared: [String])
  /// An option does not fit the file or has a value that is not allowed; the option by its name in `ImportOptions`,
  /// such as `timeZone`.
  case badOption(String, value: String? = nil, reason: String)
  /// The file has no listings, and all listings of its source would be removed.
  case emptySource(String, path: String)
  /// The file says itself, or shows by its end, that something is missing, and what is missing would be removed.
  case incomplete(path: String, reason: String)
  /// Every row was skipped because of its type, such as bus stops.
  case nothingUsable(path: String, rows: Int, types: [String])
  /// Every row was rejected; with the most frequent reason and the line of its first occurrence.
  case allRejected(path: String, rows: Int, mostFrequent: RowRejection, line: Int)
  /// A row was rejected and the import is strict.
  case rowRejected(path: String, line: Int, rejection: RowRejection)
  /// An event of a calendar of taken nights cannot be parsed; nothing was imported, because its nights would appear
  /// free.
  case nightsUnknown(path: String, line: Int, rejection: RowRejection)
  /// A file cannot be written.
  case notWritable(path: String, reason: String)
}
