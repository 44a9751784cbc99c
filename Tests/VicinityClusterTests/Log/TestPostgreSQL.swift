import Foundation
import TestSupport

@testable import VicinityCluster

/// A PostgreSQL in a folder of the test's own.
///
/// It does not run as root, so that its files belong to the user `postgres` then.
final class TestPostgreSQL: @unchecked Sendable {
  let folder: String
  let port: Int
  private var server: Process?

  /// The folder of its programs; nil if it is not installed.
  static let programs: String? = {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let folders = versions.sorted { $0.localizedStandardCompare($1) == .orderedDescending }.map {
      "/usr/lib/postgresql/\($0)/bin"
    }
    return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()

  static var isPresent: Bool { programs != nil }

  /// The one that tests of this process share. It ends with the process.
  static let shared = Result {
    let server = try TestPostgreSQL()
    atexit { TestPostgreSQL.removeShared() }
    return server
  }

  private static func removeShared() {
    guard let server = try? shared.get() else { return }
    server.signal(SIGQUIT)
    // It removes files while it ends.
    for _ in 0..<100 where FileManager.default.fileExists(atPath: "\(server.folder)/data/postmaster.pid") {
      usleep(20_000)
    }
    try? FileManager.default.removeItem(atPath: server.folder)
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-postgresql-\(UUID().uuidString)").path
    port = 20_000 + Int.random(in: 0..<20_000)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0 { try run("/bin/chown", ["postgres", folder]) }
    try run(
      "\(Self.programs ?? "")/initdb", ["-D", "\(folder)/data", "-A", "trust", "-U", "vicinity", "--no-sync"],
      asOther: true)
    try start()
  }

  deinit {
    stop(signal: SIGQUIT)
    try? FileManager.default.removeItem(atPath: folder)
  }

  var url: String { "postgresql://vicinity@127.0.0.1:\(port)/postgres" }

  func start() throws {
    server = try launch(
      "\(Self.programs ?? "")/postgres",
      [
        "-D", "\(folder)/data", "-p", "\(port)", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
        "-c", "fsync=off", "-c", "shared_buffers=16MB",
      ], asOther: true)
    for _ in 0..<200 {
      if (try? PostgreSQL(url, name: "test")) != nil { return }
      usleep(50_000)
    }
    throw PostgreSQLError.unreachable(reason: "the test's PostgreSQL does not start")
  }

  /// Stops it: SIGINT ends its sessions, SIGQUIT all of it without finishing anything.
  func stop(signal: Int32 = SIGINT) {
    guard let server else { return }
    self.signal(signal)
    server.waitUntilExit()
    self.server = nil
  }

  /// The process that was started is `runuser`, which does not pass signals on.
  private func signal(_ signal: Int32) {
    let number = (try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8))?.split(separator: "\n")
    if let number = number?.first.flatMap({ Int32($0) }) { kill(number, signal) }
  }

  /// A new database of this server.
  func database(_ name: String) throws -> String {
    try PostgreSQL(url, name: "test").run("CREATE DATABASE \(name)")
    return "postgresql://vicinity@127.0.0.1:\(port)/\(name)"
  }

  private func run(_ program: String, _ arguments: [String], asOther: Bool = false) throws {
    let process = try launch(program, arguments, asOther: asOther)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw PostgreSQLError.unreachable(reason: "\(program) fails")
    }
  }

  private func launch(_ program: String, _ arguments: [String], asOther: Bool) throws -> Process {
    let process = Process()
    let isOther = asOther && getuid() == 0
    process.executableURL = URL(fileURLWithPath: isOther ? "/usr/sbin/runuser" : program)
    process.arguments = isOther ? ["-u", "postgres", "--", program] + arguments : arguments
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}
