import CivilTime
import Crypto
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Logging
import ServerTestSupport
import Streams
import Synchronization
import Testing
import Vicinity

@testable import VicinityAccounts
@testable import VicinityHTTP
@testable import VicinityServer

@Suite("Alerts over HTTP")
struct AlertRouteTests {
  private let world: ServerWorld
  private let ana: (String, String)
  private let bela: (String, String)
  private static let any = ("If-Match", "*")

  init() throws { try self.init(outgoing: "") }

  private init(outgoing: String) throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 47.4979, longitude: 19.0402))
    (couch.host, couch.guests, couch.timeZone, couch.name) = ("bela", 2, "UTC", "Dachkammer")
    couch.price = Price(minorUnits: 2500, currency: "EUR")
    world = try ServerWorld([couch]) { $0.outgoing = [outgoing].compactMap(AddressRange.init) }
    ana = try world.member("ana", mail: "ana@example.org")
    bela = try world.member("bela")
  }

  private func add(_ more: String = "") async throws -> ServerWorld.Answered {
    try await world.send(
      "/v1/me/alerts", .post, [ana],
      #"{"name":"Cheap couch","query":{"near":{"lat":47.5,"lon":19.04},"radius":5000,"kinds":["couch"],"price":{"max":20,"currency":"EUR"}}\#(more)}"#
    )
  }

  private func setPrice(_ price: Int) async throws {
    let answer = try await world.send("/v1/listings/couch", .patch, [bela, Self.any], #"{"price":\#(price)}"#)
    #expect(answer.status == 200, "\(answer.text)")
    try await world.server.services.members.alerts.tell(at: ServerWorld.now)
  }

  private func told(_ who: (String, String)) async throws -> [String] {
    let page = try await world.ask("/v1/changes?after=0&f=json", .get, [who]).json
    return page["changes"]?.array?.compactMap(\.object).filter { $0["kind"]?.string == "alert" }.map {
      "\($0["what"]?.string ?? "") \($0["listing"]?.string ?? "")"
    } ?? []
  }

  @Test("report when a listing starts and stops matching, by stream and email")
  func life() async throws {
    let made = try await add(#","mail":true"#)
    #expect(made.status == 201, "\(made.text)")
    #expect(try made.json["secret"] == nil)
    try await setPrice(18)
    try await setPrice(17)
    try await setPrice(30)
    #expect(try await told(ana) == ["begins couch", "ceases couch"])
    #expect(try await told(bela) == [])
    let mails = try await world.mails()
    #expect(mails.count == 1 && mails[0].recipient == "<ana@example.org>" && mails[0].body.contains("Dachkammer"))
    #expect(mails[0].body.contains("€18.00"), "\(mails[0].body)")
    let id = try #require(try made.json["id"]?.string)
    #expect(try await world.ask("/v1/me/alerts", .get, [ana]).json["alerts"]?.array?.count == 1)
    let path = "/v1/me/alerts/\(id)"
    let changed = try await world.send(path, .patch, [ana], #"{"name":"Cheap","mail":false}"#)
    #expect(try changed.json["name"]?.string == "Cheap" && changed.text.contains(#""mail":false"#), "\(changed.text)")
    #expect(try await world.send(path, .patch, [bela], #"{"mail":true}"#).code == "unknown-alert")
    #expect(try await world.send(path, .patch, [ana], #"{"name":""}"#).code == "out-of-range")
    #expect(try await world.send(path, .patch, [ana], #"{"query":{}}"#).code == "unknown-key")
    try await setPrice(18)
    #expect(try await world.mails().count == 1, "no mail any more")
    #expect(try await world.ask("/v1/me/alerts/\(id)", .delete, [bela]).code == "unknown-alert")
    #expect(try await world.ask("/v1/me/alerts/\(id)", .delete, [ana]).status == 204)
    try await setPrice(10)
    #expect(try await told(ana).count == 3)
  }

  @Test("are stored as documented in the OpenAPI description")
  func example() async throws {
    let example = AlertForm.example.replacing(#""near":"Budapest""#, with: #""near":{"lat":47.5,"lon":19}"#)
    let answer = try await world.send("/v1/me/alerts", .post, [ana], example)
    #expect(answer.status == 201, "\(answer.text)")
  }

  @Test("are still active after a restart of the server")
  func restart() async throws {
    _ = try await add()
    let second = try VicinityServer(
      catalog: world.catalog, settings: world.server.services.settings, logger: Logger(label: "test"),
      clock: { ServerWorld.now })
    try await second.services.members.alerts.begin()
    _ = try await world.send("/v1/listings/couch", .patch, [bela, Self.any], #"{"price":5}"#)
    #expect(try await second.services.members.alerts.tell(at: ServerWorld.now) == 1)
    #expect(try await told(ana) == ["begins couch"])
  }

  @Test("report a change that was committed when the server was killed, exactly once")
  func killed() async throws {
    _ = try await add()
    func next() async throws -> VicinityServer {
      let server = try VicinityServer(
        catalog: Catalog(path: world.catalog.path, access: .readWrite), settings: world.server.services.settings,
        logger: Logger(label: "test"), clock: { ServerWorld.now })
      try await server.services.members.alerts.begin()
      return server
    }
    func change(_ server: VicinityServer, _ price: Int) throws {
      try server.services.catalog.edit("couch") { $0.price = Price(minorUnits: price * 100, currency: "EUR") }
    }
    let first = try await next()
    for price in [24, 23] {
      try change(first, price)
      #expect(try await first.services.members.alerts.tell(at: ServerWorld.now) == 0)
    }
    try change(first, 18)
    #expect(try await told(ana) == [])
    _ = try await next()
    #expect(try await told(ana) == ["begins couch"])
    let third = try await next()
    #expect(try await told(ana) == ["begins couch"])
    try change(third, 30)
    try change(third, 17)
    _ = try await next()
    #expect(try await told(ana) == ["begins couch"], "as before")
    try change(third, 40)
    _ = try await next()
    #expect(try await told(ana) == ["begins couch", "ceases couch"])
    let last = try await next()
    try change(last, 41)
    try await last.services.members.alerts.settle(at: ServerWorld.now)
    #expect(try world.catalog.keptChanges().changes.isEmpty)
    #expect(try await told(ana) == ["begins couch", "ceases couch"])
  }

  @Test("are delivered later when the accounts file cannot be written")
  func unwritable() async throws {
    _ = try await add()
    let alerts = world.server.services.members.alerts
    let file = try world.server.services.accountsFile.database()
    try file.write { try $0.execute(sql: "ALTER TABLE change RENAME TO away") }
    try world.catalog.edit("couch") { $0.price = Price(minorUnits: 1800, currency: "EUR") }
    await #expect(throws: (any Error).self) { try await alerts.tell(at: ServerWorld.now) }
    try world.catalog.edit("couch") { $0.guests = 3 }
    await #expect(throws: (any Error).self) { try await alerts.settle(at: ServerWorld.now) }
    #expect(try world.catalog.keptChanges().changes.count == 2, "nothing is forgotten")
    try file.write { try $0.execute(sql: "ALTER TABLE away RENAME TO change") }
    try await alerts.settle(at: ServerWorld.now)
    #expect(try await told(ana) == ["begins couch"])
    #expect(try world.catalog.keptChanges().changes.isEmpty)
  }

  @Test("are of bookings too: a couch that is free again")
  func nights() async throws {
    let query = #"{"kinds":["couch"],"stay":{"from":"2026-12-01","to":"2026-12-03","guests":2}}"#
    let made = try await world.send("/v1/me/alerts", .post, [ana], #"{"name":"Free","query":\#(query)}"#)
    #expect(made.status == 201, "\(made.text)")
    let csilla = try world.member("csilla")
    let booked = try await world.send(
      "/v1/listings/couch/bookings", .post, [csilla], #"{"from":"2026-12-02","to":"2026-12-05"}"#)
    #expect(booked.status == 201)
    try await world.server.services.members.alerts.tell(at: ServerWorld.now)
    _ = try await world.ask("/v1/bookings/booking-1/cancel", .post, [csilla])
    try await world.server.services.members.alerts.tell(at: ServerWorld.now)
    #expect(try await told(ana) == ["ceases couch", "begins couch"])
  }

  @Test("wait with emails until the quiet hours of the member are over")
  func quietHours() async throws {
    // It is 21:00 in Berlin, and 20:00 in UTC.
    let form = #"{"zone":"Europe/Berlin","quietHours":{"from":"20:30","to":"07:00"}}"#
    let patched = try await world.send("/v1/me", .patch, [ana], form)
    #expect(patched.text.contains(#""quietHours":{"from":"20:30","to":"07:00"}"#), "\(patched.text)")
    _ = try await add(#","mail":true"#)
    try await setPrice(18)
    #expect(try await told(ana) == ["begins couch"], "the stream is not quiet")
    #expect(try await world.mails().isEmpty)
    let morning = ServerWorld.now + 10 * 3600
    try await world.server.services.accounts.settle(at: morning - 1)
    #expect(try await world.mails().isEmpty)
    try await world.server.services.accounts.settle(at: morning)
    #expect(try await world.mails().count == 1)
    for bad in [#"{"from":"25:00","to":"07:00"}"#, #"{"from":"22:00"}"#, "7"] {
      #expect(try await world.send("/v1/me", .patch, [ana], #"{"quietHours":\#(bad)}"#).status == 400)
    }
    _ = try await world.send("/v1/me", .patch, [ana], #"{"quietHours":null}"#)
    #expect(!(try await world.ask("/v1/me", .get, [ana]).text.contains("quietHours")))
  }

  @Test("cover imports over HTTP: new, changed and removed listings")
  func imports() async throws {
    _ = try await add()
    let key = try world.key(.import)
    func load(_ price: Int?, _ more: String = "") async throws {
      let line = price.map {
        #"{"id":"x","kind":"couch","lat":47.5,"lon":19.04,"price":\#($0),"currency":"EUR"}"# + "\n"
      }
      let other = #"{"id":"far","kind":"couch","lat":60,"lon":19,"price":5,"currency":"EUR"}"#
      let fields = [key, ("Content-Type", "application/x-ndjson")]
      let answer = try await world.ask("/v1/import?source=s\(more)", .post, fields, text: (line ?? "") + other)
      #expect(answer.status == 200, "\(answer.text)")
      try await world.server.services.members.alerts.tell(at: ServerWorld.now)
    }
    try await load(19)
    try await load(19)
    try await load(25)
    try await load(12)
    try await load(nil, "&replace-source=true")
    #expect(try await told(ana) == ["begins x", "ceases x", "begins x", "ceases x"])
  }

  @Test("have lower limits than queries; those beyond them are suspended, and their members notified")
  func limits() async throws {
    func add(_ filter: String) async throws -> ServerWorld.Answered {
      try await world.send("/v1/me/alerts", .post, [ana], #"{"name":"x","query":{"filter":"\#(filter)"}}"#)
    }
    func filter(_ count: Int, _ condition: String) -> String {
      Array(repeating: condition, count: count).joined(separator: " OR ")
    }
    for (asked, status) in [
      (filter(40, "price < 20"), 201), (filter(41, "price < 20"), 400), (filter(4, "name LIKE '%a%'"), 201),
      (filter(5, "name LIKE '%a%'"), 400), (filter(5, "CASEI(name) = CASEI('a')"), 400),
      ("price IN (\(Array(repeating: "1", count: 41).joined(separator: ",")))", 400),
      ("name LIKE '%\(String(repeating: "a", count: 17_000))%'", 400),
    ] {
      let answer = try await add(asked)
      #expect(answer.status == status, "\(asked.prefix(60)): \(answer.text)")
      if status == 400 { #expect(answer.code == "out-of-range" && answer.text.contains("for an alert")) }
    }
    // One of the time before there was a limit.
    let query = #"{"kinds":["couch"],"filter":"\#(filter(500, "description LIKE '%a%a%a%'"))"}"#
    try world.server.services.accountsFile.write {
      try $0.execute(
        sql: """
          INSERT INTO alert (id, member, name, query, is_mailed, failures, created) VALUES ('a-1', 'ana', 'Old', ?, 0, 0, 0)
          """, arguments: [query])
    }
    let next = try VicinityServer(
      catalog: world.catalog, settings: world.server.services.settings, logger: Logger(label: "test"),
      clock: { ServerWorld.now })
    try await next.services.members.alerts.begin()
    #expect(try await told(ana) == ["suspended "])
    let shown = try await world.ask("/v1/me/alerts", .get, [ana]).text
    #expect(shown.contains(#""suspended":"filter: "#) || shown.contains(#""suspended":"query"#), "\(shown)")
    try await next.services.members.alerts.begin()
    #expect(try await told(ana) == ["suspended "], "once")
    // An alert whose reason no longer exists at the next start.
    let file = try world.server.services.accountsFile.database()
    try file.write { try $0.execute(sql: "UPDATE alert SET suspended = 'unknown place' WHERE id <> 'a-1'") }
    let third = try VicinityServer(
      catalog: world.catalog, settings: world.server.services.settings, logger: Logger(label: "test"),
      clock: { ServerWorld.now })
    try await third.services.members.alerts.begin()
    #expect(try await told(ana) == ["suspended "], "nor after another start")
    let suspended = try file.read { try String.fetchAll($0, sql: "SELECT id FROM alert WHERE suspended IS NOT NULL") }
    #expect(suspended == ["a-1"], "the others are judged again")
    // One that was too costly for a change says when.
    try file.write { try $0.execute(sql: "UPDATE alert SET skipped = 1795809600 WHERE id = 'a-1'") }
    let costly = try await world.ask("/v1/me/alerts", .get, [ana]).text
    #expect(costly.contains(#""skipped":"2026-11-27T20:00:00Z""#), "\(costly)")
  }

  @Test("are refused with a query that has no meaning, in another name, and beyond fifty")
  func refusals() async throws {
    for (form, code) in [
      (#"{"name":"x","query":{"radiu":1}}"#, "unknown-key"), (#"{"name":"","query":{}}"#, "out-of-range"),
      (#"{"query":{}}"#, "missing"), (#"{"name":"x","query":{"caller":"bela"}}"#, "forbidden"),
      (#"{"name":"x","query":{},"webhook":"file:///etc/passwd"}"#, "out-of-range"),
      (#"{"name":"x","query":{},"webhook":"https://user:pass@example.org"}"#, "out-of-range"),
      (#"{"name":"x","query":{},"webhook":"gopher://example.org"}"#, "out-of-range"),
    ] {
      let answer = try await world.send("/v1/me/alerts", .post, [ana], form)
      #expect(answer.code == code, "\(form): \(answer.text)")
    }
    let wrong = try await world.send("/v1/me/alerts", .post, [ana], #"{"name":"x","query":{"price":{"max":"a"}}}"#)
    #expect(try wrong.json["pointer"]?.string == "/query/price/max", "\(wrong.text)")
    for _ in 0..<50 { #expect(try await add().status == 201) }
    #expect(try await add().code == "too-many-alerts")
  }

  @Test("are posted with a signature to permitted addresses, and an outage is reported once")
  func webhooks() async throws {
    let received = Received()
    let port = Mutex(0)
    let router = Router()
    router.post("hook") { request, _ in
      let body = try await request.body.collect(upTo: 1 << 16)
      received.add(request.headers, String(buffer: body))
      return received.count == 1 ? HTTPResponse.Status.internalServerError : .ok
    }
    let (started, start) = AsyncStream<Void>.makeStream()
    let receiver = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        port.withLock { $0 = channel.localAddress?.port ?? 0 }
        start.yield()
      }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await receiver.run() }
    defer { running.cancel() }
    for await _ in started { break }
    let url = "http://127.0.0.1:\(port.withLock { $0 })/hook"

    let closed = try Self(outgoing: "")
    _ = try await closed.add(#","webhook":"\#(url)""#)
    try await closed.setPrice(18)
    try await closed.world.server.services.members.alerts.deliveries.deliver(at: ServerWorld.now)
    #expect(received.count == 0, "the network of the server is not open")
    #expect(try await closed.told(closed.ana) == ["begins couch", "webhook-failed "])

    let open = try Self(outgoing: "127.0.0.0/8")
    let made = try await open.add(#","webhook":"\#(url)""#)
    let secret = try #require(try made.json["secret"]?.string)
    #expect(!(try await open.world.ask("/v1/me/alerts", .get, [open.ana]).text.contains(secret)), "shown once")
    try await open.setPrice(18)
    let deliveries = open.world.server.services.members.alerts.deliveries
    try await deliveries.deliver(at: ServerWorld.now)
    try await deliveries.deliver(at: ServerWorld.now)
    #expect(received.count == 1, "it is tried again after a minute")
    try await deliveries.deliver(at: ServerWorld.now + 60)
    try await deliveries.deliver(at: ServerWorld.now + 600)
    #expect(received.count == 2, "once it is taken")
    let (headers, body) = received.all[1]
    let (id, time) = (try #require(headers[.named("webhook-id")]), try #require(headers[.named("webhook-timestamp")]))
    let key = SymmetricKey(data: try #require(Data(base64Encoded: String(secret.dropFirst(6)))))
    let code = HMAC<SHA256>.authenticationCode(for: Data("\(id).\(time).\(body)".utf8), using: key)
    #expect(headers[.named("webhook-signature")] == "v1," + Data(code).base64EncodedString())
    #expect(body.contains(#""what":"begins""#) && received.all[0].0[.named("webhook-id")] == id)
    #expect(try await open.told(open.ana) == ["begins couch", "webhook-failed "])
  }

  private final class Received: Sendable {
    private let list = Mutex<[(HTTPFields, String)]>([])
    func add(_ headers: HTTPFields, _ body: String) { list.withLock { $0.append((headers, body)) } }
    var all: [(HTTPFields, String)] { list.withLock { $0 } }
    var count: Int { all.count }
  }
}
