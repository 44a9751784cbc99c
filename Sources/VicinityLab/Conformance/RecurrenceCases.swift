import Streams

/// Answers a file of recurrences, so that anyone can score the expansion.
///
/// One JSON object per line, plain or gzip: `dtstart`, `tzid` (null: floating), `rrule`; or `ical`, the whole text; or
/// `set`, lists of `rrule`, `exrule`, `rdate` and `exdate`. Each line is answered by
/// `{"id":…,"error":…,"occurrences":[…]}` with local times in the notation of the case's `expected`, and as many
/// as it has where `complete` is false. A malformed line gives an error with a `message`, and the run continues.
public struct RecurrenceCases: Sendable {
  /// The path of the cases; `-` is standard input.
  public let path: String

  /// Makes the cases of a file, which is not read yet.
  public init(path: String) { self.path = path }

  /// Answers every line in order; empty lines are skipped.
  ///
  /// - Throws: `ImportError` when the file cannot be read, `OutputError` when the answers cannot be written.
  public func run(writing output: FileOutput) throws -> CaseCounts {
    try CaseFile(path: path).run(writing: output) { RecurrenceCase.answer(to: $0) }
  }

  /// Compares our answers with the expectations of the cases.
  ///
  /// - Throws: `ImportError` when the file cannot be read.
  public func score() throws -> RecurrenceScore {
    var score = RecurrenceScore()
    try CaseFile(path: path).forEachLine { score.add($0) }
    return score
  }
}
