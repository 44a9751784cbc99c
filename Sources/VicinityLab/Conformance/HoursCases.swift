import Streams

/// Answers a file of cases for opening hours, so that anyone can score the evaluation.
///
/// One JSON object per line, plain or gzip: `value`, `timezone` (null: local times), `from`, `to`, `context` (`lat`,
/// `lon`, `country_code`, `state`), `holidays`. Each line is answered by
/// `{"id":…,"error":…,"intervals":[[from,to,state,comment],…]}`, the intervals clipped to [`from`, `to`); a
/// malformed line gives an error with a `message`, and the run continues.
public struct HoursCases: Sendable {
  /// The path of the cases; `-` is standard input.
  public let path: String

  /// Makes the cases of a file, which is not read yet.
  public init(path: String) { self.path = path }

  /// Answers every line in order; empty lines are skipped.
  ///
  /// - Throws: `ImportError` when the file cannot be read, `OutputError` when the answers cannot be written.
  public func run(writing output: FileOutput) throws -> CaseCounts {
    try CaseFile(path: path).run(writing: output) { HoursCase.answer(to: $0) }
  }

  /// Compares our answers with the expectations of the cases.
  ///
  /// - Throws: `ImportError` when the file cannot be read.
  public func score() throws -> HoursScore {
    var score = HoursScore()
    try CaseFile(path: path).forEachLine { score.add($0) }
    return score
  }
}
