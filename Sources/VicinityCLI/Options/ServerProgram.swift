import ArgumentParser
import CodedErrors
import CommandSupport
import Foundation
import Streams

/// The program of the server, `vicinity-server`, which has the commands `serve`, `key`, `account` and `cluster`.
///
/// It is a program of its own, so that `vicinity` is built in less than half the time, without HTTP and TLS.
enum ServerProgram {
  /// The commands that it has.
  static let commands: [any ParsableCommand.Type] = [
    Serve.self, KeyCommand.self, AccountCommand.self, ClusterCommand.self,
  ]

  private static let name = "vicinity-server"

  /// The name of its command that the arguments call, also as a topic of `help`; nil for other commands.
  static func command(in arguments: [String]) -> String? {
    let arguments = arguments.drop(while: CommandLineArguments.quietFlags.contains)
    // Shells call the program by its name for values that it completes.
    let word = ["help", "---completion"].contains(arguments.first) ? arguments.dropFirst().first : arguments.first
    return commands.compactMap { $0.configuration.commandName }.first { $0 == word }
  }

  /// Runs it with the arguments in place of this process. Returns only by ending the process, when it is not there.
  static func replaceProcess(for command: String, _ arguments: [String]) -> Never {
    guard let path = ProgramPath.executable(of: name) else {
      Console.sayError(missing(command))
      exit(ExitStatus.failed.rawValue)
    }
    var words = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    execv(path, words)
    Console.sayError("cannot run \(path): \(String(cString: strerror(errno)))")
    exit(ExitStatus.failed.rawValue)
  }

  /// Its path.
  ///
  /// - Parameter use: what needs it, for the message.
  /// - Throws: an error when it is nowhere.
  static func path(for use: String) throws -> String {
    guard let path = ProgramPath.executable(of: name) else { throw Missing(description: missing(use)) }
    return path
  }

  /// Has it migrate the accounts file of a catalog, and read the accounts.
  ///
  /// - Returns: false if it is nowhere.
  /// - Throws: its message when it cannot use the file.
  static func readAccounts(of catalog: String) throws -> Bool {
    guard let path = ProgramPath.executable(of: name) else { return false }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["account", "list", "--catalog", catalog]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    // The file of a large server is migrated within minutes.
    let messages = try process.text(reading: \.standardError, seconds: 3600)
    guard process.terminationStatus == 0 else { throw UnusableAccounts(message: messages) }
    return true
  }

  /// The server cannot use the accounts file.
  private struct UnusableAccounts: CodedError {
    let message: String
    var code: String { "accounts-unusable" }
    var description: String { "the server cannot use the accounts file: \(message)" }
  }

  /// The program is not installed.
  private struct Missing: CodedError {
    let code = "no-server-program"
    let description: String
  }

  private static func missing(_ use: String) -> String {
    """
    \(use) needs the program \(name), which is neither next to vicinity nor on the PATH. The Debian \
    package has both programs; from the sources, build it with: swift build -c release --product \(name). \
    docs/install.md describes the ways to install it, docs/operations the settings to begin with.
    """
  }
}

/// Stands for the command of `vicinity-server` in the help.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the catalog over HTTP, with OGC API – Features, vector tiles and batches.")
}

/// Stands for the command of `vicinity-server` in the help.
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Create, list and remove the API keys of programs that use the server.")
}

/// Stands for the command of `vicinity-server` in the help.
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "List the accounts of members, give them roles, and end their sessions.")
}

/// Stands for the command of `vicinity-server` in the help.
struct ClusterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster", abstract: "Make a cluster of servers around a PostgreSQL, and look after it.")
}
