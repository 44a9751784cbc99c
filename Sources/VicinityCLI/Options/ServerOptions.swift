import ArgumentParser
import CommandSupport
import Foundation

/// A server that makes a change in place of this process.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Have this server make the change, such as a node of a cluster; needs a key.", valueName: "URL"))
  var server: String?

  @Option(help: ArgumentHelp("The key of the server (default: $VICINITY_KEY).", valueName: "key"))
  var key: String?

  func validate() throws {
    guard let server else {
      if key != nil { throw ValidationError("--key is for --server") }
      return
    }
    guard server.hasPrefix("http://") || server.hasPrefix("https://") else {
      throw ValidationError("--server \(server) does not begin with http:// or https://")
    }
  }

  /// Sends a request, and returns the body of the answer.
  ///
  /// `vicinity-server` does so: this program has no HTTP.
  /// - Parameters:
  ///   - path: with its query.
  ///   - body: the path of a file.
  /// - Throws: `ExitStatus.failed`, after the message of the server.
  func send(_ method: String, _ path: String, body: String, type: String) throws -> String {
    guard let server else { preconditionFailure("the command has a server") }
    let address = (server.hasSuffix("/") ? String(server.dropLast()) : server) + path
    let process = Process()
    process.executableURL = URL(filePath: try ServerProgram.path(for: "a change by a server"))
    process.arguments = ["request", method, address, "--body", body, "--type", type]
    // Not as an argument, which others on the machine can read.
    if let key { process.environment = ProcessInfo.processInfo.environment.merging(["VICINITY_KEY": key]) { $1 } }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ExitStatus.failed }
    return String(decoding: answer, as: UTF8.self)
  }

  /// Sends a text.
  func send(_ method: String, _ path: String, text: String, type: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "vicinity-request-\(UUID().uuidString)")
    guard
      FileManager.default.createFile(
        atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else { throw ValidationError("\(file.path) cannot be written") }
    defer { try? FileManager.default.removeItem(at: file) }
    return try send(method, path, body: file.path, type: type)
  }

  /// A part of a path.
  static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~"))) ?? text
  }
}
