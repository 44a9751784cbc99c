import Vicinity

@testable import VicinityServer

extension ServerWorld {
  /// Runs a body with a server that listens at an address of this machine.
  ///
  /// - Parameters:
  ///   - listings: the listings of its catalog; nil for the shipped ones.
  ///   - body: gets the server and its address.
  package static func listening<Result: Sendable>(
    _ listings: [Listing]? = nil, _ body: @Sendable (_ world: ServerWorld, _ address: String) async throws -> Result
  ) async throws -> Result {
    let world = try ServerWorld(listings) { $0.port = 0 }
    let (ports, started) = AsyncStream<Int>.makeStream()
    let application = try world.server.application { started.yield($0) }
    let running = Task { try await application.run() }
    defer { running.cancel() }
    guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
    return try await body(world, "http://127.0.0.1:\(port)")
  }
}
