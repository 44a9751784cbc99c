import Foundation
import Streams
import Synchronization

/// The destination of log lines: a file, which may be moved away and is then reopened, or a standard stream.
public final class LogOutput: Sendable {
  private struct State {
    var file: Int32?
    /// Lines that could not be written since the last one that could.
    var lost = 0
  }

  private let path: String?
  private let state: Mutex<State>

  /// Opens the file or stream.
  ///
  /// - Parameters:
  ///   - path: a file, which is made so that its owner alone may read it; `-` for standard output, nil for standard
  ///     error.
  ///   - name: of the setting.
  /// - Throws: `SettingError` for a file that cannot be written.
  public init(path: String?, name: String) throws {
    self.path = path == "-" ? nil : path
    let file = self.path.map { Self.open($0) } ?? (path == nil ? STDERR_FILENO : STDOUT_FILENO)
    guard file >= 0 else {
      throw SettingError(
        name: name, problem: "\"\(path ?? "")\" cannot be written: \(String(cString: strerror(errno)))")
    }
    state = Mutex(State(file: file))
  }

  deinit { if path != nil, let file = state.withLock({ $0.file }) { close(file) } }

  private static func open(_ path: String) -> Int32 {
    Foundation.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  /// Adds a line. One that cannot be written is left out, and the next one says so.
  public func write(_ line: String) {
    state.withLock { state in
      guard let file = state.file else { return }
      let note = state.lost == 0 ? "" : "{\"message\":\"\(state.lost) lines before could not be written\"}\n"
      do throws(OutputError) {
        try FileOutput(fileDescriptor: file).write(Array("\(note)\(line)\n".utf8))
        state.lost = 0
      } catch { state.lost += 1 }
    }
  }

  /// Reopens the file, after it has been moved away.
  /// - Returns: whether it could be opened; otherwise the former file stays in use.
  @discardableResult
  public func reopen() -> Bool {
    guard let path else { return true }
    let new = Self.open(path)
    guard new >= 0 else { return false }
    let former = state.withLock { state in
      defer { state.file = new }
      return state.file
    }
    if let former { close(former) }
    return true
  }
}
