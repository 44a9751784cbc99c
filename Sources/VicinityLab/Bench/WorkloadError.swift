import CodedErrors
import Vicinity

/// Why queries cannot be measured.
public enum WorkloadError: CodedError, Hashable {
  /// The file cannot be read.
  case unreadable(file: String, reason: String)
  /// The file has no queries.
  case empty(file: String)
  /// A line is not a query, or its query cannot be answered.
  case badQuery(QueryError, file: String, line: Int)
}

extension WorkloadError {
  /// Stable, for programs.
  public var code: String {
    switch self {
    case .unreadable: "file-unreadable"
    case .empty: "empty-file"
    case .badQuery(let error, _, _): error.code
    }
  }

  /// That of the query.
  public var remedy: Remedy? {
    if case .badQuery(let error, _, _) = self { error.remedy } else { nil }
  }

  /// The error, its location and a next step.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "cannot read \(file): \(reason)"
    case .empty(let file): "\(file) has no queries; write one JSON object per line"
    case .badQuery(let error, let file, let line): "\(file):\(line): \(error)"
    }
  }
}
