import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Testing
import VicinityAccounts

@testable import VicinityHTTP
@testable import VicinityServer

@Suite("Requests to addresses of members")
struct OutgoingClientTests {
  /// Runs a body with another server, at an address of this machine.
  private static func serving(
    _ router: Router<BasicRequestContext>, _ body: (_ url: String) async throws -> Void
  ) async throws {
    let (ports, started) = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { started.yield($0.localAddress?.port ?? 0) },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await application.run() }
    defer { running.cancel() }
    let port = try #require(await ports.first { _ in true })
    try await body("http://127.0.0.1:\(port)")
  }

  @Test("are given up when an address answers a byte now and then", .timeLimit(.minutes(1)))
  func drippingAddress() async throws {
    let router = Router()
    router.get("drip") { _, _ in
      Response(
        status: .ok,
        body: .init { writer in
          while true {
            try await writer.write(ByteBuffer(string: "."))
            try await Task.sleep(for: .milliseconds(50))
          }
        })
    }
    try await Self.serving(router) { url in
      let range = try #require(AddressRange("127.0.0.0/8"))
      let client = OutgoingClient(allowed: [range], patience: .seconds(1))
      await #expect(throws: OutgoingError.unreachable("it did not answer within 1 seconds")) {
        try await client.send(.init(.get, OutgoingRequest.check(url + "/drip", at: "url")), for: "ana")
      }
    }
  }

  @Test(
    "never lead into the network of the server",
    arguments: [
      "127.0.0.1", "localhost", "[::1]", "169.254.169.254", "10.0.0.1", "192.168.1.1", "0.0.0.0", "2130706433",
      "0x7f.1",
      "127.1", "[::ffff:127.0.0.1]", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]", "100.64.0.1", "[2002:7f00:1::]",
    ])
  func privateAddresses(_ host: String) async throws {
    let client = OutgoingClient(allowed: [])
    let url = try #require(URL(string: "http://\(host):9/"))
    let error = await #expect(throws: OutgoingError.self) { try await client.send(.init(.get, url), for: "ana") }
    guard case .forbidden = error else {
      Issue.record("\(host): \(String(describing: error))")
      return
    }
  }

  @Test("reach the addresses of the public Internet")
  func publicAddresses() {
    for address in ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "172.32.0.1", "100.128.0.1"] {
      #expect(PrivateRanges.isPublic(address), "\(address)")
    }
    #expect(!PrivateRanges.isPublic("example.org"))
  }

  @Test("follow no redirect, and read the beginning of a large answer")
  func bounds() async throws {
    let isElsewhere = Mutex(false)
    let router = Router()
    router.get("moved") { _, _ in Response(status: .found, headers: [.location: "/elsewhere"]) }
    router.get("elsewhere") { _, _ -> HTTPResponse.Status in
      isElsewhere.withLock { $0 = true }
      return .ok
    }
    router.get("large") { _, _ in
      Response(status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 32, count: 1 << 20)))
    }
    try await Self.serving(router) { url in
      let client = OutgoingClient(allowed: [AddressRange("127.0.0.0/8")].compactMap(\.self))
      let moved = try await client.send(.init(.get, OutgoingRequest.check(url + "/moved", at: "url")), for: "ana")
      #expect(moved.status == 302)
      #expect(isElsewhere.withLock { !$0 })
      let large = try await client.send(.init(.get, OutgoingRequest.check(url + "/large", at: "url")), for: "ana")
      #expect(large.status == 200 && large.body.count == OutgoingClient.mostBytes)
    }
  }

  @Test("are counted while they look up a name, per member: names that take long delay only their own member")
  func lookups() async throws {
    let gate = DispatchSemaphore(value: 0)
    let begun = Mutex(0)
    let client = OutgoingClient(allowed: [], patience: .seconds(600), memberLookups: 2) { name in
      if name.hasPrefix("slow") {
        begun.withLock { $0 += 1 }
        gate.wait()
      }
      return ["127.0.0.1"]
    }
    await withTaskGroup(of: (any Error)?.self) { group in
      for number in 0..<20 { group.addTask { await Self.error(of: client, "slow\(number).example", for: "mallory") } }
      while begun.withLock({ $0 }) < 2 { try? await Task.sleep(for: .milliseconds(1)) }
      let error = await Self.error(of: client, "quick.example", for: "ana")
      #expect(error as? OutgoingError == .forbidden("127.0.0.1"), "it was looked up")
      #expect(begun.withLock { $0 } == 2, "the others of the member have waited for these")
      for _ in 0..<20 { gate.signal() }
      for await error in group { #expect(error as? OutgoingError == .forbidden("127.0.0.1")) }
    }
  }

  @Test("end at their time, also while a name is looked up")
  func patience() async throws {
    let gate = DispatchSemaphore(value: 0)
    let client = OutgoingClient(allowed: [], patience: .seconds(1), memberLookups: 2) { _ in
      gate.wait()
      return ["127.0.0.1"]
    }
    let error = await Self.error(of: client, "slow.example", for: "mallory")
    #expect(error as? OutgoingError == .unreachable("it did not answer within 1 seconds"))
    gate.signal()
  }

  /// The error of a request of a member to a host.
  private static func error(of client: OutgoingClient, _ host: String, for member: String) async -> (any Error)? {
    do {
      _ = try await client.send(.init(.get, OutgoingRequest.check("http://\(host)/", at: "url")), for: member)
      return nil
    } catch { return error }
  }
}
