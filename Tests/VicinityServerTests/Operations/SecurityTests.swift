import CivilTime
import Foundation
import GRDB
import Geography
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import ServerTestSupport
import Streams
import Synchronization
import Testing
import Vicinity

@testable import VicinityServer

/// Attacks on members that are not tested with a feature; `docs/accounts.md` lists all of them.
@Suite("Attacks on members")
struct SecurityTests {
  @Test("find no secret in the log, at its most talkative")
  func logs() async throws {
    let lines = Mutex<[String]>([])
    let world = try ServerWorld()
    let me = try world.member("ana")
    let token = me.1.replacing("Bearer ", with: "")
    let logger = Logger(label: "test") { _ in Listener { line in lines.withLock { $0.append(line) } } }
    let responder = Responder(table: world.server.table, services: world.server.services, logger: logger)
    let calendar = try await world.ask("/v1/me/calendar", .post, [me]).json["url"]?.string ?? ""
    let feed = try #require(calendar.split(separator: "token=").last.map(String.init))
    for (method, path, body) in [
      (HTTPRequest.Method.get, "/v1/me", ""), (.get, "/v1/me/calendar.ics?token=\(feed)", ""),
      (.post, "/v1/sessions", #"{"login":"ana","password":"drei gute Worte"}"#),
      (.post, "/v1/accounts", #"{"name":"x","mail":"leak@example.org","password":"drei gute Worte"}"#),
      (.put, "/v1/password-resets", #"{"code":"some-secret-code","password":"drei gute Worte"}"#),
      (.post, "/v1/email-confirmations", #"{"code":"some-secret-code"}"#),
      (.get, "/v1/near?near=46.12345,24.54321", ""),
    ] {
      var headers: HTTPFields = [.authorization: me.1, .cookie: "vicinity=\(token)"]
      headers[.contentType] = "application/json"
      let head = HTTPRequest(method: method, scheme: "http", authority: "test", path: path, headerFields: headers)
      let channel = EmbeddedChannel()
      try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).get()
      let response = try await responder.respond(
        to: Request(head: head, body: .init(buffer: ByteBuffer(string: body))),
        context: ConnectionContext(source: .init(channel: channel, logger: logger)))
      #expect(response.status.code < 500, "\(path)")
    }
    let text = lines.withLock { $0.joined(separator: "\n") }
    #expect(text.contains("/v1/me/calendar.ics"), "requests are logged")
    for secret in [token, feed, "drei gute Worte", "leak@example.org", "some-secret-code", "46.12345"] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  @Test("grant no role, address or other name through unexpected fields")
  func massAssignment() async throws {
    let world = try ServerWorld()
    let ana = try world.member("ana", role: .member)
    for field in ["role", "name", "mail", "password", "suspended", "created", "picture", "mail_key"] {
      let answer = try await world.send("/v1/me", .patch, [ana], #"{"\#(field)":"admin"}"#)
      #expect(answer.code == "unknown-key", "\(field): \(answer.text)")
    }
    let host = try world.member("hana")
    let form = #"{"kind":"bar","name":"Mine","lat":46.5,"lon":24.5,"host":"ana"}"#
    #expect(try await world.send("/v1/listings/x", .put, [host], form).code == "other-host")
    #expect(try await world.send("/v1/me/favourites/stuttgart-brennglas", .put, [ana], "").status == 200)
    let named = try await world.send("/v1/query", .post, [ana], #"{"favouritesOf":"hana","limit":1}"#)
    #expect(named.status == 400 || named.status == 403)
  }

  @Test("give no host a rating that others have not given")
  func ratings() async throws {
    let world = try ServerWorld()
    let (hana, any) = (try world.member("hana"), ("If-Match", "*"))
    let form = #"{"kind":"bar","name":"Mine","lat":46.5,"lon":24.5,"rating":5,"ratingCount":9999}"#
    let path = "/v1/listings/mine"
    let made = try await world.send(path, .put, [hana], form)
    #expect(made.status == 201 && !made.text.contains("rating"), "\(made.text)")
    let edited = try await world.send(path, .patch, [hana, any], #"{"rating":4.9,"ratingCount":50000,"price":3}"#)
    #expect(edited.status == 200 && !edited.text.contains("rating") && edited.text.contains(#""price":3"#))
    #expect(try await world.send(path + "/rating", .put, [hana], #"{"stars":5}"#).code == "own-listing")
    #expect(try await world.send(path + "/rating", .put, [world.member("ana")], #"{"stars":4}"#).status == 200)
    let shown = try await world.ask(path)
    let again = try await world.send(path, .put, [hana, any], shown.text)
    #expect(again.status == 200 && again.text == shown.text, "\(again.text)")
    let eva = try world.member("eva", role: .editor)
    let editor = try await world.send(path, .patch, [eva, any], #"{"ratingCount":2,"rating":1}"#)
    #expect(try editor.json["ratingCount"]?.integer == 3, "an editor may correct it: \(editor.text)")
  }

  @Test("run no script from names and addresses in pages")
  func scripts() async throws {
    let world = try ServerWorld()
    let host = try world.member("hana")
    let name = #"<script>alert(1)</script>\"><img src=x onerror=alert(2)>"#
    let form = #"{"kind":"bar","name":"\#(name)","lat":46.5,"lon":24.5,"url":"javascript:alert(3)","tags":["<b>"]}"#
    let made = try await world.send("/v1/listings/evil", .put, [host], form)
    guard made.status == 201 else {
      #expect(made.status == 400, "\(made.text)")
      return
    }
    for path in ["/collections/bars/items/evil", "/collections/bars/items?bbox=24,46,25,47"] {
      let page = try await world.ask(path, .get, [("Accept", "text/html")])
      #expect(page.status == 200 && page.headers[.contentType]?.contains("text/html") == true)
      #expect(!page.text.contains("<script>alert") && !page.text.contains("<img src=x"), "\(path)")
      #expect(!page.text.contains(#"href="javascript:"#), "\(path)")
    }
    let display = try await world.send("/v1/me", .patch, [host], #"{"displayName":"a\nb"}"#)
    #expect(display.code == "out-of-range", "names are one line")
  }

  @Test("have no invisible name, and no text that ends early")
  func texts() async throws {
    let world = try ServerWorld()
    let ana = try world.member("ana")
    for name in [#"\u200b"#, #"\u2060\ufeff"#, #"\u3164"#, #"\u2800"#, #"\u0301"#, #"\u00ad"#, #"\ue000"#] {
      let refused = try await world.send("/v1/me", .patch, [ana], #"{"displayName":"\#(name)"}"#)
      #expect(refused.code == "out-of-range", "\(name): \(refused.text)")
    }
    for name in ["Žofia", "李", "م\u{200C}ن", "👩‍🚀", "7"] {
      #expect(try await world.send("/v1/me", .patch, [ana], #"{"displayName":"\#(name)"}"#).status == 200, "\(name)")
    }
    for change in [
      #"{"about":"a\u0000b"}"#, #"{"displayName":"a\u0000b"}"#, #"{"language":"tlhingan"}"#, #"{"language":"de\n"}"#,
    ] { #expect(try await world.send("/v1/me", .patch, [ana], change).code == "out-of-range", "\(change)") }
    let path = "/v1/listings/stuttgart-brennglas/rating"
    let review = try await world.send(path, .put, [ana], #"{"stars":4,"text":"good\u0000"}"#)
    #expect(review.code == "out-of-range", "\(review.text)")
    let long = String(repeating: "a", count: 50_000)
    for language in [long, "d", "de de"] {
      let form =
        #"{"name":"bela","mail":"bela@example.org","password":"drei gute Worte","language":"\#(language)"}"#
      #expect(try await world.send("/v1/accounts", .post, [], form).code == "out-of-range")
    }
  }

  @Test("learn nothing of a private place by alerts, changes, tiles and counts")
  func privatePlace() async throws {
    let exact = Coordinate(latitude: 46.543210, longitude: 24.567890)
    var couch = Listing(id: "couch", kind: .couch, coordinate: exact)
    (couch.host, couch.publicRadiusMeters, couch.timeZone) = ("hana", 800, "UTC")
    let world = try ServerWorld([])
    // With this key the two points have no digits in common, and are never so near that one could be taken for the
    // other.
    let file = try DatabaseQueue(path: world.catalog.path)
    try await file.write {
      try $0.execute(
        sql: "INSERT INTO public_point VALUES (1, ?, 0)", arguments: [Data((0..<32).map { UInt8($0 * 7) })])
    }
    try file.close()
    try world.catalog.save([couch], source: "test", at: ServerWorld.now)
    try world.catalog.set(.news, to: true)
    let (hana, ana) = (try world.member("hana"), try world.member("ana"))
    let shown = try #require(try world.catalog.listing("couch")).coordinate
    try #require(Metric.wgs84.meters(from: shown, to: exact) > 100, "the public point is another one")
    try #require(!"\(shown.latitude)".hasPrefix("46.543") && !"\(shown.longitude)".hasPrefix("24.567"))
    func alert(at place: Coordinate, _ who: (String, String)) async throws {
      let query =
        #"{"near":{"lat":\#(place.latitude),"lon":\#(place.longitude)},"radius":5,"kinds":["couch"],"#
        + #""price":{"max":20,"currency":"EUR"}}"#
      let made = try await world.send("/v1/me/alerts", .post, [who], #"{"name":"Near","query":\#(query)}"#)
      #expect(made.status == 201, "\(made.text)")
    }
    try await alert(at: exact, ana)
    _ = try await world.ask("/v1/me/favourites/couch", .put, [ana])
    let any = ("If-Match", "*")
    _ = try await world.send("/v1/listings/couch", .patch, [hana, any], #"{"price":10,"currency":"EUR"}"#)
    #expect(try await world.server.services.members.alerts.tell(at: ServerWorld.now) == 0, "it is not there for others")
    try await world.server.services.members.news.tell()
    var seen = try await world.ask("/v1/changes?after=0&f=json", .get, [ana]).text
    seen += try await world.ask("/v1/listings/couch", .get, [ana]).text
    seen += try await world.ask("/v1/near?near=46.54,24.56&radius=5000", .get, [ana]).text
    seen += try await world.ask("/v1/export", .get, [world.key(.import)]).text
    for digits in ["46.5432", "24.5678", "46.54321", "24.56789"] { #expect(!seen.contains(digits), "\(digits)") }
    for (place, count) in [(exact, 0), (shown, 1)] {
      let box = [place.longitude, place.latitude, place.longitude, place.latitude]
      let edges = zip(box, [-5e-5, -4e-5, 5e-5, 4e-5]).map { "\($0 + $1)" }.joined(separator: ",")
      let around = #""within":{"bbox":[\#(edges)]},"limit":0"#
      let total = try await world.send("/v1/query", .post, [ana], #"{\#(around),"total":true}"#)
      #expect(try total.json["total"]?.integer ?? -1 == Int64(count), "\(total.text)")
      let clusters = try await world.send("/v1/query", .post, [ana], #"{\#(around),"cluster":17}"#)
      #expect(try clusters.json["clusters"]?.array?.count ?? -1 == count, "\(clusters.text)")
      for digits in ["46.5432", "24.5678"] { #expect(!clusters.text.contains(digits), "\(clusters.text)") }
    }
    for zoom in [10, 14, 17] {
      let (x, y) = Self.tile(of: exact, zoom)
      let (otherX, otherY) = Self.tile(of: shown, zoom)
      let tile = try await world.ask("/tiles/listings/\(zoom)/\(x)/\(y).mvt")
      #expect(tile.text.contains("couch") == ((x, y) == (otherX, otherY)), "zoom \(zoom)")
    }
  }

  private static func tile(of place: Coordinate, _ zoom: Int) -> (Int, Int) {
    let size = Double(1 << zoom)
    let latitude = place.latitude * .pi / 180
    return (
      Int((place.longitude + 180) / 360 * size), Int((1 - asinh(tan(latitude)) / .pi) / 2 * size)
    )
  }

  private struct Listener: LogHandler {
    let heard: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    init(_ heard: @escaping @Sendable (String) -> Void) { self.heard = heard }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) { heard("\(event.message) \(event.metadata ?? [:])") }
  }
}
