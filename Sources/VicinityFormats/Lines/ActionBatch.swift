import CivilTime
import Streams
import Vicinity

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
  /// - Throws: `ActionBatchFailure` for lines that cannot be read, or the one that cannot be carried out; `InputError`, `OutputError`.
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

  /// Carries out line by line, each in a transaction of its own, and writes what has come of it once that is on the
  /// disk.
  ///
  /// The disk is waited for once for all lines that have come together, so a slow disk does not hold up every line.
  /// - Throws: `InputError`, `OutputError`; `CatalogError.notOnDisk`, before the lines are written that it concerns.
  public func runEach(reading input: Int32, writing output: FileOutput) throws -> Counts {
    var counts = Counts()
    try forEachBlock(of: input) { block in
      for group in block.chunks(of: Self.linesPerSync) {
        var json = JSONWriter()
        var latest: CatalogWriter.Pending<ActionOutcome>?
        for (form, number) in group {
          do {
            let pending = try catalog.performPending(try Self.action(form), at: clock())
            latest = pending
            json.line(pending.result.json)
            counts.done += 1
          } catch {
            let line = ActionBatchFailure.Line(number: number, error)
            json.errorLine(code: line.code, message: line.message, line: number)
            counts.failed += 1
          }
        }
        // What is on the disk has all before it there as well.
        try latest?.waitForDisk()
        try output.write(json.bytes)
      }
    }
    return counts
  }

  /// How many lines wait for the disk together: few enough that the first of them is told soon.
  private static let linesPerSync = 64

  private static func action(_ form: Result<JSONValue, any Error>) throws -> Action { try Action(json: form.get()) }

  private typealias Line = (form: Result<JSONValue, any Error>, number: Int)

  private func forEachLine(of input: Int32, _ body: (Result<JSONValue, any Error>, Int) throws -> Void) throws {
    try forEachBlock(of: input) { for line in $0 { try body(line.form, line.number) } }
  }

  /// Hands over the lines that have come together.
  private func forEachBlock(of input: Int32, _ body: ([Line]) throws -> Void) throws {
    var reader = LineBlockReader(fileDescriptor: input)
    while let block = try reader.next(isStopped: { false }) {
      guard !block.isOverlong else {
        try body([(.failure(LineTooLong()), block.firstLine)])
        continue
      }
      var lines: [Line] = []
      block.forEachLine { line, number in
        if !LineBlock.isBlank(line) { lines.append((Result { try JSONParser.parse(line) }, number)) }
        return true
      }
      try body(lines)
    }
  }
}

extension Array {
  /// Its elements in order, so many at a time.
  fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
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
