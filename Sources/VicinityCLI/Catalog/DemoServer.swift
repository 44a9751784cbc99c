import CommandSupport
import Foundation
import Streams
import Synchronization

/// The server of the demo: a process of its own, whose log this process reads.
final class DemoServer: Sendable {
  private let state: Mutex<State>
  private let log = Pipe()

  private struct State {
    let process: Process
    var isEnding = false
  }

  /// - Parameters:
  ///   - port: 0 for any free one.
  ///   - now: the instant that it takes for the current time.
  /// - Throws: an error when the program is not installed.
  init(port: UInt16, now: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: try ServerProgram.path(for: "the map"))
    // For one person: the usual number of connections is more than a terminal allows.
    process.arguments = [
      "serve", "--host", "127.0.0.1", "--port", "\(port)", "--now", now, "--max-connections", "256",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardError = log
    state = Mutex(State(process: process))
  }

  /// Has it end, or not start at all. The second call ends it at once.
  @Sendable func end() {
    state.withLock {
      if $0.process.isRunning { kill($0.process.processIdentifier, $0.isEnding ? SIGKILL : SIGTERM) }
      $0.isEnding = true
    }
  }

  /// Starts it, and waits until it ends.
  ///
  /// - Parameter onListening: gets the address once it listens.
  /// - Throws: `ExitStatus.failed` if it ends by itself, after its messages; what `onListening` throws.
  func run(onListening: (String) throws -> Void) throws {
    let isStarted = try state.withLock {
      if !$0.isEnding { try $0.process.run() }
      return !$0.isEnding
    }
    guard isStarted else { return }
    do { try follow(onListening) } catch {
      end()
      wait()
      throw error
    }
    if wait() != 0 { throw ExitStatus.failed }
  }

  /// Reads its log to the end.
  private func follow(_ onListening: (String) throws -> Void) throws {
    var lines = LogLines()
    while case let bytes = log.fileHandleForReading.availableData, !bytes.isEmpty {
      for line in lines.append(bytes) { try report(line, onListening) }
    }
  }

  /// Waits for its end, and returns its exit status.
  @discardableResult
  private func wait() -> Int32 {
    let process = state.withLock { $0.process }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Prints a line of the log unless all is well.
  private func report(_ line: String, _ onListening: (String) throws -> Void) throws {
    // The message of a server that cannot start is text.
    guard line.hasPrefix("{"), let entry = try JSONValue(parsing: line).object else { return Console.say(line) }
    if let url = entry["url"]?.string { return try onListening(url) }
    if ["info", "notice"].contains(entry["level"]?.string) { return }
    Console.sayError(entry["message"]?.string ?? line)
  }
}

/// The lines of text that comes in pieces.
struct LogLines {
  /// Longer lines are cut.
  static let longest = 1 << 16

  private var line: [UInt8] = []

  /// Adds bytes.
  /// - Returns: the lines that end in them.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
      } else if line.count < Self.longest {
        line.append(byte)
      }
    }
    return lines
  }
}

/// What happens on Ctrl-C, on SIGTERM, and when the terminal is closed.
final class DemoEnding {
  private let action: Action
  private let sources: [any DispatchSourceSignal]

  private final class Action: Sendable {
    let body: Mutex<@Sendable () -> Void>

    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }
  }

  /// - Parameter remove: called before the process ends, until there is something else to do.
  init(_ remove: @escaping @Sendable () -> Void) {
    let action = Action {
      remove()
      exit(130)
    }
    self.action = action
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { action.body.withLock { $0 }() }
      source.resume()
      return source
    }
  }

  deinit { sources.forEach { $0.cancel() } }

  /// Replaces what happens.
  func replace(with body: @escaping @Sendable () -> Void) { action.body.withLock { $0 = body } }
}
