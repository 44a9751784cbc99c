import CodedErrors
import Streams

/// A file with signals of another system.
///
/// JSON Lines, or lines of member, tab, listing, tab, visits; plain or gzipped.
public struct SignalImport: Sendable {
  /// The result of importing a file.
  public struct Report: Hashable, Sendable {
    /// Signals about listings that were stored.
    public var signals = 0
    /// Friendships that were stored.
    public var friendships = 0
  }

  /// The errors of a file; nothing was stored.
  public struct Failure: CodedError {
    /// The errors with their lines, in the order of the file.
    public var problems: [String]
    /// The total number of errors.
    public var count: Int

    /// Stable, for programs.
    public var code: String { "bad-lines" }

    /// The errors, one per line.
    public var description: String {
      let more = count > problems.count ? "\nand \(count - problems.count) more." : ""
      return problems.joined(separator: "\n") + more + "\nNothing was imported; correct the file and import it again."
    }
  }

  private static let mostShown = 20
  private let path: String
  private let form: Form

  /// The columns of a table.
  public enum Form: Hashable, Sendable {
    /// Member, listing, visits.
    case visits
    /// Member, member.
    case friends
  }

  /// Makes an import of one file.
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - form: the columns if it is a table.
  public init(path: String, form: Form = .visits) { (self.path, self.form) = (path, form) }

  /// Opens the file.
  /// - Throws: `ImportError` when it cannot be read.
  fileprivate func open() throws -> InputBuffer {
    let buffer = try InputBuffer(try ByteSource(path: path))
    try buffer.fill(atLeast: 1)
    return buffer
  }

  /// Writes the contents of the open file, inside a transaction.
  /// - Throws: `Failure` with the errors of the lines.
  fileprivate func write(_ buffer: InputBuffer, with statements: PreparedStatements) throws -> Report {
    let first = buffer.bytes.first { $0 > 0x20 }
    var sink = SignalSink(statements)
    let isJSON = first == UInt8(ascii: "{") || first == 0x1E
    if isJSON { try readJSON(buffer, &sink) } else { try readTable(buffer, &sink) }
    guard sink.problemCount == 0 else { throw Failure(problems: sink.problems, count: sink.problemCount) }
    return sink.report
  }

  private func readJSON(_ buffer: InputBuffer, _ sink: inout SignalSink) throws {
    let lines = JSONLines(buffer)
    while let element = try lines.next() {
      try keep(line: element.line, &sink) { try ImportedSignal(json: try element.value.get()) }
    }
  }

  private func readTable(_ buffer: InputBuffer, _ sink: inout SignalSink) throws {
    let lines = LineReader(buffer)
    while let line = try lines.next() {
      guard !JSONLines.isBlank(line) else { continue }
      let fields = TextDecoding.text(line).text.split(separator: "\t", omittingEmptySubsequences: false)
      try keep(line: lines.lineNumber, &sink) {
        guard let signal = ImportedSignal(fields: fields, form) else { throw MalformedLine(form: form) }
        return signal
      }
    }
  }

  private struct MalformedLine: Error, CustomStringConvertible {
    let form: Form
    var description: String {
      let fields = form == .friends ? "two members" : "member, listing and number of visits"
      return "a line needs \(fields) with a tab between, or is a JSON object"
    }
  }

  private func keep(line: Int, _ sink: inout SignalSink, _ read: () throws -> ImportedSignal) throws {
    do { try sink.keep(try read()) } catch let failure as SQLiteFailure { throw failure } catch {
      sink.problemCount += 1
      if sink.problems.count < Self.mostShown { sink.problems.append("\(path):\(line): \(error)") }
    }
  }
}

extension Catalog {
  /// The result of an import of signals and everything imported with them.
  public struct SignalsReport: Hashable, Sendable {
    /// The report of each file, in order.
    public var files: [SignalImport.Report] = []
    /// The rebuilt affinities; nil when they are unchanged.
    public var build: RecommendationReport?
    /// The time the build took.
    public var buildTime = Duration.zero
  }

  /// Imports files of signals and rebuilds the affinities, all in one transaction.
  ///
  /// A repeated signal (same member, listing, kind and time) replaces the earlier one.
  /// - Parameters:
  ///   - files: in the order in which they are read.
  ///   - places: listings to save first, with the source `places`.
  ///   - threads: the number of threads that rebuild the affinities; nil leaves them unchanged.
  ///   - settings: the numbers behind the affinities.
  /// - Throws: `SignalImport.Failure` with the errors of a file, `ImportError` when one cannot be read, `CatalogError`
  ///   for the places, `SQLiteFailure`; nothing is changed then.
  @discardableResult
  public func importSignals(
    _ files: [SignalImport], places: [Listing] = [], rebuildingWith threads: Int?,
    settings: RecommendationSettings = .init()
  ) throws -> SignalsReport {
    let opened = try files.map { ($0, try $0.open()) }
    return try writing().loadTransaction(.small) { statements in
      var saved = CatalogChange.Extent.listings()
      if !places.isEmpty {
        let load = BulkLoad(statements, source: "places")
        load.areas = areas
        try load.stage(places)
        _ = try load.finish { _, _ in }
        saved = .init(load.changed)
      }
      var report = SignalsReport()
      report.files = try opened.map { file, buffer in try file.write(buffer, with: statements) }
      guard let threads else { return (report: report, saved: saved) }
      let began = ContinuousClock.now
      report.build = RecommendationReport(
        try RecommendationBuild(settings: settings, threads: max(1, threads)).run(with: statements))
      report.buildTime = began.duration(to: .now)
      return (report: report, saved: saved)
    } committed: {
      if $0.saved != .listings() { feed.notify([CatalogChange(.imported, extent: $0.saved)]) }
    }.report
  }
}

/// Writes signals, looking up every listing once.
private struct SignalSink {
  private let statements: PreparedStatements
  private var rows: [String: Int] = [:]
  var report = SignalImport.Report()
  var problemCount = 0
  var problems: [String] = []

  init(_ statements: PreparedStatements) { self.statements = statements }

  mutating func keep(_ signal: ImportedSignal) throws {
    switch signal {
    case .interaction(let listing, let member, let kind, let value, let at):
      try statements.run(
        """
        INSERT INTO signal (member, fid, kind, value, at) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (member, fid, kind, coalesce(at, '')) DO UPDATE SET value = excluded.value
        """, member, try row(of: listing), kind.rawValue, value, at)
      report.signals += 1
    case .friendship(let member, let friend):
      guard member != friend else { return }
      for (one, other) in [(member, friend), (friend, member)] {
        try statements.run("INSERT OR IGNORE INTO friendship (member, friend) VALUES (?1, ?2)", one, other)
      }
      report.friendships += 1
    }
  }

  private mutating func row(of listing: String) throws -> Int {
    if let row = rows[listing] { return row }
    let found = try statements.first("SELECT fid FROM listing WHERE id = ?1", listing) { $0.int(0) }
    guard let found else { throw CatalogError.unknownListing(id: listing, similar: []) }
    rows[listing] = found
    return found
  }
}
