import Foundation
import Synchronization

/// Runs the operator's program, once per email: in a process group of its own, for a limited time, and never beyond
/// this process.
final class MailProgram: Sendable {
  private let command: String
  private let limit: Duration
  /// Set when the server stops: then a program has `lastSeconds` left.
  private let stopped = Mutex<ContinuousClock.Instant?>(nil)

  /// The remaining time of a running program once the server stops.
  private static let lastSeconds = Duration.seconds(5)
  /// Between SIGTERM and SIGKILL.
  private static let notice = Duration.seconds(2)
  /// Held while files are opened for a program: a program started in between would inherit them.
  private static let turn = Mutex(())

  /// Runs `$1` while the third file is open at the other end: in this process, whatever ends it. The shell that waits
  /// for its end then ends the whole group.
  private static let script = """
    (read -r x <&3; kill -KILL 0) & w=$!
    exec 3<&-
    sh -c "$1"
    s=$?
    kill -KILL $w 2>/dev/null
    exit $s
    """

  init(command: String, seconds: Int) { (self.command, limit) = (command, .seconds(seconds)) }

  /// No program is started from now on, and running ones end soon.
  func stop() { stopped.withLock { $0 = $0 ?? .now } }

  /// Hands over an email.
  ///
  /// - Returns: why it was not taken; nil when it was.
  func run(_ message: String) -> String? {
    guard stopped.withLock({ $0 == nil }) else { return "the server stops" }
    let child: Child
    switch start() {
    case .success(let started): child = started
    case .failure(let failure): return "the command cannot be started: \(String(cString: strerror(failure.code)))"
    }
    defer { child.closeFiles() }
    return wait(for: child, sending: Array(message.utf8))
  }

  // MARK: Starting

  private struct Failure: Error { var code: Int32 }

  /// A running program.
  private final class Child {
    let pid: pid_t
    private var input: Int32
    private let life: Int32

    init(_ pid: pid_t, input: Int32, life: Int32) { (self.pid, self.input, self.life) = (pid, input, life) }

    /// Writes what the program takes without waiting.
    /// - Returns: the rest.
    func send(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let count = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count > 0 { return bytes.dropFirst(count) }
      // A program that has read enough has closed its end.
      return count < 0 && (errno == EAGAIN || errno == EINTR) ? bytes : []
    }

    func endInput() {
      if input >= 0 { close(input) }
      input = -1
    }

    func closeFiles() {
      endInput()
      close(life)
    }

    func signal(_ number: Int32) { kill(-pid, number) }

    /// How it has ended; nil while it runs.
    func status() -> Int32? {
      var status: Int32 = 0
      while true {
        let found = waitpid(pid, &status, WNOHANG)
        if found == pid { return status }
        if found == 0 { return nil }
        if errno != EINTR { return -1 }
      }
    }
  }

  private func start() -> Result<Child, Failure> {
    Self.turn.withLock { _ in
      var input: [Int32] = [-1, -1]
      var life: [Int32] = [-1, -1]
      guard pipe(&input) == 0 else { return .failure(Failure(code: errno)) }
      guard pipe(&life) == 0 else {
        let code = errno
        for file in input { close(file) }
        return .failure(Failure(code: code))
      }
      for file in input + life { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(input[1], F_SETFL, O_NONBLOCK)
      let result = spawn(input: input[0], life: life[0])
      close(input[0])
      close(life[0])
      switch result {
      case .success(let pid): return .success(Child(pid, input: input[1], life: life[1]))
      case .failure(let failure):
        close(input[1])
        close(life[1])
        return .failure(failure)
      }
    }
  }

  private func spawn(input: Int32, life: Int32) -> Result<pid_t, Failure> {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, life, 3)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This process ignores some signals, which its children would ignore as well.
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    func copied(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
      var copies: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
      copies.append(nil)
      return copies
    }
    let words = copied(["sh", "-c", Self.script, "sh", command])
    let environment = copied(ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" })
    defer { for word in words + environment { free(word) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, "/bin/sh", &actions, &attributes, words, environment)
    return code == 0 ? .success(pid) : .failure(Failure(code: code))
  }

  // MARK: Waiting

  private func wait(for child: Child, sending message: [UInt8]) -> String? {
    // A program that does not read must not end this process.
    var pipeSignal = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipeSignal, nil)
    let deadline = ContinuousClock.now + limit
    var unsent = message[...]
    var pause: useconds_t = 1000
    while true {
      if !unsent.isEmpty { unsent = child.send(unsent) }
      if unsent.isEmpty { child.endInput() }
      if let status = child.status() { return Self.failure(status) }
      if ContinuousClock.now >= deadline {
        end(child)
        return "the command did not end within \(limit.components.seconds) s, and was ended"
      }
      if stopped.withLock({ $0.map { .now - $0 >= Self.lastSeconds } ?? false }) {
        end(child)
        return "the command was ended with the server"
      }
      usleep(pause)
      pause = min(2 * pause, 50_000)
    }
  }

  /// Ends the program and everything it has started, except processes that have left its group.
  private func end(_ child: Child) {
    child.signal(SIGTERM)
    let last = ContinuousClock.now + Self.notice
    while ContinuousClock.now < last {
      if child.status() != nil { return child.signal(SIGKILL) }
      usleep(20_000)
    }
    child.signal(SIGKILL)
    while child.status() == nil { usleep(5000) }
  }

  private static func failure(_ status: Int32) -> String? {
    // In the form of wait(2): the signal in the lower bits, else the status above them.
    if status & 0x7F != 0 { return "the command was killed by the signal \(status & 0x7F)" }
    let code = status >> 8 & 0xFF
    return code == 0 ? nil : "the command ended with status \(code)"
  }
}
