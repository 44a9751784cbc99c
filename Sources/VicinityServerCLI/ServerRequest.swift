import ArgumentParser
import AsyncHTTPClient
import CommandSupport
import Foundation
import NIOCore
import NIOHTTP1
import Streams
import Vicinity

/// Sends a request to a server; `vicinity import`, `edit` and `apply` run it with `--server`.
struct ServerRequest: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "request", abstract: "Send a request to a server.")

  @Argument(help: "The method.") var method: String
  @Argument(help: "The address.") var address: String
  @Option(help: ArgumentHelp("The body.", valueName: "file")) var body: String
  @Option(help: ArgumentHelp("The media type of the body.", valueName: "type")) var type: String

  /// Seconds for a large import.
  private static let patience: Int64 = 3600
  private static let mostBytes = 64 << 20
  private static let piece = 256 << 10
  /// How often a request is sent while the server says that it can be tried again.
  private static let mostTries = 6

  func run() throws { try waitFor { try await send() } }

  private func send() async throws {
    let configuration = try HTTPClient.Configuration.ofCommands
    // The same key each time: a route that takes it makes the change once.
    let key = UUID().uuidString
    try await HTTPClient.withHTTPClient(configuration: configuration) { client in
      for number in 1...Self.mostTries {
        guard let seconds = try await send(by: client, key, isLast: number == Self.mostTries) else { return }
        try await Task.sleep(for: .seconds(seconds))
      }
    }
  }

  /// - Returns: the seconds after which to send it again; nil once it is answered.
  private func send(by client: HTTPClient, _ change: String, isLast: Bool) async throws -> Int? {
    var request = HTTPClientRequest(url: address)
    request.method = HTTPMethod(rawValue: method)
    request.headers.add(name: "Content-Type", value: type)
    request.headers.add(name: "If-Match", value: "*")
    request.headers.add(name: "Idempotency-Key", value: change)
    if let key = ProcessInfo.processInfo.environment["VICINITY_KEY"]?.nonEmpty {
      request.headers.add(name: "Authorization", value: "Bearer \(key)")
    }
    guard let file = FileHandle(forReadingAtPath: body), let size = FileStamp(path: body)?.size else {
      throw ValidationError("\(body) cannot be read")
    }
    let pieces = AsyncStream<ByteBuffer> {
      guard let data = try? file.read(upToCount: Self.piece), !data.isEmpty else { return nil }
      return ByteBuffer(bytes: data)
    }
    request.body = .stream(pieces, length: .known(Int64(size)))
    let response: HTTPClientResponse
    do { response = try await client.execute(request, timeout: .seconds(Self.patience)) } catch {
      throw Unreachable(address: address, error: error).fail()
    }
    let text = String(buffer: try await response.body.collect(upTo: Self.mostBytes))
    guard (200..<300).contains(response.status.code) else {
      let problem = try? JSONParser.parse(text.utf8).object
      // Nothing was changed then.
      if !isLast, let code = problem?["code"]?.string, ["busy", "no-leader", "not-leader", "stopping"].contains(code) {
        Console.say("vicinity: the server makes no changes at the moment (\(code)); trying again")
        return response.headers.first(name: "Retry-After").flatMap { Int($0) }.map { min($0, 10) } ?? 1
      }
      let detail = problem?["detail"].flatMap { if case .string(let detail) = $0 { detail } else { nil } }
      Console.sayError("the server refuses it (\(response.status.code)): \(detail ?? response.status.reasonPhrase)")
      throw ExitStatus.failed
    }
    if !text.isEmpty { try Console.write(exactly: text.hasSuffix("\n") ? String(text.dropLast()) : text) }
    return nil
  }
}
