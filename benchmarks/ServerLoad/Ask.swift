import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import Streams

/// Sends requests at a constant rate, and prints the response times.
struct Ask: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask at a constant rate, whether answers come or not.",
    discussion: """
      Each answer is timed from the moment at which its request was due: a server that stalls is asked nevertheless, and \
      its pause counts for each request that falls into it. Prints one JSON object; times are milliseconds.
      """)

  @Argument(help: "Host and port, such as 127.0.0.1:8080.")
  var address: String

  @Option(help: "A file with the paths to ask for, one a line; they are asked for in turn.")
  var paths: String

  @Option(help: "Requests a second.")
  var rate = 2000.0

  @Option(help: "Connections; a request that is due while all are busy waits.")
  var connections = 50

  @Option(help: "How long to ask; seconds.")
  var seconds = 10.0

  @Option(help: "How long to ask before, without counting; seconds.")
  var warmup = 1.0

  func validate() throws {
    guard rate > 0, seconds > 0, warmup >= 0, connections > 0 else {
      throw ValidationError("--rate, --seconds and --connections must be above 0, --warmup at least 0")
    }
    guard port != nil else { throw ValidationError("\"\(address)\" is no host with a port, such as 127.0.0.1:8080") }
  }

  private var host: String { String(address.prefix { $0 != ":" }) }
  private var port: Int? { address.split(separator: ":").dropFirst().first.flatMap { Int($0) } }

  func run() async throws {
    let lines = try String(contentsOfFile: paths, encoding: .utf8).split(separator: "\n").map(String.init)
    guard !lines.isEmpty else { throw ValidationError("\(paths) has no paths") }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let load = ConstantRate(
      paths: lines, host: address, rate: rate, warmup: Int(rate * warmup), count: Int(rate * seconds),
      on: group.next())
    for _ in 0..<connections { try await load.connect(host, port ?? 0) }
    print(try await load.run().json.text)
    try await group.shutdownGracefully()
  }
}

/// The results of a run.
struct LoadReport: Sendable {
  /// From the time when the request was due to the end of its response; nanoseconds, in ascending order.
  var times: [Int64]
  /// How many answers had each status.
  var statuses: [Int: Int]
  /// The sum of all bodies.
  var bytes: Int

  var json: JSONValue {
    func milliseconds(_ part: Double) -> JSONValue {
      guard !times.isEmpty else { return .null }
      let index = min(times.count - 1, Int(Double(times.count) * part))
      return .double((Double(times[index]) / 1000).rounded() / 1000)
    }
    let counts = statuses.sorted { $0.key < $1.key }.map { ("\($0.key)", JSONValue.int(Int64($0.value))) }
    return .object(
      JSONObject([
        ("n", .int(Int64(times.count))), ("p50", milliseconds(0.5)), ("p99", milliseconds(0.99)),
        ("max", milliseconds(1)), ("bytes", .int(Int64(bytes))), ("statuses", .object(JSONObject(counts))),
      ]))
  }
}
