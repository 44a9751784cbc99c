import CivilTime
import CodedErrors
import Streams
import Vicinity

/// Answers a stream of queries and other requests, one JSON object per line, with one line each in the same order.
///
/// Queries run on several threads. A line that is not a query, or whose query fails or is too expensive, produces an
/// error line with its number, and the run continues. Blank lines are skipped. Memory depends on the size of single
/// answers, not on their number.
public struct Batch: Sendable {
  /// Appends the answer to one line, and its line feed; errors become an error line with the id.
  typealias Answering =
    @Sendable (
      _ form: JSONValue, _ now: Instant, _ series: inout AnswerSeries, _ lines: inout AnswerLines
    ) throws -> Void

  let catalog: Catalog
  private let answering: Answering
  private let threads: Int
  let budget: WorkBudget
  private let message: @Sendable (any Error) -> String
  private let rows: MatchRows?
  private let isNumbered: Bool
  let clock: @Sendable () -> Instant

  /// The counts of a run.
  public struct Counts: Hashable, Sendable {
    /// Queries that were answered.
    public var answered = 0
    /// Lines that became error lines.
    public var failed = 0
    /// Whether the run ended early because the output was closed.
    public var isCutOff = false
  }

  /// Makes a batch.
  ///
  /// - Parameters:
  ///   - catalog: the catalog to query.
  ///   - threads: the number of queries answered in parallel, 1 to `Batch.mostThreads`.
  ///   - budget: the maximum cost of one line.
  ///   - rows: writes a row for each match instead of a line for each answer.
  ///   - isNumbered: whether each line begins with a number and a tab, and its answer with the same. The number is
  ///     that of the line in error messages. For answers only, not for rows.
  ///   - message: the text of an error line.
  ///   - clock: the `now` of queries without one; read once for each few queries.
  public init(
    catalog: Catalog, threads: Int, budget: WorkBudget = .usual, rows: MatchRows? = nil, isNumbered: Bool = false,
    message: @escaping @Sendable (any Error) -> String = { "\($0)" }, clock: @escaping @Sendable () -> Instant
  ) {
    guard let rows else {
      self.init(
        catalog: catalog, threads: threads, budget: budget, message: message, clock: clock, isNumbered: isNumbered,
        kinds: LineKind.all, checking: { _ in })
      return
    }
    self.init(catalog: catalog, threads: threads, budget: budget, message: message, clock: clock, as: rows) {
      form, now, series, lines in
      if let kind = LineKind.all.first(where: { form.object?[$0.key] != nil }) {
        throw QueryError.conflict("\(kind.key) has no rows; JSON Lines have its answer")
      }
      var query = try Query(json: form)
      try rows.prepare(&query)
      try series.write(query, at: now, to: &lines)
    }
  }

  /// Makes a batch of a shard, which writes for each query what its own tiles contribute to the answer of all shards;
  /// see `PartialLines`.
  package init(
    partOf catalog: Catalog, threads: Int, budget: WorkBudget = .usual, isNumbered: Bool = false,
    message: @escaping @Sendable (any Error) -> String = { "\($0)" }, clock: @escaping @Sendable () -> Instant
  ) {
    self.init(
      catalog: catalog, threads: threads, budget: budget, message: message, clock: clock, isNumbered: isNumbered
    ) { form, now, series, lines in
      try PartialLines.write(form, catalog, at: now, within: series.budget, to: &lines)
    }
  }

  /// Makes a batch that refuses some lines.
  ///
  /// - Parameters:
  ///   - caller: the member who sends the queries, for queries that name none.
  ///   - kinds: the kinds of lines that are answered beside queries.
  ///   - check: throws for a line that must not be answered.
  package init(
    catalog: Catalog, threads: Int, budget: WorkBudget, message: @escaping @Sendable (any Error) -> String,
    clock: @escaping @Sendable () -> Instant, for caller: String? = nil, isNumbered: Bool = false,
    kinds: [LineKind] = LineKind.common, checking check: @escaping @Sendable (JSONValue) throws -> Void
  ) {
    self.init(
      catalog: catalog, threads: threads, budget: budget, message: message, clock: clock, isNumbered: isNumbered
    ) { form, now, series, lines in
      try check(form)
      if let object = form.object, let kind = kinds.first(where: { object[$0.key] != nil }) {
        try kind.answer(form, object[kind.key] ?? .null, catalog, now, &series, &lines)
      } else {
        var query = try Query(json: form)
        if query.caller == nil { query.caller = caller }
        try series.write(query, at: now, to: &lines)
      }
    }
  }

  init(
    catalog: Catalog, threads: Int, budget: WorkBudget, message: @escaping @Sendable (any Error) -> String,
    clock: @escaping @Sendable () -> Instant, as rows: MatchRows? = nil, isNumbered: Bool = false,
    answering: @escaping Answering
  ) {
    (self.catalog, self.rows, self.isNumbered) = (catalog, rows, isNumbered)
    self.answering = answering
    self.threads = min(max(1, threads), Self.mostThreads)
    self.budget = budget
    self.message = message
    self.clock = clock
  }

  /// More threads than any current machine has cores.
  public static let mostThreads = 1024

  /// Reads queries until the input ends and writes their answers.
  ///
  /// - Parameters:
  ///   - input: an open file, terminal or pipe.
  ///   - output: the destination of the answer lines; if it is closed early the run ends without an error.
  /// - Throws: `InputError` when the input cannot be read, `OutputError` when the output cannot be written.
  public func run(reading input: Int32, writing output: FileOutput) throws -> Counts {
    let tally = RunCounts()
    let pipeline = OrderedPipeline(capacity: 4 * threads + 2, work: answer) { (result: BlockAnswer) in
      try output.write(result.bytes)
      tally.add(answered: result.answered, failed: result.failed)
    }
    var reader = LineBlockReader(fileDescriptor: input)
    do {
      try pipeline.run(threads: threads) { try reader.next { pipeline.hasFailed } }
    } catch OutputError.closedPipe {
      tally.cutOff()
    }
    return tally.counts
  }

  /// The answer lines of a block, or of some of its lines.
  private struct BlockAnswer: Sendable {
    var bytes: [UInt8] = []
    var answered = 0
    var failed = 0
  }

  /// This number of bytes is delivered before the block is done, once it is next in order.
  private static let mostWaiting = 1 << 20

  private func answer(
    _ block: LineBlock, handingOn handOn: (BlockAnswer) -> Bool
  ) -> BlockAnswer {
    let now = clock()
    var lines = AnswerLines(reservingCapacity: 4 * block.bytes.count, as: rows)
    var result = BlockAnswer()
    var series = catalog.answerSeries(within: budget)
    block.forEachLine { line, number in
      // The kept part of a too long line may be blank, although the line is not.
      guard block.isOverlong || !LineBlock.isBlank(line) else { return true }
      var (text, number) = (line, number)
      if isNumbered {
        guard let numbered = NumberedLine(line) else {
          lines.beginLine(numbered: number)
          lines.fail(code: "not-numbered", message: NumberedLine.problem, line: number)
          result.failed += 1
          return true
        }
        (text, number) = (numbered.text, numbered.number)
        guard block.isOverlong || !LineBlock.isBlank(text) else { return true }
      }
      lines.beginLine(numbered: isNumbered ? number : nil)
      let isAnswered =
        block.isOverlong
        ? refuse(number, &lines) : answer(text, number: number, now: now, from: &series, to: &lines)
      if isAnswered { result.answered += 1 } else { result.failed += 1 }
      guard lines.json.count >= Self.mostWaiting else { return true }
      result.bytes = lines.json.take()
      defer { result = BlockAnswer() }
      return handOn(result)
    }
    result.bytes = lines.json.take()
    return result
  }

  /// Writes the answer to one line; false when it is an error line.
  func answer(
    _ line: UnsafeBufferPointer<UInt8>, number: Int, now: Instant, from series: inout AnswerSeries,
    to lines: inout AnswerLines
  ) -> Bool {
    var form: JSONValue?
    do {
      let parsed = try JSONParser.parse(line)
      form = parsed
      try answering(parsed, now, &series, &lines)
      guard lines.byteCount <= budget.bytes else { throw TooExpensive(part: .bytes, limit: budget.bytes) }
      return true
    } catch {
      // Part of the answer may have been written.
      lines.restart()
      let id = form?.object?["id"].flatMap(Query.id).flatMap { $0.utf8.count <= QueryLimits.longestId ? $0 : nil }
      lines.fail(
        code: errorCode(of: error), message: message(error), line: number, id: id, shard: (error as? BeyondShard)?.file)
      return false
    }
  }

  func refuse(_ number: Int, _ lines: inout AnswerLines) -> Bool {
    let limit = LineBlockReader.longestLine
    let message = "the line is longer than \(limit) bytes; write one query per line"
    lines.fail(code: "line-too-long", message: message, line: number)
    return false
  }
}

/// The code of an error line: `failed` for what has none.
func errorCode(of error: any Error) -> String { (error as? any CodedError)?.code ?? "failed" }
