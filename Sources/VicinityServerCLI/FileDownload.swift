import ArgumentParser
import AsyncHTTPClient
import CommandSupport
import Foundation
import NIOCore
import NIOHTTP1
import Streams

/// Downloads a file, unless it has not changed; `vicinity import URL` runs it.
struct FileDownload: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "download", abstract: "Download a file.")

  @Argument(help: "The address.") var address: String
  @Option(help: ArgumentHelp("The file to write.", valueName: "file")) var to: String
  @Option(help: ArgumentHelp("The entity tag of the known version.", valueName: "tag")) var etag: String?
  @Option(help: ArgumentHelp("The date of the known version.", valueName: "date")) var modified: String?

  private static let mostRedirections = 5
  /// Seconds for all of a file, and for its next bytes.
  private static let patience: Int64 = 3600
  private static let pause: Int64 = 60
  private static let mostGibibytes: Int64 = 4

  func run() throws { try waitFor { try await download() } }

  private func download() async throws {
    var configuration = try HTTPClient.Configuration.ofCommands
    configuration.redirectConfiguration = .follow(max: Self.mostRedirections, allowCycles: false)
    configuration.timeout.read = .seconds(Self.pause)
    try await HTTPClient.withHTTPClient(configuration: configuration) { client in
      let answer: HTTPClientResponse
      do { answer = try await client.execute(request, timeout: .seconds(Self.patience)) } catch {
        throw Unreachable(address: shown, error: error).fail()
      }
      guard answer.status != .notModified else { return try tell(answer, hasChanged: false) }
      guard answer.status == .ok else {
        throw refusal("\(shown) answers \(answer.status.code) \(answer.status.reasonPhrase)")
      }
      try await save(answer)
      try tell(answer, hasChanged: true)
    }
  }

  /// The address without secrets.
  private var shown: String { WebAddress(address).shown }

  private var request: HTTPClientRequest {
    let address = WebAddress(address)
    var request = HTTPClientRequest(url: address.withoutUser)
    if let authorization = address.authorization { request.headers.add(name: "Authorization", value: authorization) }
    request.headers.add(name: "User-Agent", value: "vicinity")
    // Some servers make a calendar or a list of places only for those who ask for one.
    request.headers.add(name: "Accept", value: "*/*")
    if let etag { request.headers.add(name: "If-None-Match", value: etag) }
    if let modified { request.headers.add(name: "If-Modified-Since", value: modified) }
    return request
  }

  private func save(_ answer: HTTPClientResponse) async throws {
    let most = Self.mostGibibytes << 30
    let tooLarge = "\(shown) has more than \(Self.mostGibibytes) GiB; download it, and import the file"
    if let length = answer.headers.first(name: "Content-Length").flatMap({ Int64($0) }), length > most {
      throw refusal(tooLarge)
    }
    guard let file = FileHandle(forWritingAtPath: to) else { throw refusal("\(to) cannot be written") }
    defer { try? file.close() }
    let started = ContinuousClock.now
    var count: Int64 = 0
    do {
      for try await piece in answer.body {
        count += Int64(piece.readableBytes)
        guard count <= most else { throw refusal(tooLarge) }
        guard .now - started < .seconds(Self.patience) else {
          throw refusal("\(shown) takes longer than \(Self.patience) s")
        }
        try file.write(contentsOf: piece.readableBytesView)
      }
    } catch let error as ExitStatus { throw error } catch {
      throw refusal("\(shown) ended after \(count) bytes: \(error)")
    }
  }

  private func refusal(_ text: String) -> any Error {
    Console.sayError(text)
    return ExitStatus.failed
  }

  private func tell(_ answer: HTTPClientResponse, hasChanged: Bool) throws {
    var line = JSONObject([("changed", .bool(hasChanged))])
    line["etag"] = answer.headers.first(name: "ETag").map { .string($0) }
    line["modified"] = answer.headers.first(name: "Last-Modified").map { .string($0) }
    try Console.write(.object(line))
  }
}
