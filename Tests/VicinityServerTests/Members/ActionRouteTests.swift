import CivilTime
import Foundation
import HTTPTypes
import ServerTestSupport
import Streams
import Testing
import Vicinity

@testable import VicinityAccounts
@testable import VicinityServer

@Suite("Actions of members over HTTP")
struct ActionRouteTests {
  private struct World {
    let server: ServerWorld
    let ana: (String, String)
    let bela: (String, String)

    init() throws {
      var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 46.54, longitude: 24.56))
      (couch.host, couch.guests, couch.timeZone) = ("ana", 2, "UTC")
      couch.price = Price(minorUnits: 2500, currency: "EUR")
      var party = Listing(id: "party", kind: .event, coordinate: .init(latitude: 46.54, longitude: 24.56))
      (party.host, party.starts, party.capacity) = ("ana", ServerWorld.now + 3600, 1)
      (party.name, party.url) = ("Housewarming", "https://paypal.me/ana/5")
      var over = party
      (over.id, over.starts) = ("over", ServerWorld.now - 7200)
      let bar = Listing(id: "bar", kind: .bar, coordinate: .init(latitude: 46.54, longitude: 24.56))
      server = try ServerWorld([couch, party, over, bar])
      (ana, bela) = (try server.member("ana"), try server.member("bela", role: .member))
    }
  }

  @Test("book once for each key, and answer the same however often it is sent")
  func booking() async throws {
    let world = try World()
    let form = #"{"from":"2026-12-01","to":"2026-12-05","guests":2}"#
    let key = ("Idempotency-Key", "k-1")
    let path = "/v1/listings/couch/bookings"
    let first = try await world.server.send(path, .post, [world.bela, key], form)
    #expect(first.status == 201, "\(first.text)")
    #expect(first.headers[.location]?.hasSuffix("/v1/bookings/booking-1") == true)
    let again = try await world.server.send(path, .post, [world.bela, key], form)
    #expect(again.status == 201 && again.bytes == first.bytes)
    for bad in ["", String(repeating: "x", count: 300)] {
      let answer = try await world.server.send(path, .post, [world.bela, ("Idempotency-Key", bad)], form)
      #expect(answer.status == 400 && answer.code == "out-of-range", "\(answer.text)")
    }
    let other = try await world.server.send(
      path, .post, [world.bela, key], #"{"from":"2026-12-08","to":"2026-12-09"}"#)
    #expect(other.status == 409 && other.code == "key-reused")
    let taken = try await world.server.send(path, .post, [world.bela], form)
    #expect(taken.status == 409 && taken.code == "unavailable", "\(taken.text)")
    #expect(try await world.server.send(path, .post, [world.ana], form).code == "own-couch")
    #expect(try await world.server.send(path, .post, [], form).status == 401)
    let named = try await world.server.send(
      path, .post, [world.bela], #"{"from":"2026-12-08","to":"2026-12-09","member":"ana"}"#)
    #expect(named.code == "unknown-key", "who books is who asks")

    #expect(try await world.server.ask("/v1/me/hosting", .get, [world.ana]).json["requests"]?.array?.count == 1)
    #expect(try await world.server.ask("/v1/me/bookings", .get, [world.bela]).json["bookings"]?.array?.count == 1)
    #expect(
      try await world.server.ask("/v1/listings/couch/bookings", .get, [world.ana]).json["bookings"]?.array?.count == 1)
    let stranger = try world.server.member("csilla")
    #expect(try await world.server.ask("/v1/bookings/booking-1", .get, [stranger]).code == "unknown-booking")
    #expect(try await world.server.ask("/v1/bookings/booking-99", .get, [stranger]).code == "unknown-booking")
    #expect(try await world.server.ask("/v1/listings/couch/bookings", .get, [stranger]).code == "not-host")
    #expect(try await world.server.ask("/v1/bookings/booking-1/confirm", .post, [stranger]).code == "unknown-booking")
    #expect(try await world.server.ask("/v1/bookings/booking-1/confirm", .post, [world.bela]).code == "for-host")
    let confirmed = try await world.server.ask("/v1/bookings/booking-1/confirm", .post, [world.ana])
    #expect(try confirmed.json["status"]?.string == "confirmed")
    let cancelled = try await world.server.ask("/v1/bookings/booking-1/cancel", .post, [world.bela])
    #expect(try cancelled.json["status"]?.string == "cancelled")
    #expect(try await world.server.ask("/v1/bookings/booking-1/confirm", .post, [world.ana]).code == "wrong-status")
  }

  @Test("keep nights as a host")
  func blocks() async throws {
    let world = try World()
    let path = "/v1/listings/couch/blocks?from=2026-12-24&to=2026-12-27"
    #expect(try await world.server.ask(path, .put, [world.bela]).status == 403, "the role")
    #expect(try await world.server.ask(path, .put, [try world.server.member("csilla")]).code == "not-host")
    #expect(try await world.server.ask(path, .put, [world.ana]).status == 200)
    let form = #"{"from":"2026-12-26","to":"2026-12-28"}"#
    #expect(try await world.server.send("/v1/listings/couch/bookings", .post, [world.bela], form).code == "unavailable")
    let nights = "/v1/listings/couch/nights?from=2026-12-26&to=2026-12-28"
    #expect(try await taken(world, nights, world.ana) == ["blocked", nil])
    #expect(try await taken(world, nights, world.bela) == [nil, nil], "for the host alone")
    func free() async throws -> String? {
      try await world.server.ask(path, .delete, [world.ana]).json["status"]?.string
    }
    #expect(try await free() == "unblocked")
    #expect(try await free() == "unchanged")
    #expect(try await world.server.send("/v1/listings/couch/bookings", .post, [world.bela], form).status == 201)
    #expect(try await taken(world, nights, world.ana) == ["requested", "requested"])
    #expect(
      try await world.server.ask("/v1/listings/couch/blocks?from=2026-12-27&to=2026-12-24", .put, [world.ana]).code
        == "out-of-range")
  }

  private func taken(_ world: World, _ path: String, _ who: (String, String)) async throws -> [String?] {
    let nights = try await world.server.ask(path, .get, [who]).json["nights"]?.array ?? []
    return nights.map { $0.object?["taken"]?.string }
  }

  @Test("book no couch of a host with whom they cannot write, whoever has blocked whom")
  func blocked() async throws {
    let world = try World()
    let path = "/v1/listings/couch/bookings"
    let form = #"{"from":"2026-12-01","to":"2026-12-05"}"#
    for (blocker, other) in [(world.ana, "bela"), (world.bela, "ana")] {
      #expect(try await world.server.ask("/v1/me/blocked/\(other)", .put, [blocker]).status == 204)
      let refused = try await world.server.send(path, .post, [world.bela], form)
      #expect(refused.status == 403 && refused.code == "blocked", "\(refused.text)")
      #expect(try await world.server.ask("/v1/me/blocked/\(other)", .delete, [blocker]).status == 204)
    }
    #expect(try await world.server.send(path, .post, [world.bela], form).status == 201)
  }

  @Test("join, wait and leave, and see the attendees")
  func places() async throws {
    let world = try World()
    let joined = try await world.server.ask("/v1/listings/party/place", .put, [world.bela])
    #expect(try joined.json["status"]?.string == "joined", "\(joined.text)")
    let csilla = try world.server.member("csilla")
    #expect(try await world.server.ask("/v1/listings/party/place", .put, [csilla]).json["status"]?.string == "waiting")
    let attendees = try await world.server.ask("/v1/listings/party/attendees", .get, [world.ana])
    #expect(attendees.status == 200 && attendees.text.contains("bela"), "\(attendees.text)")
    #expect(
      try await world.server.ask("/v1/listings/party/attendees", .get, [try world.server.member("dora")]).status == 403)
    #expect(try await world.server.ask("/v1/me/joined", .get, [world.bela]).json["events"]?.array?.count == 1)
    #expect(
      try await world.server.ask("/v1/listings/party/place", .delete, [world.bela]).json["status"]?.string == "left")
    #expect(try await world.server.ask("/v1/listings/party/place", .put, [csilla]).json["status"]?.string == "joined")
    #expect(try await world.server.ask("/v1/listings/bar/place", .put, [csilla]).status == 409)
    #expect(try await world.server.ask("/v1/listings/over/place", .put, [csilla]).status == 409)
    #expect(try await world.server.ask("/v1/listings/nowhere/place", .put, [csilla]).status == 404)
    #expect(
      try await world.server.ask("/v1/listings/party/place?starts=tomorrow-ish", .put, [csilla]).status == 400)
  }

  @Test("several at once: all of them, or none")
  func several() async throws {
    let world = try World()
    let (join, bar) = (#"{"do":"join","listing":"party"}"#, #"{"do":"favourite","listing":"bar"}"#)
    func apply(_ actions: [String], by member: (String, String)) async throws -> ServerWorld.Answered {
      try await world.server.send("/v1/apply", .post, [member], #"{"actions":[\#(actions.joined(separator: ","))]}"#)
    }
    let refused = try await apply([bar, #"{"do":"join","listing":"over"}"#], by: world.bela)
    #expect(refused.status == 409 && refused.code == "over", "\(refused.text)")
    #expect(try refused.json["pointer"]?.string == "/actions/1", "\(refused.text)")
    let favorites = try await world.server.ask("/v1/me/favourites", .get, [world.bela])
    #expect(try favorites.json["favourites"]?.array?.isEmpty == true, "nothing was done")

    let done = try await apply([bar, join], by: world.bela)
    let outcomes = try done.json["outcomes"]?.array?.compactMap { $0.object?["status"]?.string }
    #expect(done.status == 200 && outcomes == ["added", "joined"], "\(done.text)")

    let wrong = try await apply([bar, #"{"do":"rate","listing":"bar","stars":9}"#], by: world.bela)
    #expect(try wrong.status == 400 && wrong.json["pointer"]?.string == "/actions/1/stars", "\(wrong.text)")
    let other = #"{"do":"favourite","listing":"bar","member":"ana"}"#
    #expect(try await apply([other], by: world.bela).code == "other-member")
    let night = #"{"do":"block","listing":"couch","from":"2026-12-24","to":"2026-12-27"}"#
    #expect(try await apply([night], by: world.bela).code == "forbidden", "for hosts")
    #expect(try await apply([night], by: world.ana).status == 200)
    #expect(try await apply([#"{"do":"remove","listing":"couch"}"#], by: world.ana).code == "conflict")
    #expect(try await apply(["7"], by: world.ana).code == "wrong-type")
    #expect(try await apply([], by: world.ana).code == "out-of-range")

    #expect(try await apply(Array(repeating: bar, count: 101), by: world.bela).code == "out-of-range")
    for key in [try world.server.key(.actAs), try world.server.key(.admin)] {
      #expect(try await apply([bar], by: key).status == 403, "an API key does not identify one")
    }
    let named = #"{"do":"favourite","listing":"bar","member":"ana"}"#
    #expect(try await apply([named], by: try world.server.key(.import)).status == 403, "for keys that act for members")
    let acting = try await apply([named], by: try world.server.key(.actAs))
    #expect(acting.status == 200, "\(acting.text)")
    #expect(try await world.server.ask("/v1/me/favourites", .get, [world.ana]).text.contains("bar"))
    let remove = #"{"do":"remove","listing":"over"}"#
    #expect(try await apply([remove], by: try world.server.key(.actAs)).code == "conflict", "not without import")
    #expect(try await apply([remove], by: world.ana).code == "conflict")
    #expect(try await apply([remove], by: try world.server.key(.admin)).status == 200)
  }

  @Test("several stays at once are performed like single ones")
  func severalStays() async throws {
    let world = try World()
    func apply(_ actions: [String], by member: (String, String)) async throws -> ServerWorld.Answered {
      try await world.server.send("/v1/apply", .post, [member], #"{"actions":[\#(actions.joined(separator: ","))]}"#)
    }
    let book = #"{"do":"book","listing":"couch","from":"2026-11-27","to":"2026-11-29","key":"k"}"#
    let booked = try await apply([book, book], by: world.bela)
    let bookings = try booked.json["outcomes"]?.array?.compactMap { $0.object?["booking"]?.string }
    #expect(booked.status == 200 && bookings == ["booking-1", "booking-1"], "\(booked.text)")
    #expect(try await apply([#"{"do":"confirm","booking":"booking-1"}"#], by: world.bela).code == "for-host")
    let answers = [
      #"{"do":"confirm","booking":"booking-1"}"#, #"{"do":"rate-guest","booking":"booking-1","stars":5}"#,
    ]
    #expect(try await apply([answers[1]], by: world.bela).code == "forbidden")
    #expect(try await apply(answers, by: world.ana).status == 200)
    #expect(try await world.server.ask("/v1/me/blocked/bela", .put, [world.ana]).status == 204)
    let refused = try await apply(
      [book.replacing("11-27", with: "12-01").replacing("11-29", with: "12-02")], by: world.bela)
    #expect(try refused.code == "blocked" && refused.json["pointer"]?.string == "/actions/0", "\(refused.text)")
    // Members never learn of the blocks of others.
    let zoe = try world.server.member("zoe")
    let named = book.replacing(#""do":"book""#, with: #""do":"book","member":"bela""#)
    #expect(try await apply([named], by: zoe).code == "other-member")
  }

  @Test("look back at where they were")
  func history() async throws {
    let world = try World()
    #expect(try await world.server.ask("/v1/listings/bar/visits", .post, [world.bela]).status == 200)
    let history = try await world.server.ask("/v1/me/history", .get, [world.bela]).json["history"]?.array
    #expect(history?.compactMap { $0.object?["what"]?.string } == ["visit"])
    func count(_ query: String) async throws -> Int? {
      try await world.server.ask("/v1/me/history?\(query)", .get, [world.bela]).json["history"]?.array?.count
    }
    let at = "\(ServerWorld.now)"
    #expect(try await count("before=\(at)") == 0)
    #expect(try await count("before=2026-12-01T00:00:00Z&limit=1") == 1)
    #expect(try await world.server.ask("/v1/me/history?before=now", .get, [world.bela]).code == "bad-time")
  }

  @Test("rate once per member, with a distribution")
  func ratings() async throws {
    let world = try World()
    let path = "/v1/listings/bar/rating"
    #expect(
      try await world.server.send(path, .put, [world.bela], #"{"stars":4.5,"text":"Twelve taps!"}"#).status == 200)
    #expect(try await world.server.send(path, .put, [world.bela], #"{"stars":3}"#).status == 200)
    #expect(try await world.server.send(path, .put, [world.ana], #"{"stars":4}"#).status == 200)
    #expect(try await world.server.send(path, .put, [world.ana], #"{"stars":4.2}"#).code == "out-of-range")
    #expect(try await world.server.send(path, .put, [world.ana], #"{"stars":4,"member":"bela"}"#).code == "unknown-key")
    let mine = try await world.server.ask("/v1/me/ratings", .get, [world.bela]).json["ratings"]?.array
    #expect(mine?.map(\.text).count == 1 && mine?[0].object?["stars"]?.text == "3", "\(mine ?? [])")
    let other = try await world.server.ask("/v1/me/ratings?listing=party", .get, [world.bela]).json["ratings"]?.array
    #expect(other?.isEmpty == true)
    let reviews = try await world.server.ask("/v1/listings/bar/reviews")
    #expect(try reviews.json["reviews"]?.array?.count == 2, "\(reviews.text)")
    #expect(try await world.server.ask(path, .delete, [world.ana]).status == 200)
    #expect(try await world.server.ask(path).json["ratingCount"]?.integer == 1)
    #expect(
      try await world.server.send("/v1/listings/party/rating", .put, [world.bela], #"{"stars":4}"#).code
        == "not-attended")
    #expect(try await world.server.ask("/v1/members/ana/rating").status == 200)
  }

  private func apply(
    _ action: String, by member: (String, String), in world: World
  ) async throws -> ServerWorld.Answered {
    try await world.server.send("/v1/apply", .post, [member], #"{"actions":[\#(action)]}"#)
  }

  @Test("rate a couch as guests whose stay has begun, unless the catalog lets all do so")
  func couchRatings() async throws {
    let world = try World()
    let path = "/v1/listings/couch/rating"
    func rate(_ who: (String, String)) async throws -> ServerWorld.Answered {
      try await world.server.send(path, .put, [who], #"{"stars":4}"#)
    }
    let editor = try world.server.member("eda", role: .editor)
    for who in [world.bela, editor] {
      let refused = try await rate(who)
      #expect(refused.status == 409 && refused.code == "not-stayed", "\(refused.text)")
    }
    let line = #"{"do":"rate","listing":"couch","stars":4}"#
    #expect(try await apply(line, by: world.bela, in: world).code == "not-stayed")
    let stay = #"{"from":"2026-11-27","to":"2026-11-29"}"#
    #expect(try await world.server.send("/v1/listings/couch/bookings", .post, [world.bela], stay).status == 201)
    #expect(try await rate(world.bela).code == "not-stayed", "not confirmed")
    _ = try await world.server.ask("/v1/bookings/booking-1/confirm", .post, [world.ana])
    #expect(try await rate(world.bela).status == 200)
    #expect(try await rate(editor).code == "not-stayed")
    try world.server.catalog.set(.openRatings, to: true)
    #expect(try await rate(editor).status == 200)
    try world.server.catalog.set(.guestRatings, to: true)
    #expect(try await rate(try world.server.member("zoe")).code == "not-stayed")
  }

  @Test("cannot book a couch without a host, and get its web address")
  func hostless() async throws {
    let world = try World()
    var imported = Listing(id: "imported", kind: .couch, coordinate: .init(latitude: 46.54, longitude: 24.56))
    imported.url = "https://rooms.example/7"
    var bare = imported
    (bare.id, bare.url) = ("bare", nil)
    try world.server.catalog.save([imported, bare], source: "rooms")
    let form = #"{"from":"2026-12-01","to":"2026-12-05"}"#
    for (id, hint) in [("imported", "see https://rooms.example/7"), ("bare", "cannot be booked")] {
      let answer = try await world.server.send("/v1/listings/\(id)/bookings", .post, [world.bela], form)
      #expect(answer.status == 409 && answer.code == "no-host" && answer.text.contains(hint), "\(answer.text)")
      let line = #"{"do":"book","listing":"\#(id)","from":"2026-12-01","to":"2026-12-05"}"#
      #expect(try await apply(line, by: world.bela, in: world).code == "no-host")
    }
    #expect(try await world.server.ask("/v1/me/bookings", .get, [world.bela]).json["bookings"]?.array?.isEmpty == true)
    // The owner of the catalog books for members, and answers.
    let nights = try #require(
      Nights(from: try LocalDate(parsing: "2026-12-01"), to: try LocalDate(parsing: "2026-12-05")))
    let request = BookingRequest(listing: "bare", member: "bela", nights: nights, guests: 1)
    #expect(try world.server.catalog.book(request, at: ServerWorld.now).status == .requested)
  }

  @Test("rate the guest of a stay, as its host")
  func guests() async throws {
    let world = try World()
    let form = #"{"from":"2026-11-27","to":"2026-11-28"}"#
    _ = try await world.server.send("/v1/listings/couch/bookings", .post, [world.bela], form)
    _ = try await world.server.ask("/v1/bookings/booking-1/confirm", .post, [world.ana])
    let path = "/v1/bookings/booking-1/guest-rating"
    #expect(try await world.server.send(path, .put, [world.bela], #"{"stars":5}"#).status == 403, "the role")
    #expect(try await world.server.send(path, .put, [world.ana], #"{"stars":4.5,"text":"Kind"}"#).status == 200)
    let rating = try await world.server.ask("/v1/members/bela/guest-rating", .get, [world.ana])
    #expect(try rating.json["rating"]?.text == "4.5" && rating.text.contains("Kind"), "\(rating.text)")
    #expect(try await world.server.ask("/v1/members/bela/guest-rating").status == 401)
  }

  @Test("store favorites, and list today's")
  func favorites() async throws {
    let world = try World()
    for id in ["bar", "party"] {
      #expect(try await world.server.ask("/v1/me/favourites/\(id)", .put, [world.bela]).status == 200)
    }
    let all = try await world.server.ask("/v1/me/favourites?near=46.54,24.56", .get, [world.bela])
    #expect(try all.json["favourites"]?.array?.count == 2, "\(all.text)")
    let today = try await world.server.ask("/v1/me/favourites?on=today", .get, [world.bela])
    #expect(today.text.contains("party"), "\(today.text)")
    #expect(
      try await world.server.ask("/v1/me/favourites", .get, [world.ana]).json["favourites"]?.array?.isEmpty == true)
    #expect(try await world.server.ask("/v1/me/favourites/bar", .delete, [world.bela]).status == 200)
    #expect(try await world.server.ask("/v1/me/favourites/nowhere", .put, [world.bela]).status == 404)
  }

  @Test("offer, change and remove listings of one's own; editors those of all")
  func listings() async throws {
    let world = try World()
    let form = #"{"kind":"event","name":"Quiz","lat":46.5,"lon":24.5,"starts":"2026-12-01T19:00:00+02:00"}"#
    let made = try await world.server.send("/v1/listings/quiz", .put, [world.ana], form)
    #expect(made.status == 201, "\(made.text)")
    #expect(try made.json["host"]?.string == "ana", "it is hers")
    let csilla = try world.server.member("csilla")
    let any = ("If-Match", "*")
    #expect(
      try await world.server.send("/v1/listings/quiz", .patch, [csilla, any], #"{"price":3}"#).code == "not-host")
    #expect(try await world.server.send("/v1/listings/quiz", .put, [csilla, any], form).code == "not-host")
    #expect(try await world.server.ask("/v1/listings/quiz", .delete, [csilla, any]).code == "not-host")
    #expect(try await world.server.send("/v1/listings/quiz", .patch, [world.bela, any], #"{"price":3}"#).status == 403)
    #expect(
      try await world.server.send("/v1/listings/quiz", .patch, [world.ana, any], #"{"host":"csilla"}"#).code
        == "other-host")
    #expect(try await world.server.send("/v1/listings/quiz", .patch, [world.ana, any], #"{"price":3}"#).status == 200)
    let eva = try world.server.member("eva", role: .editor)
    #expect(try await world.server.send("/v1/listings/quiz", .patch, [eva, any], #"{"price":4}"#).status == 200)
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    #expect(try await world.server.ask("/v1/listings/quiz/pictures", .post, [csilla], body: png).code == "not-host")
    #expect(try await world.server.ask("/v1/listings/quiz/pictures", .post, [world.ana], body: png).status == 201)
    #expect(try await world.server.ask("/v1/listings/quiz/pictures/1", .delete, [csilla]).code == "not-host")
    #expect(try await world.server.ask("/v1/listings/quiz", .delete, [eva, any]).status == 204)
    #expect(try await world.server.ask("/v1/import?source=x", .post, [eva], text: "").status == 403, "keys import")
  }

  @Test("do not lose what a host says by a mistyped key")
  func mistypedKeys() async throws {
    let world = try World()
    let path = "/v1/listings/attic"
    let form = #"{"kind":"couch","name":"Attic","lat":46.5,"lon":24.5,"publicradius":400,"address":"Secret 3"}"#
    let answer = try await world.server.send(path, .put, [world.ana], form)
    #expect(try answer.code == "unknown-key" && answer.json["suggestion"]?.string == "publicRadius", "\(answer.text)")
    #expect(try await world.server.ask(path).status == 404, "a private home is not published")
    let key = try world.server.key(.import)
    #expect(try await world.server.send(path, .put, [key], form).code == "unknown-key")
    let odd = #"{"kind":"bar","lat":46.5,"lon":24.5,"zzz":1}"#
    #expect(try await world.server.send("/v1/listings/z", .put, [world.ana], odd).code == "unknown-key")
    #expect(try await world.server.send("/v1/listings/z", .put, [key], odd).status == 201, "as imports do")
    let shown = try await world.server.ask("/v1/listings/z").text
    let eva = try world.server.member("eva", role: .editor)
    let put = try await world.server.send("/v1/listings/z", .put, [eva, ("If-Match", "*")], shown)
    #expect(put.status == 200, "\(put.text)")
  }

  @Test("are refused to others than the one whose thing it is")
  func others() async throws {
    let world = try World()
    let csilla = try world.server.member("csilla")
    let sessions = try await world.server.ask("/v1/sessions", .get, [world.bela]).json["sessions"]?.array
    let session = try #require(sessions?.first?.object?["id"]?.string)
    #expect(try await world.server.ask("/v1/sessions/\(session)", .delete, [csilla]).status == 404)
    #expect(try await world.server.ask("/v1/me", .get, [world.bela]).status == 200, "it goes on")
    let stay = #"{"from":"2026-11-27","to":"2026-11-29"}"#
    #expect(try await world.server.send("/v1/listings/couch/bookings", .post, [world.bela], stay).status == 201)
    #expect(try await world.server.ask("/v1/bookings/booking-1/confirm", .post, [world.ana]).status == 200)
    let rating = try await world.server.send("/v1/bookings/booking-1/guest-rating", .put, [csilla], #"{"stars":1}"#)
    #expect(rating.code == "unknown-booking", "\(rating.text)")
    let blocks = "/v1/listings/couch/blocks?from=2026-12-24&to=2026-12-27"
    #expect(try await world.server.ask(blocks, .put, [world.ana]).status == 200)
    #expect(try await world.server.ask(blocks, .delete, [csilla]).code == "not-host")
    let (eva, block) = (
      try world.server.member("eva", role: .editor),
      #"{"actions":[{"do":"block","listing":"couch","from":"2026-12-20","to":"2026-12-22"}]}"#
    )
    for method in [HTTPRequest.Method.put, .delete] {
      #expect(try await world.server.ask(blocks, method, [eva]).code == "not-host", "editors are no hosts")
    }
    for action in [block, block.replacing("block", with: "unblock")] {
      #expect(try await world.server.send("/v1/apply", .post, [eva], action).code == "not-host")
    }
    let nights = try await world.server.ask("/v1/listings/couch/nights?from=2026-12-24&to=2026-12-25").text
    #expect(nights.contains(#""free":false"#), "\(nights)")
  }

  @Test("are closed to anonymous callers, and to lower roles")
  func closed() async throws {
    let world = try World()
    for route in VicinityServer.routes { try await checkClosed(route, world) }
  }

  private func checkClosed(_ route: Route, _ world: World) async throws {
    guard let role = route.role else { return }
    let path = route.path.split(separator: "/").map { $0.hasPrefix("{") ? "x" : String($0) }.joined(separator: "/")
    let body: [UInt8] = route.body == nil ? [] : Array("{}".utf8)
    let nobody = try await world.server.ask(
      "/" + path, route.method, [("Content-Type", "application/json")], body: body)
    #expect(nobody.status == 401, "\(route.method) \(path): \(nobody.text)")
    if route.scope == nil {
      let fields = [("Content-Type", "application/json"), try world.server.key(.admin)]
      #expect(try await world.server.ask("/" + path, route.method, fields, body: body).status == 403, "\(path)")
    }
    guard role > .member else { return }
    let member = try await world.server.ask(
      "/" + path, route.method, [("Content-Type", "application/json"), world.bela], body: body)
    #expect(member.status == 403, "\(route.method) \(path): \(member.text)")
  }
}
