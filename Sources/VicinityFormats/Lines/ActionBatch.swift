import CivilTime
import CodedErrors
import Streams
import Vicinity

/// Performs actions written one JSON object per line.
///
/// Lines whose action was performed.
public struct ActionBatch: Sendable {
  private let catalog: Catalog
  private let message: @Sendable (any Error) -> String
  private let clock: @Sendable () -> Instant

  /// The counts of a run of single lines.
  public struct Counts: Hashable, Sendable {
    /// Lines whose action was performed.
    public var done = 0
    /// Lines that became error lines.
    public var failed = 0
  }

  /// Makes a batch.
  /// - Parameters:
  ///   - catalog: open for writing.
  ///   - message: the text of an error.
  ///   - clock: the time of the actions.
  public init(
    catalog: Catalog, message: @escaping @Sendable (any Error) -> String = { "\($0)" },
    clock: @escaping @Sendable () -> Instant
  ) {
    self.catalog = catalog
    self.message = message
    self.clock = clock
  }

  /// Performs all lines or none, and writes one line for each after the commit.
  ///
  /// - Throws: `ActionBatchFailure` for malformed lines, or for the line whose action fails; `InputError`,
  ///   `OutputError`.
  public func runTogether(reading input: Int32, writing output: FileOutput) throws -> Counts {
    var actions: [Action] = []
    var lines: [Int] = []
    var errors: [ActionBatchFailure.Line] = []
    try Self.forEachLine(of: input) { form, number in
      do {
        actions.append(try Self.action(form))
        lines.append(number)
      } catch { errors.append(line(number, error)) }
    }
    guard errors.isEmpty else { throw ActionBatchFailure(lines: errors) }
    let outcomes: [ActionOutcome]
    do { outcomes = try catalog.perform(all: actions, at: clock()) } catch let failure as ActionFailure {
      throw ActionBatchFailure(lines: [line(lines[failure.index], failure.error)])
    }
    try output.write(outcomes.reduce(into: JSONWriter()) { $0.line($1.json) }.bytes)
    return Counts(done: outcomes.count)
  }

  /// Performs the lines one by one, each in its own transaction, and writes the result of each once it is on disk.
  ///
  /// Lines that arrive together share one sync, so a slow disk does not delay every line.
  /// - Throws: `InputError`, `OutputError`; `CatalogError.notOnDisk` before the affected lines are written.
  public func runEach(reading input: Int32, writing output: FileOutput) throws -> Counts {
    var counts = Counts()
    try Self.forEachBlock(of: input) { block in
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
            json.object { $0.error(code: errorCode(of: error), message: message(error), line: number) }
            json.newline()
            counts.failed += 1
          }
        }
        // Once a commit is on disk, so are all earlier ones.
        try latest?.waitForDisk()
        try output.write(json.bytes)
      }
    }
    return counts
  }

  /// The number of lines that share one sync: few enough that the first of them is reported soon.
  private static let linesPerSync = 64

  private func line(_ number: Int, _ error: any Error) -> ActionBatchFailure.Line {
    ActionBatchFailure.Line(number: number, code: errorCode(of: error), message: message(error))
  }

  /// The actions of all lines in their JSON form, checked and not performed.
  ///
  /// - Throws: `ActionBatchFailure` for lines that are no actions; `InputError`.
  package static func forms(
    reading input: Int32, message: (any Error) -> String
  ) throws -> [JSONValue] {
    var (forms, errors) = ([JSONValue](), [ActionBatchFailure.Line]())
    try forEachLine(of: input) { form, number in
      do {
        _ = try action(form)
        forms.append(try form.get())
      } catch {
        errors.append(ActionBatchFailure.Line(number: number, code: errorCode(of: error), message: message(error)))
      }
    }
    guard errors.isEmpty else { throw ActionBatchFailure(lines: errors) }
    return forms
  }

  private static func action(_ form: Result<JSONValue, any Error>) throws -> Action { try Action(json: form.get()) }

  private typealias Line = (form: Result<JSONValue, any Error>, number: Int)

  private static func forEachLine(of input: Int32, _ body: (Result<JSONValue, any Error>, Int) throws -> Void) throws {
    try forEachBlock(of: input) { for line in $0 { try body(line.form, line.number) } }
  }

  /// Passes on the lines that arrive together.
  private static func forEachBlock(of input: Int32, _ body: ([Line]) throws -> Void) throws {
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
  /// The elements in order, in chunks of a given size.
  fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}

/// The lines that prevented the whole batch.
public struct ActionBatchFailure: CodedError {
  /// A line with its error.
  public struct Line: Hashable, Sendable {
    /// From 1.
    public var number: Int
    /// A stable identifier of the error.
    public var code: String
    /// The error.
    public var message: String
  }

  /// The lines with errors, in order.
  public var lines: [Line]
}

extension ActionBatchFailure {
  /// Stable, for programs.
  public var code: String { "bad-lines" }

  /// Performed one by one, only these lines fail.
  public var remedy: Remedy? { .performSingly }

  /// The first lines with errors.
  public var description: String {
    let shown = lines.prefix(10).map { "line \($0.number): \($0.message)" }
    let more = lines.count > shown.count ? ["and \(lines.count - shown.count) more"] : []
    return (shown + more + ["Nothing was done."]).joined(separator: "\n")
  }
}

/// A line that exceeds the maximum length.
private struct LineTooLong: CodedError {
  let code = "line-too-long"

  var description: String { "the line is longer than \(LineBlockReader.longestLine) bytes; write one action per line" }
}

extension JSONWriter {
  /// Writes a value on its own line.
  fileprivate mutating func line(_ value: JSONValue) {
    self.value(value)
    newline()
  }
}
