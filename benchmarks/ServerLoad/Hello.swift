import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// The minimum of a Hummingbird server: the cost of a request before anything is searched.
struct Hello: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Answer \"hello\", and print the port.")

  @Option(help: "The port to listen on; 0 takes a free one.")
  var port = 0

  func run() async throws {
    let router = Router()
    router.get("/") { _, _ in "hello" }
    var logger = Logger(label: "hello")
    logger.logLevel = .error
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        // Immediately, also into a pipe.
        FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
      }, logger: logger)
    try await application.runService()
  }
}
