import CodedErrors
import Streams

/// A conformance file: one JSON object per line, plain or gzip.
struct CaseFile {
  /// The path; `-` is standard input.
  let path: String

  /// Writes one answer per line, in the order of the file.
  ///
  /// - Throws: `ImportError` when the file cannot be read, `OutputError` when the answers cannot be written.
  func run(
    writing output: FileOutput,
    answering answer: (UnsafeBufferPointer<UInt8>) -> (line: JSONValue, isReadable: Bool)
  ) throws -> CaseCounts {
    var counts = CaseCounts()
    try forEachLine { line in
      let answer = answer(line)
      if answer.isReadable { counts.answered += 1 } else { counts.unreadable += 1 }
      try output.write(Array("\(answer.line.text)\n".utf8))
    }
    return counts
  }

  /// Visits the nonempty lines.
  func forEachLine(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    let lines = LineReader(try InputBuffer(try ByteSource(path: path)))
    while let line = try lines.next() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      try body(line)
    }
  }
}

/// The counts of a run over a conformance file.
public struct CaseCounts: Hashable, Sendable {
  /// Lines answered, including those with an invalid value.
  public var answered = 0
  /// Malformed lines.
  public var unreadable = 0
}

/// The error of a line of a conformance file.
struct CaseError: CodedError {
  let code = "bad-line"
  let description: String

  init(_ description: String) { self.description = description }
}
