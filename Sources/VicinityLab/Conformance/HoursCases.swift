import Streams

/// Answers a file of questions about opening hours, so that anyone can score the evaluation.
///
/// One JSON object a line, plain or gzip: `value`, `timezone` (null: times of the wall), `from`, `to`, `context` (`lat`, `lon`,
/// `country_code`, `state`), `holidays`. Each line becomes `{"id":…,"error":…,"intervals":[[from,to,state,comment],…]}`, the intervals
/// clipped to [`from`, `to`); a line that cannot be read becomes an error with a `message`, and the run goes on.
public struct HoursCases: Sendable {
  /// Where the cases are; `-` is standard input.
  public let path: String

  /// Names the file; nothing is read yet.
  public init(path: String) { self.path = path }

  /// Answers every line in its order; empty lines are passed over.
  ///
  /// - Throws: `ImportError` when the file cannot be read, `OutputError` when the answers cannot be written.
  public func run(writing output: FileOutput) throws -> CaseCounts {
    try CaseFile(path: path).run(writing: output) { HoursCase.answer(to: $0) }
  }

  /// Compares what we say with what each case expects.
  ///
  /// - Throws: `ImportError` when the file cannot be read.
  public func score() throws -> HoursScore {
    var score = HoursScore()
    try CaseFile(path: path).forEachLine { score.add($0) }
    return score
  }
}
