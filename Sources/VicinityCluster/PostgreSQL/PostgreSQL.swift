import CPostgreSQL
import Foundation

/// A connection to PostgreSQL, whose calls have time limits on this side: a limit of the server would also end the wait
/// of a commit for its standby, and so make an entry visible that may be lost.
///
/// For one thread at a time. After an error other than `refused` it is closed.
final class PostgreSQL {
  private var handle: OpaquePointer?
  private var prepared: [String: String] = [:]

  /// Seconds for each host of the address.
  private static let connectSeconds = 2

  /// - Parameters:
  ///   - url: as libpq reads it, maybe with several hosts; one that can be written is chosen
  ///     (https://www.postgresql.org/docs/15/libpq-connect.html).
  ///   - name: what `pg_stat_activity` shows.
  ///   - host: this one of them only; nil for any.
  /// - Throws: `PostgreSQLError.unreachable`.
  /// - Complexity: waits for at most two seconds for each host.
  init(_ url: String, name: String, host: Host? = nil) throws(PostgreSQLError) {
    // The first ones are defaults, which the address may override; the later ones override it.
    let settings: [(String, String)] =
      [
        ("connect_timeout", "\(Self.connectSeconds)"), ("target_session_attrs", "read-write"),
        ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
        ("application_name", name), ("dbname", url), ("client_encoding", "UTF8"),
      ] + (host?.settings ?? [])
    let opened = Self.withCStrings(settings.map(\.0)) { names in
      Self.withCStrings(settings.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
    guard let opened else { throw .unreachable(reason: "libpq is out of memory") }
    guard PQstatus(opened) == CONNECTION_OK else {
      defer { PQfinish(opened) }
      throw .unreachable(reason: Self.message(of: opened))
    }
    PQsetnonblocking(opened, 1)
    // Warnings and notices would go to standard error.
    PQsetNoticeProcessor(opened, { _, _ in }, nil)
    handle = opened
  }

  deinit { close() }

  func close() {
    if let handle { PQfinish(handle) }
    handle = nil
  }

  var isOpen: Bool { handle != nil }

  /// The host and port of the connection.
  var host: String {
    guard let handle else { return "PostgreSQL" }
    let name = PQhost(handle).map { String(cString: $0) } ?? ""
    return "\(name):\(PQport(handle).map { String(cString: $0) } ?? "")"
  }

  /// A parameter of a statement.
  enum Value {
    case int(Int64)
    case text(String)
    case bytes([UInt8])
    case null
  }

  /// Runs one statement, and returns its rows, in binary form.
  ///
  /// - Parameter seconds: how long to wait for the answer; then the connection is closed, and the server may still run
  ///   the statement.
  func rows(_ sql: String, _ values: [Value] = [], within seconds: Double = 5) throws(PostgreSQLError) -> [Row] {
    let deadline = ContinuousClock.now + .seconds(seconds)
    let name: String
    if let known = prepared[sql] {
      name = known
    } else {
      name = "s\(prepared.count)"
      _ = try sent(deadline, seconds) { PQsendPrepare($0, name, sql, 0, nil) }
      prepared[sql] = name
    }
    let texts: [[UInt8]?] = values.map {
      switch $0 {
      case .int(let number): Array("\(number)".utf8) + [0]
      case .text(let text): Array(text.utf8) + [0]
      case .bytes(let bytes): bytes
      case .null: nil
      }
    }
    let formats: [Int32] = values.map { if case .bytes = $0 { 1 } else { 0 } }
    let lengths: [Int32] = texts.map { Int32($0?.count ?? 0) }
    return try sent(deadline, seconds) { handle in
      Self.withPointers(texts) { pointers in
        PQsendQueryPrepared(handle, name, Int32(values.count), pointers, lengths, formats, 1)
      }
    }
  }

  /// Runs several statements without parameters, as one transaction.
  func run(_ sql: String, within seconds: Double = 5) throws(PostgreSQLError) {
    let deadline = ContinuousClock.now + .seconds(seconds)
    _ = try sent(deadline, seconds) { PQsendQuery($0, sql) }
  }

  /// Waits until another session has sent a notification, or something else must be looked at.
  /// - Throws: `PostgreSQLError.unreachable`.
  func waitForNotification(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
    guard let handle else { throw .unreachable(reason: "the connection is closed") }
    while true {
      guard PQconsumeInput(handle) == 1 else { throw lost(handle) }
      var isSome = false
      while let notification = PQnotifies(handle) {
        PQfreemem(notification)
        isSome = true
      }
      if isSome { return }
      guard Self.wait(handle, forWriting: false, until: deadline) else { return }
    }
  }

  // MARK: Sending

  private func sent(
    _ deadline: ContinuousClock.Instant, _ seconds: Double, _ send: (OpaquePointer) -> Int32
  ) throws(PostgreSQLError) -> [Row] {
    guard let handle else { throw .unreachable(reason: "the connection is closed") }
    guard send(handle) == 1 else { throw lost(handle) }
    while true {
      let flushed = PQflush(handle)
      guard flushed >= 0 else { throw lost(handle) }
      if flushed == 0 { break }
      guard Self.wait(handle, forWriting: true, until: deadline) else { throw late(seconds) }
      guard PQconsumeInput(handle) == 1 else { throw lost(handle) }
    }
    var rows: [Row] = []
    var failure: PostgreSQLError?
    while true {
      while PQisBusy(handle) == 1 {
        guard Self.wait(handle, forWriting: false, until: deadline) else { throw late(seconds) }
        guard PQconsumeInput(handle) == 1 else { throw lost(handle) }
      }
      guard let result = PQgetResult(handle) else { break }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK: rows = (0..<PQntuples(result)).map { Row(result, $0) }
      case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
      default: failure = failure ?? Self.failure(result, handle)
      }
    }
    guard let failure else { return rows }
    if failure.isInDoubt { close() }
    throw failure
  }

  private func late(_ seconds: Double) -> PostgreSQLError {
    close()
    return .late(seconds: seconds)
  }

  private func lost(_ handle: OpaquePointer) -> PostgreSQLError {
    defer { close() }
    return .unreachable(reason: Self.message(of: handle))
  }

  /// An error of the server ends its transaction. A fatal one, which ends the connection, may come after a commit: the
  /// server ends the wait for its standby when it is stopped.
  private static func failure(_ result: OpaquePointer, _ handle: OpaquePointer) -> PostgreSQLError {
    func field(_ code: Character) -> String {
      PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
    }
    let message = field("M")
    guard field("V") == "ERROR", PQstatus(handle) == CONNECTION_OK else {
      return .unreachable(reason: message.isEmpty ? Self.message(of: handle) : message)
    }
    return .refused(state: field("C"), message: message)
  }

  /// Waits for the socket.
  /// - Returns: false at the deadline.
  private static func wait(
    _ handle: OpaquePointer, forWriting: Bool, until deadline: ContinuousClock.Instant
  ) -> Bool {
    while true {
      let left = deadline - .now
      guard left > .zero else { return false }
      let (seconds, attoseconds) = left.components
      let milliseconds = min(seconds, 3600) * 1000 + attoseconds / 1_000_000_000_000_000 + 1
      let events = Int16(POLLIN) | (forWriting ? Int16(POLLOUT) : 0)
      var polled = pollfd(fd: PQsocket(handle), events: events, revents: 0)
      let count = poll(&polled, 1, Int32(milliseconds))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return true }
    }
  }

  private static func message(of handle: OpaquePointer) -> String {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    return text.split(separator: "\n").joined(separator: "; ")
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
    return pointers.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("the list has at least its end") }
      return body(start)
    }
  }

  private static func withPointers<Result>(
    _ bytes: [[UInt8]?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    var pointers: [UnsafePointer<CChar>?] = []
    func next(_ rest: ArraySlice<[UInt8]?>) -> Result {
      guard let first = rest.first else { return body(pointers) }
      guard let first else {
        pointers.append(nil)
        return next(rest.dropFirst())
      }
      // An empty array may have no address, which would be NULL.
      return (first.isEmpty ? [0] : first).withUnsafeBytes { buffer in
        pointers.append(buffer.baseAddress?.assumingMemoryBound(to: CChar.self))
        return next(rest.dropFirst())
      }
    }
    return next(bytes[...])
  }
}

extension PostgreSQL {
  /// One host of an address.
  struct Host {
    /// Its parts of the address, by their names.
    let settings: [(String, String)]

    /// The hosts of an address that has several; none for others, and for lists that do not match, which libpq reports.
    static func all(of url: String) -> [Host] {
      guard let options = PQconninfoParse(url, nil) else { return [] }
      defer { PQconninfoFree(options) }
      var lists: [String: [String]] = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        let name = String(cString: keyword)
        if let value = option.pointee.val.map({ String(cString: $0) }) ?? fromEnvironment(name) {
          lists[name] = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        option += 1
      }
      let names = ["host", "hostaddr"].filter { lists[$0] != nil }
      let count = names.compactMap { lists[$0]?.count }.max() ?? 0
      var ports = lists["port"] ?? [""]
      // One port may be for all hosts.
      if ports.count == 1 { ports = Array(repeating: ports[0], count: count) }
      guard count > 1, ports.count == count,
        names.allSatisfy({ lists[$0]?.count == count && lists[$0]?.contains("") == false })
      else { return [] }
      return (0..<count).map { number in
        // libpq ignores an empty value, and would take the list.
        let port = ports[number].isEmpty ? fromEnvironment("port") ?? "5432" : ports[number]
        return Host(settings: names.compactMap { name in lists[name].map { (name, $0[number]) } } + [("port", port)])
      }
    }

    /// What libpq takes for an option that is not in the address.
    private static func fromEnvironment(_ name: String) -> String? {
      guard ["host", "hostaddr", "port"].contains(name),
        let value = ProcessInfo.processInfo.environment["PG" + name.uppercased()], !value.isEmpty
      else { return nil }
      return value
    }
  }

  /// A row of an answer, with columns from 0.
  struct Row {
    private let columns: [[UInt8]?]

    fileprivate init(_ result: OpaquePointer, _ row: Int32) {
      columns = (0..<PQnfields(result)).map { column in
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        let start = UnsafeRawPointer(PQgetvalue(result, row, column))
        return Array(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column))))
      }
    }

    /// An integer of two, four or eight bytes, or a truth value; 0 for NULL.
    func int(_ column: Int) -> Int64 {
      guard let bytes = columns[column], let first = bytes.first else { return 0 }
      return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }
    func bool(_ column: Int) -> Bool { int(column) != 0 }
    func text(_ column: Int) -> String? { columns[column].map { String(decoding: $0, as: UTF8.self) } }
    func bytes(_ column: Int) -> [UInt8] { columns[column] ?? [] }
  }
}
