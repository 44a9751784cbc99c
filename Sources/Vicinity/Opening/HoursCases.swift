/// Answers a file of questions about opening hours, so that anyone can score the evaluation.
///
/// One JSON object a line, plain or gzip: `value`, `timezone` (null: times of the wall), `from`, `to`, `context` (`lat`, `lon`,
/// `country_code`, `state`), `holidays`. Each line becomes `{"id":…,"error":…,"intervals":[[from,to,state,comment],…]}`, the intervals
/// clipped to [`from`, `to`); a line that cannot be read becomes an error with a `message`, and the run goes on.
public struct HoursCases: Sendable {
  /// Where the cases are; `-` is standard input.
  public let path: String

  /// What a run did.
  public struct Counts: Hashable, Sendable {
    /// Lines answered, also those whose hours are refused.
    public var answered = 0
    /// Lines that are no cases.
    public var unreadable = 0
  }

  /// Names the file; nothing is read yet.
  public init(path: String) { self.path = path }

  /// Answers every line in its order; empty lines are passed over.
  ///
  /// - Throws: `ImportError` when the file cannot be read, `OutputError` when the answers cannot be written.
  public func run(writing output: FileOutput) throws -> Counts {
    var counts = Counts()
    try forEachLine { line in
      let answer = HoursCase.answer(to: line)
      if answer.isReadable { counts.answered += 1 } else { counts.unreadable += 1 }
      try output.write(Array("\(answer.line.text)\n".utf8))
    }
    return counts
  }

  /// Compares what we say with what each case expects.
  ///
  /// - Throws: `ImportError` when the file cannot be read.
  public func score() throws -> HoursScore {
    var score = HoursScore()
    try forEachLine { score.add($0) }
    return score
  }

  private func forEachLine(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    let lines = LineReader(try InputBuffer(try ByteSource(path: path)))
    while let line = try lines.next() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      try body(line)
    }
  }
}
