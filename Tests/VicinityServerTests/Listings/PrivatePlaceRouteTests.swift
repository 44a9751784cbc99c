import Foundation
import Geography
import HTTPTypes
import ServerTestSupport
import Streams
import Testing
import Vicinity
import VicinityFormats

@testable import VicinityServer

@Suite("Private places over HTTP")
struct PrivatePlaceRouteTests {
  private let world: ServerWorld
  private let host: (String, String)
  private let guest: (String, String)
  private static let exact = #""lat":46.5425,"lon":24.5575"#
  private static let any = ("If-Match", "*")

  init() throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 46.5425, longitude: 24.5575))
    (couch.host, couch.publicRadiusMeters, couch.timeZone) = ("hana", 800, "UTC")
    (couch.address, couch.name, couch.guests) = ("Kert utca 7", "Attic", 2)
    world = try ServerWorld([couch])
    (host, guest) = (try world.member("hana"), try world.member("gyula", role: .member))
  }

  /// Whether all queries show the exact location, or none does.
  private func isShown(to who: [(String, String)]) async throws -> Bool {
    let query = #"{"within":{"bbox":[24.4,46.4,24.7,46.7]},"fields":["address","lat","lon"]"#
    let answers = [
      try await world.ask("/v1/listings/couch", .get, who),
      try await world.ask("/v1/near?bbox=24.4,46.4,24.7,46.7&fields=address,lat,lon", .get, who),
      try await world.send("/v1/query", .post, who, query + "}"),
      try await world.send("/v1/map", .post, who, query + #","zoom":10}"#),
      try await world.ask(
        "/v1/batch", .post, who + [("Content-Type", "application/x-ndjson")], text: query + "}\n"),
    ]
    for answer in answers { #expect(answer.status == 200, "\(answer.text)") }
    let shown = Set(answers.map { $0.text.contains(Self.exact) && $0.text.contains("Kert utca 7") })
    #expect(shown.count == 1, "\(answers.map(\.text))")
    if shown == [false] { #expect(!answers.contains { $0.text.contains("Kert") || $0.text.contains(Self.exact) }) }
    return shown.contains(true)
  }

  @Test("are for the host, and for a guest from the confirmation until the cancellation")
  func readers() async throws {
    #expect(try await isShown(to: [host]))
    #expect(try await !isShown(to: []))
    #expect(try await !isShown(to: [world.member("zoe", role: .editor)]))
    #expect(try await !isShown(to: [guest]))
    let stay = #"{"from":"2026-12-01","to":"2026-12-03"}"#
    #expect(try await world.send("/v1/listings/couch/bookings", .post, [guest], stay).status == 201)
    #expect(try await !isShown(to: [guest]))
    #expect(try await world.ask("/v1/bookings/booking-1/confirm", .post, [host]).status == 200)
    #expect(try await isShown(to: [guest]))
    #expect(try await !isShown(to: [world.member("zoe")]))
    #expect(try await world.ask("/v1/bookings/booking-1/cancel", .post, [guest]).status == 200)
    #expect(try await !isShown(to: [guest]))
  }

  @Test("are the same after the host has sent back what was shown")
  func roundTrip() async throws {
    let before = try await world.ask("/v1/listings/couch").text
    let shown = try await world.ask("/v1/listings/couch", .get, [host])
    #expect(shown.text.contains(#""publicRadius":800"#), "\(shown.text)")
    let put = try await world.send("/v1/listings/couch", .put, [host, Self.any], shown.text)
    #expect(put.status == 200 && put.text == shown.text, "\(put.text)")
    #expect(try await world.ask("/v1/listings/couch").text == before)
    _ = try await world.send("/v1/listings/couch", .patch, [host, Self.any], #"{"lat":46.9,"address":"Szél utca 1"}"#)
    #expect(try await world.ask("/v1/listings/couch", .get, [host]).text.contains("Szél utca 1"))
    #expect(!(try await world.ask("/v1/listings/couch").text.contains("Szél")))
  }

  @Test("stay as they are when an editor changes the couch")
  func editors() async throws {
    let path = "/v1/listings/couch"
    let eva = try world.member("eva", role: .editor)
    for patch in [
      #"{"publicRadius":0}"#, #"{"publicRadius":null}"#, #"{"publicRadius":800}"#, #"{"host":"eva"}"#,
      #"{"host":null}"#, #"{"lat":46.9}"#, #"{"lat":46.5425}"#, #"{"address":null}"#,
    ] {
      let refused = try await world.send(path, .patch, [eva, Self.any], patch)
      #expect(refused.status == 403 && refused.code == "private-place", "\(patch): \(refused.text)")
    }
    let shown = try await world.ask(path, .get, [eva])
    let tag = ("If-Match", try #require(shown.headers[.eTag]))
    let put = try await world.send(path, .put, [eva, tag], shown.text.replacing("Attic", with: "Loft"))
    #expect(put.status == 200 && put.text == shown.text.replacing("Attic", with: "Loft"), "\(put.text)")
    for (old, new) in [
      (#""lat":"#, #""publicRadius":0,"lat":"#), (#""lat":"#, #""address":"Kert utca 7","lat":"#),
      (#""lat":46"#, #""lat":47"#), (#""host":"hana""#, #""host":"eva""#),
    ] {
      let text = put.text.replacing(old, with: new)
      let refused = try await world.send(path, .put, [eva, Self.any], text)
      #expect(text != put.text && refused.code == "private-place", "\(refused.text)")
    }
    _ = try await world.send(path, .patch, [eva, Self.any], #"{"guests":3}"#)
    #expect(try await !isShown(to: [eva]))
    #expect(try await isShown(to: [host]))
    #expect(try await world.ask(path, .get, [host]).text.contains(#""publicRadius":800"#))
    let opened = try await world.send(path, .patch, [host, Self.any], #"{"publicRadius":0}"#)
    #expect(opened.status == 200 && opened.text.contains(Self.exact), "\(opened.text)")
  }

  @Test("cannot be found by an editor who recreates the couch at one location after the other")
  func guesses() async throws {
    let path = "/v1/listings/couch"
    let eva = try world.member("eva", role: .editor)
    #expect(try await world.ask(path, .delete, [eva, Self.any]).status == 204)
    func form(_ extra: String) -> String {
      #"{"kind":"couch","lat":46.5425,"lon":24.5575,"guests":2,"timezone":"UTC"\#(extra)}"#
    }
    for extra in [#","host":"hana","publicRadius":800"#, #","publicRadius":800"#] {
      #expect(try await world.send(path, .put, [eva], form(extra)).code == "private-place", "\(extra)")
    }
    // By way of a public listing, or one of the editor's own.
    #expect(try await world.send(path, .put, [eva], form(#","host":"hana","publicRadius":0"#)).status == 201)
    for patch in [#"{"publicRadius":800}"#, #"{"publicRadius":800,"lat":46.55}"#] {
      #expect(try await world.send(path, .patch, [eva, Self.any], patch).code == "private-place", "\(patch)")
    }
    #expect(try await world.ask(path, .delete, [eva, Self.any]).status == 204)
    #expect(try await world.send(path, .put, [eva], form(#","host":"eva","publicRadius":800"#)).status == 201)
    #expect(try await world.send(path, .patch, [eva, Self.any], #"{"host":"hana"}"#).code == "private-place")
    let given = form(#","host":"hana","publicRadius":800"#)
    #expect(try await world.send(path, .put, [eva, Self.any], given).code == "private-place")
    // In a catalog that hides all couches.
    let hidden = try ServerWorld([])
    _ = try hidden.catalog.bulkLoad(source: "x", at: ServerWorld.now) { try $0.setUsualPublicRadius(500) }
    let zoe = try hidden.member("zoe", role: .editor)
    #expect(try await hidden.send(path, .put, [zoe], form(#","host":"hana""#)).code == "private-place")
    #expect(try await hidden.send(path, .put, [zoe], form(#","host":"zoe""#)).status == 201)
  }

  @Test("cause no news for members who cannot see their changes")
  func told() async throws {
    try world.catalog.set(.news, to: true)
    let path = "/v1/listings/couch"
    let (ana, any) = (try world.member("ana", role: .member), Self.any)
    _ = try await world.ask("/v1/me/favourites/couch", .put, [ana])
    let stay = #"{"from":"2026-12-01","to":"2026-12-03"}"#
    #expect(try await world.send("/v1/listings/couch/bookings", .post, [guest], stay).status == 201)
    #expect(try await world.ask("/v1/bookings/booking-1/confirm", .post, [host]).status == 200)
    func news(_ who: (String, String)) async throws -> [String] {
      try await world.server.services.members.news.tell()
      let page = try await world.ask("/v1/changes?after=0&f=json", .get, [who]).json
      return (page["changes"]?.array ?? []).compactMap { change in
        change.object?["changed"]?.array?.compactMap(\.string).joined(separator: ",")
      }
    }
    let before = try await world.ask(path).text
    let moved = #"{"lat":46.54251,"address":"Kert utca 9"}"#
    #expect(try await world.send(path, .patch, [host, any], moved).status == 200)
    try #require(try await world.ask(path).text == before, "the public point stays")
    #expect(try await news(ana) == [])
    #expect(try await news(guest) == ["lat,address"])
    #expect(
      try await world.send(path, .patch, [host, any], #"{"lat":46.54252,"price":20,"currency":"EUR"}"#).status == 200)
    #expect(try await news(ana) == ["price,currency"])
    #expect(try await world.send(path, .patch, [host, any], #"{"publicRadius":0}"#).status == 200)
    let last = try await news(ana).last ?? ""
    #expect(last.contains("lat") && last.contains("lon") && last.contains("address"), "\(last)")
  }

  private static let path = "/v1/listings/new"
  private static let offered = #"{"kind":"couch","name":"Nook",\#(exact),"address":"Kert utca 9","guests":1"#

  /// Offers a couch as the host, and returns the host's view of it.
  private func offer(_ radius: String = "", by who: (String, String)? = nil) async throws -> String {
    let put = try await world.send(Self.path, .put, [who ?? host], Self.offered + radius + "}")
    #expect(put.status == 201, "\(put.text)")
    return put.text
  }

  @Test("apply to new couches unless their host chooses otherwise", arguments: ["", #","publicRadius":null"#])
  func usual(radius: String) async throws {
    let text = try await offer(radius)
    #expect(text.contains(Self.exact) && text.contains(#""publicRadius":300"#), "\(text)")
    let (open, exported) = (
      try await world.ask(Self.path), try await world.ask("/v1/export", .get, [world.key(.import)])
    )
    for answer in [open, exported] {
      #expect(answer.text.contains("Nook") && !answer.text.contains("Kert utca 9"), "\(answer.text)")
    }
    let (lat, lon) = (try open.json["lat"]?.number ?? 0, try open.json["lon"]?.number ?? 0)
    let shown = Coordinate(latitude: lat, longitude: lon)
    let meters = Metric.wgs84.meters(from: shown, to: .init(latitude: 46.5425, longitude: 24.5575))
    #expect(meters > 0 && meters <= 300)
  }

  @Test("are given up by their host, and only by saying so")
  func saying() async throws {
    #expect(try await offer(#","publicRadius":0"#).contains(Self.exact))
    #expect(try await world.ask(Self.path).text.contains(Self.exact))
    let hidden = try await world.send(Self.path, .patch, [host, Self.any], #"{"publicRadius":500}"#)
    #expect(hidden.text.contains(#""publicRadius":500"#), "\(hidden.text)")
    let open = try await world.ask(Self.path).text
    #expect(!open.contains(Self.exact) && !open.contains("Kert"))
    // Left out: unchanged.
    let form = Self.offered.replacing("Nook", with: "Corner") + #","host":"hana"}"#
    let put = try await world.send(Self.path, .put, [host, Self.any], form)
    #expect(put.status == 200 && put.text.contains(#""publicRadius":500"#), "\(put.text)")
    #expect(try await world.ask(Self.path).text == open.replacing("Nook", with: "Corner"))
    for (who, code) in [(guest, "role"), (try world.member("zoe"), "not-host")] {
      let refused = try await world.send(Self.path, .patch, [who, Self.any], #"{"publicRadius":0}"#)
      #expect(refused.status == 403 && (code == "role" || refused.code == code), "\(refused.text)")
    }
    let opened = try await world.send(Self.path, .patch, [host, Self.any], #"{"publicRadius":0}"#)
    #expect(opened.status == 200)
    #expect(try await world.ask(Self.path).text.contains(Self.exact))
    // The same radius shows the same point again.
    _ = try await world.send(Self.path, .patch, [host, Self.any], #"{"publicRadius":500}"#)
    #expect(try await world.ask(Self.path).text == open.replacing("Nook", with: "Corner"))
  }

  @Test("of new couches have the catalog's radius if it has one, and keys can choose")
  func ofCatalog() async throws {
    // An editor who offers another member's couch decides what others see of it.
    let eva = try world.member("eva", role: .editor)
    let given = try await world.send("/v1/listings/given", .put, [eva], Self.offered + #","host":"hana"}"#)
    #expect(given.status == 201 && given.text.contains(Self.exact), "\(given.text)")
    #expect(try await offer(by: world.key(.import)).contains(Self.exact))
    #expect(try await world.ask(Self.path).text.contains(Self.exact))
    _ = try await world.ask(Self.path, .delete, [world.key(.import), Self.any])
    var options = ImportOptions()
    options.publicRadiusMeters = 900
    let file = world.temporary.folder.appending(path: "other.jsonl")
    try Data(#"{"id":"other","kind":"couch","lat":46.6,"lon":24.6}"#.utf8).write(to: file)
    _ = try Importer(path: file.path, options: options).run(into: world.catalog)
    #expect(try await offer().contains(#""publicRadius":900"#))
  }

  @Test("have other entity tags for members who see them")
  func tags() async throws {
    for path in ["/v1/listings/couch", "/v1/near?bbox=24.4,46.4,24.7,46.7"] {
      let open = try await world.ask(path)
      let tag = try #require(open.headers[.eTag])
      #expect(try await world.ask(path, .get, [("If-None-Match", tag)]).status == 304)
      #expect(try await world.ask(path, .get, [host, ("If-None-Match", tag)]).status == 200, "\(path)")
    }
  }
}
