import CodedErrors

/// Why a file cannot be read as text of the expected format.
public enum InputError: CodedError, Hashable {
  /// The file does not exist.
  case notFound(path: String)
  /// The file exists but cannot be read.
  case unreadable(path: String, reason: String)
  /// The path names a folder.
  case isDirectory(path: String)
  /// The gzip stream ends early: the file was truncated.
  case gzipEndsEarly(path: String)
  /// The gzip stream is damaged.
  case gzipCorrupt(path: String, reason: String)
  /// A row exceeds the maximum size.
  case rowTooLong(path: String, line: Int)
  /// The text has an unsupported encoding.
  case wrongEncoding(path: String, found: String)
  /// A quoted field is not closed before the end of the file.
  case quoteNotClosed(path: String, line: Int)
  /// The text is not valid JSON, and the position of the next element is lost.
  case notJSON(path: String, line: Int, column: Int, problem: String)
  /// The JSON text ends early: the file was truncated.
  case jsonEndsEarly(path: String, line: Int)
  /// Another program, which converts the file, has failed.
  case conversionFailed(path: String, program: String, reason: String)
  /// The top-level object has no array of features or elements.
  case noElements(path: String, found: [String])
}

extension InputError {
  /// The name of a file in messages.
  package static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// The first items of a list, for messages.
  package static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(14).map { $0.isEmpty ? "(no name)" : $0 }.joined(separator: ", ")
    return names.count > 14 ? "\(shown) and \(names.count - 14) more" : shown
  }

  /// The error with its line counted from the beginning of the file instead of its block.
  package func afterLines(_ lines: Int) -> InputError {
    if case .rowTooLong(let path, let line) = self { .rowTooLong(path: path, line: line + lines) } else { self }
  }
}

extension InputError {
  /// A next step that may help.
  public var remedy: Remedy? {
    switch self {
    case .wrongEncoding(let path, let found): .convert(.toUTF8(from: found, path: path))
    case .noElements(let path, let found): .convert(.elements(key: found.first ?? "key", path: path))
    default: nil
    }
  }

  /// Stable, for programs.
  public var code: String {
    switch self {
    case .notFound: "file-not-found"
    case .unreadable: "file-unreadable"
    case .isDirectory: "is-directory"
    case .gzipEndsEarly, .jsonEndsEarly: "file-cut-off"
    case .gzipCorrupt: "gzip-corrupt"
    case .rowTooLong: "row-too-long"
    case .wrongEncoding: "wrong-encoding"
    case .quoteNotClosed: "quote-not-closed"
    case .notJSON: "not-json"
    case .conversionFailed: "conversion-failed"
    case .noElements: "no-elements"
    }
  }

  /// What is wrong, where, and what to do about it.
  public var description: String {
    switch self {
    case .notFound(let path): "\(path): no such file."
    case .unreadable(let path, let reason): "\(Self.name(path)): cannot be read (\(reason))."
    case .isDirectory(let path): "\(path) is a folder. Name the files in it, for example \(path)/*."
    case .gzipEndsEarly(let path):
      "\(Self.name(path)): the gzip stream ends in the middle: the file was cut off. Get it again."
    case .gzipCorrupt(let path, let reason):
      "\(Self.name(path)): the gzip stream is damaged (\(reason)). Get the file again."
    case .rowTooLong(let path, let line):
      "\(Self.name(path)):\(line): a row of more than \(InputBuffer.maximumRow >> 20) MB. "
        + "Is this really a text file with one record per row?"
    case .wrongEncoding(let path, let found):
      "\(Self.name(path)): the text is \(found), not UTF-8."
    case .quoteNotClosed(let path, let line):
      "\(Self.name(path)):\(line): a quoted field begins in this row and does not end before the file does. "
        + "Close the quote, or double a quote that belongs to the text."
    case .notJSON(let path, let line, let column, let problem):
      "\(Self.name(path)):\(line):\(column): not valid JSON: \(problem)."
    case .jsonEndsEarly(let path, let line):
      "\(Self.name(path)):\(line): the JSON text ends in the middle: the file was cut off. Get it again."
    case .conversionFailed(let path, let program, let reason):
      "\(Self.name(path)): \(program) cannot convert it: \(reason.hasSuffix(".") ? reason : reason + ".")"
    case .noElements(let path, let found):
      "\(Self.name(path)): a JSON object without an array of \"features\" (GeoJSON) or \"elements\" (Overpass); "
        + "it has \(Self.list(found))."
    }
  }
}
