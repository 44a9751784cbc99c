import CommandSupport
import Foundation

/// The program `vicinity`, next to this one, which has the commands.
enum VicinityProgram {
  /// Signals that end the command, after which this process cleans up.
  private static let ending = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

  private static var path: String? { ProgramPath.executable(of: "vicinity") }
  /// Seconds for a page of help.
  private static let patience = 30

  private static func sayMissing() {
    Console.sayError("the program vicinity is neither next to vicinity-server nor on the PATH")
  }

  /// Whether there is a command of this name; if not, the program has said so, with names like it.
  static func knows(_ command: [String]) throws -> Bool {
    guard let path else {
      sayMissing()
      return false
    }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = command.prefix { !$0.hasPrefix("-") } + ["--help"]
    _ = try process.text(reading: \.standardOutput, seconds: patience)
    return process.terminationStatus == 0
  }

  /// Runs a command on a catalog, with the input and output of this process, and in its group: it may read the
  /// terminal.
  /// - Returns: its exit status; `failed` if a signal has ended it.
  static func run(_ command: [String], catalog: String) throws -> ExitStatus {
    guard let path else {
      sayMissing()
      return .failed
    }
    let variables = ProcessInfo.processInfo.environment.merging(["VICINITY_CATALOG": catalog]) { $1 }
    var words = ([path] + command).map { strdup($0) } + [nil]
    var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + environment { free(text) } }
    for number in ending { signal(number, SIG_IGN) }
    defer { for number in ending { signal(number, SIG_DFL) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in ending { sigaddset(&usual, number) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var child = pid_t()
    let code = posix_spawn(&child, path, nil, &attributes, &words, &environment)
    guard code == 0 else {
      Console.sayError("\(path) cannot be run: \(String(cString: strerror(code)))")
      return .failed
    }
    // A terminal sends its signals to both.
    let sources = [SIGTERM, SIGHUP].map { [child] number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { kill(child, number) }
      source.activate()
      return source
    }
    defer { for source in sources { source.cancel() } }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    // As WIFEXITED and WEXITSTATUS do, which are macros.
    guard status & 0x7F == 0 else { return .failed }
    return ExitStatus(rawValue: status >> 8 & 0xFF) ?? .failed
  }
}
