/// Answers a stream of queries and plans, one JSON object per line, with one line each in the same order.
///
/// Queries run on several threads. A line that is not a query, or whose query fails, becomes an error line with its
/// number, and the run goes on. Blank lines are passed over. Memory depends on the size of single answers, not on their
/// number.
public struct Batch: Sendable {
  /// Appends the answer to one line, and its line feed; what it throws becomes an error line with the id.
  typealias Answering =
    @Sendable (
      _ form: JSONValue, _ now: Instant, _ series: inout AnswerSeries, _ json: inout JSONWriter
    ) throws -> Void

  private let catalog: Catalog
  private let answering: Answering
  private let threads: Int
  private let clock: @Sendable () -> Instant

  /// How a run went.
  public struct Counts: Hashable, Sendable {
    /// Queries that were answered.
    public var answered = 0
    /// Lines that became error lines.
    public var failed = 0
    /// Whether the run ended early because nobody read the answers any more.
    public var isCutOff = false
  }

  /// Makes a batch.
  ///
  /// - Parameters:
  ///   - threads: how many queries are answered at a time; at least 1.
  ///   - clock: what `now` means in queries that do not say it; asked once for each few queries.
  public init(catalog: Catalog, threads: Int, clock: @escaping @Sendable () -> Instant) {
    self.init(catalog: catalog, threads: threads, clock: clock) { form, now, series, json in
      if let plan = form.object?["plan"] {
        series.giveBack()
        try PlanLine(plan, of: form).write(catalog, at: now, to: &json)
      } else {
        AnswerLine.write(try series.answer(try Query(json: form), at: now), to: &json)
      }
    }
  }

  init(
    catalog: Catalog, threads: Int, clock: @escaping @Sendable () -> Instant, answering: @escaping Answering
  ) {
    self.catalog = catalog
    self.answering = answering
    self.threads = max(1, threads)
    self.clock = clock
  }

  /// Reads queries until the input ends and writes their answers.
  ///
  /// - Parameters:
  ///   - input: an open file, terminal or pipe.
  ///   - output: where the answer lines go; when it is closed early the run ends without an error.
  /// - Throws: `BatchError` when the input cannot be read, `OutputError` when the output cannot be written.
  public func run(reading input: Int32, writing output: FileOutput) throws -> Counts {
    let tally = Tally()
    let pipeline = OrderedPipeline<LineBlock, BlockAnswer>(capacity: 4 * threads + 2, work: answer) { result in
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

  /// The answer lines of one block.
  private struct BlockAnswer: Sendable {
    var bytes: [UInt8] = []
    var answered = 0
    var failed = 0
  }

  private func answer(_ block: LineBlock) -> BlockAnswer {
    let now = clock()
    var json = JSONWriter(reservingCapacity: 4 * block.bytes.count)
    var result = BlockAnswer()
    var series = catalog.answerSeries()
    block.forEachLine { line, number in
      // What is left of a line that is too long may be blank; the line is not.
      guard block.isOverlong || line.contains(where: { $0 > 0x20 }) else { return }
      let isAnswered =
        block.isOverlong
        ? refuse(number, &json) : answer(line, number: number, now: now, from: &series, to: &json)
      if isAnswered { result.answered += 1 } else { result.failed += 1 }
    }
    result.bytes = json.bytes
    return result
  }

  /// Writes the answer to one line; false when it is an error line.
  private func answer(
    _ line: UnsafeBufferPointer<UInt8>, number: Int, now: Instant, from series: inout AnswerSeries,
    to json: inout JSONWriter
  ) -> Bool {
    var form: JSONValue?
    do {
      let parsed = try JSONParser.parse(line)
      form = parsed
      try answering(parsed, now, &series, &json)
      return true
    } catch {
      let id = form?.object?["id"].flatMap(Query.id)
      let fault = LineFault(error)
      AnswerLine.writeError(code: fault.code, message: fault.message, line: number, id: id, to: &json)
      return false
    }
  }

  private func refuse(_ number: Int, _ json: inout JSONWriter) -> Bool {
    let limit = LineBlockReader.longestLine
    let message = "the line is longer than \(limit) bytes; write one query per line"
    AnswerLine.writeError(code: "line-too-long", message: message, line: number, id: nil, to: &json)
    return false
  }
}

/// The code and message of an error line.
private struct LineFault {
  let code: String
  let message: String

  init(_ error: any Error) {
    switch error {
    case let error as QueryError: (code, message) = (error.code, error.description)
    case let error as JSONSyntaxError: (code, message) = (QueryError.notJSON(error).code, error.description)
    case let error as GazetteerError: (code, message) = (error.code, error.description)
    case CatalogError.unknownListing: (code, message) = ("unknown-listing", "\(error)")
    case CatalogError.unsuitable: (code, message) = ("unsuitable", "\(error)")
    default: (code, message) = ("failed", "\(error)")
    }
  }
}
