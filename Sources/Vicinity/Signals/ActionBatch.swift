/// Carries out actions written one JSON object per line.
///
/// Either all of them in one transaction, or each in its own, in which case a line that cannot be carried out becomes an error line in its
/// place and the run goes on. Blank lines are passed over.
public struct ActionBatch: Sendable {
  private let catalog: Catalog
  private let clock: @Sendable () -> Instant

  /// How a run of single lines went.
  public struct Counts: Hashable, Sendable {
    /// Lines that were carried out.
    public var done = 0
    /// Lines that became error lines.
    public var failed = 0
  }

  /// Makes a batch.
  /// - Parameter clock: when actions take place.
  public init(catalog: Catalog, clock: @escaping @Sendable () -> Instant) {
    self.catalog = catalog
    self.clock = clock
  }

  /// Carries out all lines or none, and writes one line for each once they are in the file.
  ///
  /// - Throws: `ActionBatchFailure` for lines that cannot be read, or the one that cannot be carried out; `BatchError`, `OutputError`.
  public func runTogether(reading input: Int32, writing output: FileOutput) throws -> Counts {
    var actions: [Action] = []
    var lines: [Int] = []
    var faults: [ActionBatchFailure.Line] = []
    try forEachLine(of: input) { form, number in
      do {
        actions.append(try Self.action(form))
        lines.append(number)
      } catch { faults.append(.init(number: number, error)) }
    }
    guard faults.isEmpty else { throw ActionBatchFailure(lines: faults) }
    let outcomes: [ActionOutcome]
    do { outcomes = try catalog.perform(actions, at: clock()) } catch let failure as ActionFailure {
      throw ActionBatchFailure(lines: [.init(number: lines[failure.index], failure.error)])
    }
    try output.write(outcomes.reduce(into: JSONWriter()) { $0.line($1.json) }.bytes)
    return Counts(done: outcomes.count)
  }

  /// Carries out line by line, each in a transaction of its own, and writes what has come of each as soon as it is in the file.
  ///
  /// - Throws: `BatchError`, `OutputError`.
  public func runEach(reading input: Int32, writing output: FileOutput) throws -> Counts {
    var counts = Counts()
    try forEachLine(of: input) { form, number in
      var json = JSONWriter()
      do {
        json.line(try catalog.perform(try Self.action(form), at: clock()).json)
        counts.done += 1
      } catch {
        let line = ActionBatchFailure.Line(number: number, error)
        AnswerLine.writeError(code: line.code, message: line.message, line: number, id: nil, to: &json)
        counts.failed += 1
      }
      try output.write(json.bytes)
    }
    return counts
  }

  private static func action(_ form: Result<JSONValue, any Error>) throws -> Action { try Action(json: form.get()) }

  private func forEachLine(of input: Int32, _ body: (Result<JSONValue, any Error>, Int) throws -> Void) throws {
    var reader = LineBlockReader(fileDescriptor: input)
    while let block = try reader.next(isStopped: { false }) {
      if block.isOverlong {
        try body(.failure(LineTooLong()), block.firstLine)
        continue
      }
      var forms: [(Result<JSONValue, any Error>, Int)] = []
      block.forEachLine { line, number in
        if !LineBlock.isBlank(line) { forms.append((Result { try JSONParser.parse(line) }, number)) }
        return true
      }
      for (form, number) in forms { try body(form, number) }
    }
  }
}

/// The lines because of which nothing was done.
public struct ActionBatchFailure: Error, Sendable {
  /// A line and what is wrong with it.
  public struct Line: Hashable, Sendable {
    /// From 1.
    public var number: Int
    /// A stable word for the fault.
    public var code: String
    /// What is wrong.
    public var message: String

    init(number: Int, _ error: any Error) {
      self.number = number
      message = "\(error)"
      switch error {
      case let error as QueryError: code = error.code
      case let error as SignalError: code = error.code
      case let error as BookingError: code = error.code
      case let error as CatalogError: code = error.code
      case let error as JSONSyntaxError: code = QueryError.notJSON(error).code
      case is LineTooLong: code = "line-too-long"
      default: code = "failed"
      }
    }
  }

  /// The lines at fault, in order.
  public var lines: [Line]
}

extension ActionBatchFailure: CustomStringConvertible {
  /// The first lines at fault.
  public var description: String {
    let shown = lines.prefix(10).map { "line \($0.number): \($0.message)" }
    let more = lines.count > shown.count ? ["and \(lines.count - shown.count) more"] : []
    return (shown + more + ["Nothing was done; --each carries out the lines that can be."]).joined(separator: "\n")
  }
}

/// A line that nobody can have meant.
private struct LineTooLong: Error, CustomStringConvertible {
  var description: String { "the line is longer than \(LineBlockReader.longestLine) bytes; write one action per line" }
}

extension CatalogError {
  /// A short word for the errors that one line of a batch can cause.
  fileprivate var code: String {
    switch self {
    case .unknownListing: "unknown-listing"
    case .unsuitable: "unsuitable"
    default: "failed"
    }
  }
}

extension JSONWriter {
  /// Writes a value on a line of its own.
  fileprivate mutating func line(_ value: JSONValue) {
    self.value(value)
    newline()
  }
}
