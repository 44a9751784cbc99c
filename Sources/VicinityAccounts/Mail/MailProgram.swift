import Foundation
import Streams
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs the operator's program, once per email: in a process group of its own, for a limited time, and never beyond
/// this process.
final class MailProgram: Sendable {
  private let command: String
  private let limit: Duration
  /// Ends when the server stops: then a running program has `lastSeconds` left.
  private let stopping = Ending()

  private static let lastSeconds = Duration.seconds(5)

  private static let options: PlatformOptions = {
    var options = PlatformOptions()
    options.processGroupID = 0
    // SIGKILL follows.
    options.teardownSequence = [
      .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(2))
    ]
    return options
  }()

  /// Runs `$1`. The standard output is the reading end of a pipe whose other end only this process has open. A shell in
  /// the background waits until that is closed, whatever ends this process, and then ends the whole group. After
  /// SIGTERM it stays, and ends what the program leaves behind.
  private static let script = """
    exec 3<&1 >/dev/null
    (trap '' TERM; read -r x <&3; kill -KILL 0) & w=$!
    exec 3<&-
    trap w= TERM
    sh -c "$1"
    s=$?
    [ -z "$w" ] || kill -KILL $w
    exit $s
    """

  init(command: String, seconds: Int) {
    (self.command, limit) = (command, .seconds(seconds))
    // A program that does not read must not end this process.
    signal(SIGPIPE, SIG_IGN)
  }

  /// No program is started from now on, and running ones end soon.
  func stop() { stopping.finish(.success(())) }

  /// Hands over an email.
  ///
  /// - Returns: why it was not accepted; nil when it was.
  func run(_ message: String) async -> String? {
    if (try? stopping.wait(until: .now)) == true { return "the server stops" }
    return await withTaskGroup(of: String?.self) { group in
      group.addTask { await self.failure(of: message) }
      group.addTask { await self.timeout() }
      let first = await group.next() ?? nil
      // Ends the program if it still runs, and waits for its end.
      group.cancelAll()
      return first
    }
  }

  private func failure(of message: String) async -> String? {
    do {
      // Subprocess closes all files in a child that are not handed over to it.
      let life = try FileDescriptor.pipe()
      defer { for end in [life.readEnd, life.writeEnd] { try? end.close() } }
      let result = try await Subprocess.run(
        .path("/bin/sh"), arguments: ["-c", Self.script, "sh", command], platformOptions: Self.options,
        input: .inputWriter, output: .fileDescriptor(life.readEnd, closeAfterSpawningProcess: false),
        error: .currentStandardError
      ) { execution in
        // Fails when the program has read enough.
        _ = try? await execution.standardInputWriter.write(message)
      }
      switch result.terminationStatus {
      case .exited(0): return nil
      case .exited(let status): return "the command ended with status \(status)"
      case .signaled(let signal): return "the command was killed by the signal \(signal)"
      }
    } catch {
      return "the command cannot be started: \((error as? SubprocessError)?.underlyingError ?? error)"
    }
  }

  /// Waits until a program has no time left, or the task is cancelled.
  private func timeout() async -> String {
    let deadline = ContinuousClock.now + limit
    if await stopping.hasEnded(by: deadline) {
      let last = min(deadline, .now + Self.lastSeconds)
      try? await Task.sleep(until: last)
      if last < deadline { return "the command was ended with the server" }
    }
    return "the command did not end within \(limit.components.seconds) s, and was ended"
  }
}
