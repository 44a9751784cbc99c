import Streams

/// Answers a file of recurrences, so that anyone can score the expansion.
///
/// One JSON object a line, plain or gzip: `dtstart`, `tzid` (null: floating), `rrule`; or `ical`, the whole text; or `set`, lists of
/// `rrule`, `exrule`, `rdate` and `exdate`. Each line becomes `{"id":…,"error":…,"occurrences":[…]}`, times on the wall in the notation
/// of the case's `expected`, and as many as there are in it where `complete` is false. A line that cannot be read becomes an error
/// with a `message`, and the run goes on.
public struct RecurrenceCases: Sendable {
  /// Where the cases are; `-` is standard input.
  public let path: String

  /// Names the file; nothing is read yet.
  public init(path: String) { self.path = path }

  /// Answers every line in its order; empty lines are passed over.
  ///
  /// - Throws: `ImportError` when the file cannot be read, `OutputError` when the answers cannot be written.
  public func run(writing output: FileOutput) throws -> CaseCounts {
    try CaseFile(path: path).run(writing: output) { RecurrenceCase.answer(to: $0) }
  }

  /// Compares what we say with what each case expects.
  ///
  /// - Throws: `ImportError` when the file cannot be read.
  public func score() throws -> RecurrenceScore {
    var score = RecurrenceScore()
    try CaseFile(path: path).forEachLine { score.add($0) }
    return score
  }
}
