/// Why a file cannot be read as the text that it should be.
public enum InputError: Error, Hashable, Sendable {
  /// There is no such file.
  case notFound(path: String)
  /// The file exists and cannot be read.
  case unreadable(path: String, reason: String)
  /// The path names a folder.
  case isDirectory(path: String)
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
}

extension InputError {
  /// What messages call a file: `-` reads badly in them.
  package static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// The first names of a longer list, for messages.
  package static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(14).map { $0.isEmpty ? "(no name)" : $0 }.joined(separator: ", ")
    return names.count > 14 ? "\(shown) and \(names.count - 14) more" : shown
  }

  /// The error with its line counted from the beginning of the file instead of that of a block.
  package func afterLines(_ lines: Int) -> InputError {
    if case .rowTooLong(let path, let line) = self { .rowTooLong(path: path, line: line + lines) } else { self }
  }
}

extension InputError: CustomStringConvertible {
  /// What is wrong, where, and what to do next.
  public var description: String {
    switch self {
    case .notFound(let path): "\(path): no such file."
    case .unreadable(let path, let reason): "\(Self.name(path)): cannot be read (\(reason))."
    case .isDirectory(let path): "\(path): is a folder. Name the files in it, for example \(path)/*."
    case .gzipEndsEarly(let path):
      "\(Self.name(path)): the gzip stream ends in the middle: the file was cut off. Get it again."
    case .gzipCorrupt(let path, let reason):
      "\(Self.name(path)): the gzip stream is damaged (\(reason)). Get the file again."
    case .rowTooLong(let path, let line):
      "\(Self.name(path)):\(line): a row of more than \(InputBuffer.maximumRow >> 20) MB. Is this really a text file with one record per row?"
    case .wrongEncoding(let path, let found):
      "\(Self.name(path)): the text is \(found). Convert it first: iconv -f \(found) -t UTF-8 \(path)"
    case .quoteNotClosed(let path, let line):
      "\(Self.name(path)):\(line): a quoted field begins in this row and does not end before the file does. "
        + "Close the quote, or double a quote that belongs to the text."
    case .notJSON(let path, let line, let column, let problem):
      "\(Self.name(path)):\(line):\(column): not valid JSON: \(problem)."
    case .jsonEndsEarly(let path, let line):
      "\(Self.name(path)):\(line): the JSON text ends in the middle: the file was cut off. Get it again."
    case .noElements(let path, let found):
      "\(Self.name(path)): a JSON object without an array of \"features\" (GeoJSON) or \"elements\" (Overpass); "
        + "it has \(Self.list(found)). Write one listing per line: jq -c '.[\"\(found.first ?? "key")\"][]' \(path)"
    }
  }
}
