import CivilTime
import CodedErrors
import Streams

/// Why a query is invalid or cannot be parsed.
///
/// A `path` is a position in the JSON form: `price.max`, `tags.any[2]`; it is empty for the query as a whole.
public enum QueryError: CodedError, Hashable {
  /// The text is not JSON.
  case notJSON(JSONSyntaxError)
  /// An unknown key, with the most similar known key.
  case unknownKey(path: String, suggestion: String?, known: [String])
  /// A word that is not allowed, with the most similar known word.
  case unknownWord(String, path: String, suggestion: String?, known: [String])
  /// A value of the wrong type; `example` is valid JSON text.
  case wrongType(path: String, found: String, expected: String, example: String)
  /// A value that is not allowed; `hint` says what may have been meant.
  case outOfRange(path: String, found: String, allowed: String, hint: String? = nil)
  /// A typed text that cannot be parsed; `expected` describes a valid one, `hint` says what may have been meant.
  case unreadable(path: String, found: String, expected: String, hint: String? = nil)
  /// A date or time that cannot be parsed; `expected` describes the valid forms.
  case badTime(path: String, found: String, expected: String)
  /// A date that does not exist, with the reason, such as "February 2026 has 28 days".
  case noSuchDate(path: String, found: String, reason: String)
  /// A key that is required because of another one, or by the whole; `hint` says what to add.
  case missing(path: String, neededBy: String, hint: String? = nil)
  /// Parts that contradict each other; the text says which.
  case conflict(String)
  /// Polygons that are not a valid area, or an area that cannot be used here.
  case badArea(path: String, reason: String)
  /// The name of an area, in a catalog that has none.
  case noAreas(path: String)
  /// A filter expression that cannot be read, or uses what is not known; the problem says where.
  case badFilter(path: String, problem: String)
  /// A cursor that does not belong to this query.
  case badCursor(String)
}

extension QueryError {
  /// A short stable identifier of the error, for programs that read error lines.
  public var code: String {
    switch self {
    case .notJSON: "not-json"
    case .unknownKey: "unknown-key"
    case .unknownWord: "unknown-word"
    case .wrongType: "wrong-type"
    case .outOfRange, .unreadable: "out-of-range"
    case .badTime, .noSuchDate: "bad-time"
    case .missing: "missing"
    case .conflict: "conflict"
    case .badArea, .noAreas: "bad-area"
    case .badFilter: "bad-filter"
    case .badCursor: "bad-cursor"
    }
  }

  /// A next step that may help.
  public var remedy: Remedy? {
    if case .noAreas = self { .addAreas } else { nil }
  }

  /// The same error with renamed paths, so that a command line can refer to its options instead of keys.
  public func renamingPaths(_ rename: (String) -> String) -> QueryError {
    switch self {
    case .unknownKey(let path, let suggestion, let known):
      .unknownKey(path: rename(path), suggestion: suggestion, known: known)
    case .unknownWord(let word, let path, let suggestion, let known):
      .unknownWord(word, path: rename(path), suggestion: suggestion, known: known)
    case .wrongType(let path, let found, let expected, let example):
      .wrongType(path: rename(path), found: found, expected: expected, example: example)
    case .outOfRange(let path, let found, let allowed, let hint):
      .outOfRange(path: rename(path), found: found, allowed: allowed, hint: hint)
    case .unreadable(let path, let found, let expected, let hint):
      .unreadable(path: rename(path), found: found, expected: expected, hint: hint)
    case .badTime(let path, let found, let expected): .badTime(path: rename(path), found: found, expected: expected)
    case .noSuchDate(let path, let found, let reason): .noSuchDate(path: rename(path), found: found, reason: reason)
    case .missing(let path, let neededBy, let hint):
      .missing(path: rename(path), neededBy: rename(neededBy), hint: hint)
    case .badArea(let path, let reason): .badArea(path: rename(path), reason: reason)
    case .noAreas(let path): .noAreas(path: rename(path))
    case .badFilter(let path, let problem): .badFilter(path: rename(path), problem: problem)
    case .notJSON, .conflict, .badCursor: self
    }
  }
}

extension QueryError {
  /// One or two sentences: the error, its location, and the correction.
  public var description: String {
    switch self {
    case .notJSON(let error): "\(error)"
    case .unknownKey(let path, let suggestion, let known):
      "unknown key \(path.shortened); \(Self.advice(suggestion, known))"
    case .unknownWord(let word, let path, let suggestion, let known):
      "\(Self.place(path)): unknown word \"\(word.shortened)\"; \(Self.advice(suggestion, known))"
    case .wrongType(let path, let found, let expected, let example):
      "\(Self.place(path)): expected \(expected), found \(found.shortened); for example \(example)"
    case .outOfRange(let path, let found, let allowed, let hint):
      "\(Self.place(path)): \(found.shortened) is not allowed, must be \(allowed)" + (hint.map { ". \($0)" } ?? "")
    case .unreadable(let path, let found, let expected, let hint):
      "\(Self.place(path)): cannot read \"\(found.shortened)\"; write \(expected)" + (hint.map { ". \($0)" } ?? "")
    case .badTime(let path, let found, let expected):
      "\(Self.place(path)): \"\(found.shortened)\" is not a time; expected \(expected)"
    case .noSuchDate(let path, let found, let reason):
      "\(Self.place(path)): \"\(found.shortened)\" does not exist: \(reason)"
    case .missing(let path, let neededBy, let hint):
      "\(Self.place(neededBy)) needs \(path)" + (hint.map { "; \($0)" } ?? ", which is missing")
    case .badArea(let path, let reason): "\(Self.place(path)): \(reason)"
    case .noAreas(let path): "\(Self.place(path)): the catalog has no areas"
    case .conflict(let text): text
    case .badFilter(let path, let problem): "\(Self.place(path)): \(problem)"
    case .badCursor(let text):
      "\"\(text.shortened)\" is not a cursor of this query; use the \"next\" of an earlier answer as it is"
    }
  }

  private static func place(_ path: String) -> String { path.isEmpty ? "the query" : path }

  private static func advice(_ suggestion: String?, _ known: [String]) -> String {
    if let suggestion { return "did you mean \(suggestion)?" }
    return "possible are \(known.joined(separator: ", "))"
  }
}

extension QueryError {
  /// The same error, with the days that are possible instead of a moment.
  func naming(days: String) -> QueryError {
    guard case .badTime(let path, let found, Query.Moment.forms) = self else { return self }
    return .badTime(path: path, found: found, expected: "\(Query.Moment.forms); or \(days)")
  }

  static func badTime(path: String, _ error: TimeParseError) -> QueryError {
    if let reason = error.nonexistence { return .noSuchDate(path: path, found: error.text, reason: reason) }
    return .badTime(path: path, found: error.text, expected: error.expectation)
  }
}
