import CivilTime
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServerTestSupport
import Streams
import Synchronization
import Testing
import Vicinity

@testable import VicinityHTTP
@testable import VicinityHome
@testable import VicinityAccounts
@testable import VicinityServer

@Suite("Switches of a couch over HTTP")
struct HomeRouteTests {
  /// A home with one switch, and a weather service.
  private final class House: Sendable {
    struct State {
      var heating = "OFF"
      var temperature = #"{"now":{"t":[1,21.5]}}"#
      var isAway = false
      var asked: [String] = []
      var port = 0
    }
    let state = Mutex(State())

    func run() async -> Task<Void, any Error> {
      let router = Router()
      router.get("rest/items/Heating/state") { request, _ -> Response in
        self.state.withLock { state in
          state.asked.append(request.headers[.authorization] ?? "-")
          return state.isAway
            ? Response(status: .serviceUnavailable)
            : Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: state.heating)))
        }
      }
      router.post("rest/items/Heating") { request, _ -> HTTPResponse.Status in
        let text = String(buffer: try await request.body.collect(upTo: 100))
        return self.state.withLock { state in
          guard !state.isAway else { return .serviceUnavailable }
          state.heating = text
          return .ok
        }
      }
      router.get("weather") { request, _ -> Response in
        self.state.withLock { state in
          state.asked.append(request.uri.query ?? "")
          return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: state.temperature)))
        }
      }

      let (started, start) = AsyncStream<Void>.makeStream()
      let application = Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in
          self.state.withLock { $0.port = channel.localAddress?.port ?? 0 }
          start.yield()
        }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      let task = Task { try await application.run() }
      for await _ in started { break }
      return task
    }

    var url: String { "http://127.0.0.1:\(state.withLock { $0.port })" }
  }

  private struct World {
    let server: ServerWorld
    let ana: (String, String)
    let bela: (String, String)

    init(outgoing: String = "127.0.0.0/8") async throws {
      var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 46.54, longitude: 24.56))
      (couch.host, couch.timeZone, couch.publicRadiusMeters) = ("ana", "UTC", 500)
      server = try ServerWorld([couch]) { $0.outgoing = [outgoing].compactMap(AddressRange.init) }
      (ana, bela) = (try server.member("ana"), try server.member("bela"))
    }

    func stay(_ from: String, _ to: String, _ number: Int) async throws {
      let booked = try await server.send(
        "/v1/listings/couch/bookings", .post, [bela], #"{"from":"\#(from)","to":"\#(to)"}"#)
      #expect(booked.status == 201, "\(booked.text)")
      _ = try await server.ask("/v1/bookings/booking-\(number)/confirm", .post, [ana])
    }

    func told() async throws -> [String] {
      let page = try await server.ask("/v1/changes?after=0&f=json", .get, [ana]).json
      return page["changes"]?.array?.compactMap(\.object).filter { $0["kind"]?.string == "home" }.compactMap {
        $0["what"]?.string
      } ?? []
    }
  }

  private static let path = "/v1/listings/couch/switches/heating"

  @Test("are not there when the operator turns them off")
  func turnedOff() async throws {
    let world = try ServerWorld([Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 46.5, longitude: 24.6))]
    ) {
      $0.switches = false
    }
    let ana = try world.member("ana")
    let answer = try await world.ask("/v1/listings/couch/switches", .get, [ana])
    #expect(answer.status == 404 && answer.code == "no-such-path", "\(answer.text)")
  }

  @Test("are for the host and the guest of today")
  func life() async throws {
    let house = House()
    let running = await house.run()
    defer { running.cancel() }
    let world = try await World()
    let form = #"{"url":"\#(house.url)/rest/items/Heating","token":"oh-secret"}"#
    #expect(try await world.server.send(Self.path, .put, [world.bela], form).code == "not-there")
    #expect(try await world.server.send(Self.path, .put, [world.ana], form).status == 201)
    #expect(try await world.server.send(Self.path, .put, [world.ana], form).status == 200)
    let list = try await world.server.ask("/v1/listings/couch/switches", .get, [world.ana])
    #expect(list.text.contains(#""state":"OFF""#) && !list.text.contains("oh-secret"), "\(list.text)")
    #expect(house.state.withLock { $0.asked } == ["Bearer oh-secret"])
    let moved = #"{"url":"\#(house.url)/rest/items/Heating"}"#
    #expect(try await world.server.send(Self.path, .put, [world.ana], moved).status == 200)
    _ = try await world.server.ask("/v1/listings/couch/switches", .get, [world.ana])
    #expect(house.state.withLock { $0.asked.last } == "Bearer oh-secret", "the token stays at the same server")
    let found = try world.server.server.services.members.home.find("heating", of: "couch")
    #expect(found.token(for: "https://elsewhere.example/rest/items/Heating") == nil)
    #expect(try await world.server.send(Self.path, .post, [world.bela], #"{"state":"ON"}"#).code == "not-there")
    try await world.stay("2026-12-10", "2026-12-12", 1)
    #expect(
      try await world.server.send(Self.path, .post, [world.bela], #"{"state":"ON"}"#).code == "not-there",
      "in two weeks")
    try await world.stay("2026-11-27", "2026-11-28", 2)
    #expect(try await world.server.send(Self.path, .post, [world.bela], #"{"state":"ON"}"#).status == 200)
    #expect(house.state.withLock { $0.heating } == "ON")
    let seen = try await world.server.ask("/v1/listings/couch/switches", .get, [world.bela])
    #expect(seen.text.contains(#""state":"ON""#) && !seen.text.contains("127.0.0.1"), "guests do not see the address")
    #expect(try await world.server.send(Self.path, .put, [world.bela], form).code == "not-host")
    #expect(try await world.server.ask(Self.path, .delete, [world.bela]).code == "not-host")
    let rule = #"{"url":"\#(house.url)/weather","pointer":"/now/t/1","below":5,"state":"ON"}"#
    for who in [world.bela, try world.server.member("csilla")] {
      let answer = try await world.server.send(Self.path + "/rule", .put, [who], rule)
      #expect(answer.status == 403, "\(answer.text)")
      #expect(try await world.server.ask(Self.path + "/rule", .delete, [who]).status == 403)
    }
    #expect(try await world.server.send(Self.path, .post, [world.bela], #"{"state":"MAYBE"}"#).code == "unknown-word")
    #expect(try await world.server.ask(Self.path, .delete, [world.ana]).status == 204)
    #expect(try await world.server.send(Self.path, .post, [world.ana], #"{"state":"ON"}"#).code == "unknown-switch")
  }

  @Test("are turned by the weather when its condition starts and stops holding")
  func weather() async throws {
    let house = House()
    let running = await house.run()
    defer { running.cancel() }
    let world = try await World()
    _ = try await world.server.send(Self.path, .put, [world.ana], #"{"url":"\#(house.url)/rest/items/Heating"}"#)
    let rule = """
      {"url":"\(house.url)/weather?at={lat},{lon}","pointer":"/now/t/1","below":5,"state":"ON","otherwise":"OFF"}
      """
    let set = try await world.server.send(Self.path + "/rule", .put, [world.ana], rule)
    #expect(set.status == 200, "\(set.text)")
    let home = world.server.server.services.members.home
    func look(_ hour: Int64, _ answer: String) async throws -> String {
      house.state.withLock { $0.temperature = #"{"now":{"t":[1,\#(answer)]}}"# }
      try await home.watchWeather(at: ServerWorld.now + hour * 3600)
      return house.state.withLock { $0.heating }
    }
    #expect(try await look(0, "21.5") == "OFF")
    #expect(try await look(1, "4.9") == "ON")
    house.state.withLock { $0.heating = "OFF" }
    #expect(try await look(2, "4") == "OFF", "who turned it by hand is not overruled")
    #expect(try await look(3, "6") == "OFF")
    #expect(try await look(4, "-1") == "ON")
    let asked = house.state.withLock { $0.asked.last ?? "" }
    #expect(asked.hasPrefix("at=46.") && !asked.contains("46.54,24.56"), "the place is private: \(asked)")
    #expect(try await look(5, #""cold""#) == "ON")
    #expect(try await look(6, #""cold""#) == "ON")
    #expect(try await world.told() == ["weather-failed"], "once")
    #expect(try await look(7, "20") == "OFF")
    house.state.withLock { $0.isAway = true }
    #expect(try await look(8, "1") == "OFF")
    house.state.withLock { $0.isAway = false }
    #expect(try await look(9, "1") == "ON", "it is tried again")
    #expect(try await world.told() == ["weather-failed", "switch-failed"])
    #expect(
      try await world.server.ask("/v1/listings/couch/switches", .get, [world.ana]).text.contains(#""temperature":1"#))
    #expect(try await world.server.ask(Self.path + "/rule", .delete, [world.ana]).status == 204)
    #expect(try await look(10, "30") == "ON")
    for bad in [
      #"{"url":"ftp://x","pointer":"/t","below":5,"state":"ON"}"#,
      #"{"url":"http://x:{lat}/","pointer":"/t","below":5,"state":"ON"}"#,
      #"{"url":"http://x","pointer":"t","below":5,"state":"ON"}"#,
      #"{"url":"http://x","pointer":"/t","state":"ON"}"#,
      #"{"url":"http://x","pointer":"/t","below":5,"above":6,"state":"ON"}"#,
      #"{"url":"http://x","pointer":"/t","below":5,"state":"WARM"}"#,
    ] { #expect(try await world.server.send(Self.path + "/rule", .put, [world.ana], bad).status == 400, "\(bad)") }
  }

  private static let couch = #"{"kind":"couch","lat":46.5,"lon":24.5}"#

  @Test("belong to the host who set them up, even if the couch's id is reused")
  func hosts() async throws {
    let house = House()
    let running = await house.run()
    defer { running.cancel() }
    let world = try await World()
    let home = world.server.server.services.members.home
    let cyn = try world.server.member("cyn")
    let form = #"{"url":"\#(house.url)/rest/items/Heating","token":"oh-secret"}"#
    let rule = #"{"url":"\#(house.url)/weather","pointer":"/now/t/1","below":5,"state":"ON"}"#
    func setUp() async throws {
      #expect(try await world.server.send(Self.path, .put, [world.ana], form).status == 201)
      #expect(try await world.server.send(Self.path + "/rule", .put, [world.ana], rule).status == 200)
    }
    try await setUp()
    try world.server.catalog.remove(ids: ["couch"])
    #expect(try await world.server.send("/v1/listings/couch", .put, [cyn], Self.couch).status == 201)
    let list = try await world.server.ask("/v1/listings/couch/switches", .get, [cyn])
    #expect(try list.json["switches"]?.array?.isEmpty == true, "\(list.text)")
    #expect(try await world.server.send(Self.path, .post, [cyn], #"{"state":"ON"}"#).code == "unknown-switch")
    #expect(house.state.withLock { $0.asked }.isEmpty)
    let own = #"{"url":"\#(house.url)/rest/items/Heating"}"#
    #expect(try await world.server.send(Self.path, .put, [cyn], own).status == 201)
    let seen = try await world.server.ask("/v1/listings/couch/switches", .get, [cyn])
    #expect(seen.text.contains("heating") && !seen.text.contains("rule"), "\(seen.text)")
    #expect(house.state.withLock { $0.asked } == ["-"], "without the token of the former host")

    let any = ("If-Match", "*")
    #expect(try await world.server.ask("/v1/listings/couch", .delete, [cyn, any]).status == 204)
    #expect(try await world.server.send("/v1/listings/couch", .put, [world.ana], Self.couch).status == 201)
    try await setUp()
    #expect(try await world.server.ask("/v1/listings/couch", .delete, [world.ana, any]).status == 204)
    #expect(try await world.server.send("/v1/listings/couch", .put, [world.ana], Self.couch).status == 201)
    #expect(try home.switches(of: "couch").isEmpty, "they go with the couch, also for its host")
  }

  @Test("are stored while the couch is hidden, and cannot be used")
  func hidden() async throws {
    let world = try await World()
    let home = world.server.server.services.members.home
    let form = #"{"url":"https://home.example.org/rest/items/Heating"}"#
    let rule = #"{"url":"https://weather.example.org","pointer":"/t","below":5,"state":"ON"}"#
    #expect(try await world.server.send(Self.path, .put, [world.ana], form).status == 201)
    #expect(try await world.server.send(Self.path + "/rule", .put, [world.ana], rule).status == 200)
    try world.server.catalog.hide("couch", because: "spam", at: ServerWorld.now)
    try home.removeLeft()
    #expect(try await world.server.ask("/v1/listings/couch/switches", .get, [world.ana]).code == "unknown-listing")
    #expect(try home.switches(of: "couch").isEmpty)
    try world.server.catalog.restore("couch", at: ServerWorld.now)
    #expect(try home.switches(of: "couch").map(\.name) == ["heating"])
    #expect(try home.rule(of: "heating", "couch") != nil)
    try world.server.catalog.remove(ids: ["couch"])
    try home.removeLeft()
    #expect(try home.rule(of: "heating", "couch") == nil)
  }

  @Test("cannot reach the network of the server, and report an outage to the host once")
  func outage() async throws {
    let house = House()
    let running = await house.run()
    defer { running.cancel() }
    let world = try await World(outgoing: "10.9.0.0/16")
    _ = try await world.server.send(Self.path, .put, [world.ana], #"{"url":"\#(house.url)/rest/items/Heating"}"#)
    for _ in 0..<3 {
      let answer = try await world.server.send(Self.path, .post, [world.ana], #"{"state":"ON"}"#)
      #expect(answer.status == 502 && answer.code == "switch-failed")
      #expect(!answer.text.contains("127.0.0.1"))
    }
    #expect(house.state.withLock { $0.heating } == "OFF")
    #expect(try await world.told() == ["switch-failed"])
    let rule = #"{"url":"\#(house.url)/weather","pointer":"/now/t/1","below":50,"state":"ON"}"#
    #expect(try await world.server.send(Self.path + "/rule", .put, [world.ana], rule).status == 200)
    for hour in 0..<3 {
      try await world.server.server.services.members.home.watchWeather(at: ServerWorld.now + Int64(hour) * 3600)
    }
    #expect(house.state.withLock { $0.asked }.isEmpty)
    #expect(try await world.told() == ["switch-failed", "weather-failed"])
  }
}
