import Streams

/// A conformance file: one JSON object a line, plain or gzip.
struct CaseFile {
  /// Where it is; `-` is standard input.
  let path: String

  /// Writes one answer a line, in the order of the file.
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

  /// Visits the lines that are not empty.
  func forEachLine(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    let lines = LineReader(try InputBuffer(try ByteSource(path: path)))
    while let line = try lines.next() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      try body(line)
    }
  }
}

/// What a run over a conformance file did.
public struct CaseCounts: Hashable, Sendable {
  /// Lines answered, also those whose text is refused.
  public var answered = 0
  /// Lines that are no cases.
  public var unreadable = 0
}

/// What is wrong with a line of a conformance file.
struct CaseFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
