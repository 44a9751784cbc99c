import CivilTime
import Foundation
import GRDB
import HTTPTypes
import ServerTestSupport
import Streams
import Testing
import Vicinity

@testable import VicinityAccounts
@testable import VicinityServer

@Suite("Conversations over HTTP")
struct ConversationRouteTests {
  private let world: ServerWorld
  private let ana: (String, String)
  private let bela: (String, String)

  init() throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 46.54, longitude: 24.56))
    (couch.host, couch.guests, couch.timeZone, couch.name) = ("ana", 2, "UTC", "Dachkammer")
    couch.publicRadiusMeters = 500
    var party = Listing(id: "party", kind: .event, coordinate: .init(latitude: 46.54, longitude: 24.56))
    (party.host, party.starts, party.name) = ("ana", ServerWorld.now + 3600, "Housewarming")
    world = try ServerWorld([couch, party])
    try world.catalog.set(.news, to: true)
    (ana, bela) = (try world.member("ana"), try world.member("bela"))
  }

  private func open(_ who: (String, String), with other: String) async throws -> String {
    let answer = try await world.send("/v1/conversations", .post, [who], #"{"with":"\#(other)"}"#)
    return try #require(try answer.json["id"]?.string, "\(answer.text)")
  }

  private func say(_ text: String, in id: String, by who: (String, String), key: String? = nil) async throws
    -> ServerWorld.Answered
  {
    let fields = [who] + (key.map { [("Idempotency-Key", $0)] } ?? [])
    return try await world.send("/v1/conversations/\(id)/messages", .post, fields, #"{"text":"\#(text)"}"#)
  }

  private func list(_ who: (String, String)) async throws -> [JSONObject] {
    try await world.ask("/v1/conversations", .get, [who]).json["conversations"]?.array?.compactMap(\.object) ?? []
  }

  private func messages(_ id: String, _ who: (String, String), _ query: String = "") async throws -> [JSONObject] {
    try await world.ask("/v1/conversations/\(id)/messages\(query)", .get, [who]).json["messages"]?.array?
      .compactMap(\.object) ?? []
  }

  @Test("have a last message and an unread count, and are private to two members")
  func two() async throws {
    let id = try await open(ana, with: "Bela")
    #expect(try await open(bela, with: "ana") == id, "there is one for two")
    let sent = try await say("Szia!", in: id, by: ana)
    #expect(sent.status == 201, "\(sent.text)")
    _ = try await say("Ott vagy?", in: id, by: ana)
    let conversation = try #require(try await list(bela).first)
    #expect(conversation["unread"]?.integer == 2 && conversation["with"]?.string == "ana")
    #expect(conversation["last"]?.object?["text"]?.string == "Ott vagy?")
    #expect(try await list(ana).first?["unread"]?.integer == 0, "one's own are not unread")
    let number = try #require(conversation["last"]?.object?["number"]?.integer)
    #expect(
      try await world.send("/v1/conversations/\(id)/read", .post, [bela], #"{"number":\#(number)}"#).status == 204)
    #expect(try await list(bela).first?["unread"]?.integer == 0)
    let most = #"{"number":\#(Int.max)}"#
    #expect(try await world.send("/v1/conversations/\(id)/read", .post, [ana], most).status == 204)
    #expect(try await messages(id, bela).compactMap { $0["text"]?.string } == ["Ott vagy?", "Szia!"])
    #expect(try await messages(id, bela, "?after=0&limit=1").compactMap { $0["text"]?.string } == ["Szia!"])
    #expect(try await messages(id, bela, "?before=\(number)").compactMap { $0["text"]?.string } == ["Szia!"])
    _ = try await say("Itt vagyok", in: id, by: bela)
    #expect(try await list(ana).first?["unread"]?.integer == 1, "what comes later is not read")

    let csilla = try world.member("csilla")
    for (method, path, body) in [
      (HTTPRequest.Method.get, "", ""), (.get, "/messages", ""), (.post, "/messages", #"{"text":"Hi"}"#),
      (.post, "/read", #"{"number":1}"#), (.delete, "/messages/\(number)", ""),
      (.put, "/messages/\(number)/location", #"{"lat":1,"lon":1}"#),
    ] {
      let answer = try await world.ask(
        "/v1/conversations/\(id)\(path)", method, [csilla, ("Content-Type", "application/json")], text: body)
      #expect(answer.code == "unknown-conversation", "\(method) \(path): \(answer.text)")
    }
    #expect(try await world.send("/v1/conversations", .post, [ana], #"{"with":"nobody"}"#).code == "unknown-member")
    #expect(try await world.send("/v1/conversations", .post, [ana], #"{"with":"ana"}"#).status == 400)
  }

  @Test("are all on one of the pages, also without a message")
  func pages() async throws {
    for name in ["csilla", "dora", "eva"] {
      _ = try world.member(name)
      _ = try await open(ana, with: name)
    }
    _ = try await say("Szia!", in: try await open(ana, with: "bela"), by: ana)
    var (seen, next): ([String], String?) = ([], "/v1/conversations?limit=1")
    while let path = next, seen.count < 9 {
      let page = try await world.ask(path.replacing("http://test", with: ""), .get, [ana]).json
      seen += page["conversations"]?.array?.compactMap { $0.object?["with"]?.string } ?? []
      next = page["next"]?.string
    }
    #expect(seen == ["bela", "eva", "dora", "csilla"])
    #expect(try await world.ask("/v1/conversations?before=x", .get, [ana]).status == 400)
  }

  @Test("keep a message once, however often it is sent")
  func keys() async throws {
    let id = try await open(ana, with: "bela")
    let first = try await say("Once", in: id, by: ana, key: "k")
    let again = try await say("Once", in: id, by: ana, key: "k")
    #expect(first.status == 201 && again.status == 200 && first.bytes == again.bytes)
    #expect(try await say("Twice", in: id, by: ana, key: "k").code == "key-reused", "another text is not lost silently")
    #expect(try await say("Mine", in: id, by: bela, key: "k").status == 201, "keys belong to a member")
    #expect(try await messages(id, ana).count == 2)
    let other = try await open(
      ana,
      with: {
        _ = try world.member("csilla"); return "csilla"
      }())
    #expect(try await say("Once", in: other, by: ana, key: "k").code == "key-reused")
  }

  @Test("have locations, live ones for a limited time, with links to nearby listings")
  func locations() async throws {
    let id = try await open(ana, with: "bela")
    let form =
      #"{"location":{"lat":46.5446,"lon":24.562,"name":"Rózsák tere","address":"Piața Trandafirilor 1","#
      + #""telephone":"+40 265","live":900}}"#
    let sent = try await world.send("/v1/conversations/\(id)/messages", .post, [ana], form)
    #expect(sent.status == 201, "\(sent.text)")
    let number = try #require(try sent.json["number"]?.integer)
    let location = try #require(try await messages(id, bela).first?["location"]?.object)
    #expect(location["name"]?.string == "Rózsák tere" && location["until"] != nil)
    let near = try #require(location["near"]?.string)
    #expect(try await world.ask(near).json["results"]?.array?.isEmpty == false)
    let path = "/v1/conversations/\(id)/messages/\(number)/location"
    #expect(try await world.send(path, .put, [bela], #"{"lat":1,"lon":2}"#).code == "other-member")
    #expect(try await world.send(path, .put, [ana], #"{"lat":1.5,"lon":2.5}"#).status == 200)
    #expect(try await messages(id, bela).first?["location"]?.object?["lat"]?.text == "1.5")
    #expect(try await world.send(path, .put, [ana], #"{"stop":true}"#).status == 200)
    #expect(try await world.send(path, .put, [ana], #"{"lat":3,"lon":3}"#).code == "not-live")
    for bad in [#"{"lat":91,"lon":0}"#, #"{"lat":1}"#, #"{"lat":1,"lon":1,"live":1}"#, #"{"lat":1,"lon":1,"x":1}"#] {
      let answer = try await world.send("/v1/conversations/\(id)/messages", .post, [ana], #"{"location":\#(bad)}"#)
      #expect(answer.status == 400, "\(bad)")
    }
  }

  @Test("have places of listings with their ids")
  func sharedListings() async throws {
    let id = try await open(ana, with: "bela")
    let form = #"{"location":{"lat":46.5446,"lon":24.562,"name":"Rózsák tere","listing":"odd id/ü"}}"#
    #expect(try await world.send("/v1/conversations/\(id)/messages", .post, [ana], form).status == 201)
    #expect(try await messages(id, bela).first?["location"]?.object?["listing"]?.string == "odd id/ü")
    let long = String(repeating: "x", count: 1001)
    let bad = #"{"location":{"lat":1,"lon":1,"listing":"\#(long)"}}"#
    #expect(try await world.send("/v1/conversations/\(id)/messages", .post, [ana], bad).code == "out-of-range")
  }

  @Test("have pictures and videos that only participants can see")
  func media() async throws {
    let id = try await open(ana, with: "bela")
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    let mp4: [UInt8] = [0, 0, 0, 24] + Array("ftypisom".utf8) + (0..<100).map { UInt8($0) }
    let html = Array("<html><script>alert(1)</script>".utf8)
    #expect(try await world.ask("/v1/media", .post, [ana], body: html).status == 415)
    #expect(try await world.ask("/v1/media", .post, [ana, ("Content-Type", "image/png")], body: html).status == 415)
    let polyglot = Array("GIF89a=1/*".utf8) + html + Array("*/".utf8)
    for (bytes, type) in [(png, "image/png"), (mp4, "video/mp4"), (polyglot, "image/gif")] {
      let kept = try await world.ask("/v1/media", .post, [ana], body: bytes)
      #expect(kept.status == 201, "\(kept.text)")
      let medium = try #require(try kept.json["id"]?.string)
      #expect(try await world.ask("/v1/media/\(medium)", .get, [bela]).code == "unknown-media", "it was not sent")
      #expect(
        try await world.send("/v1/conversations/\(id)/messages", .post, [bela], #"{"media":"\#(medium)"}"#).code
          == "unknown-media", "it is not theirs")
      let sent = try await world.send(
        "/v1/conversations/\(id)/messages", .post, [ana], #"{"media":"\#(medium)","text":"Look"}"#)
      #expect(try sent.json["kind"]?.string == (type.hasPrefix("image") ? "picture" : "video"))
      let seen = try await world.ask("/v1/media/\(medium)", .get, [bela])
      #expect(seen.bytes == bytes && seen.headers[.contentType] == type)
      #expect(
        seen.headers[.contentTypeOptions] == "nosniff"
          && seen.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
      #expect(seen.headers[.cacheControl]?.contains("private") == true)
      #expect(
        try await world.ask("/v1/media/\(medium)", .get, [bela, ("Range", "bytes=0-3")]).bytes == Array(bytes[0..<4]))
      #expect(try await world.ask("/v1/media/\(medium)", .get, [world.member("csilla")]).status == 404)
      #expect(try await world.ask("/v1/media/\(medium)").status == 401)
      let number = try #require(try sent.json["number"]?.integer)
      #expect(try await world.ask("/v1/conversations/\(id)/messages/\(number)", .delete, [bela]).code == "other-member")
      #expect(try await world.ask("/v1/conversations/\(id)/messages/\(number)", .delete, [ana]).status == 204)
      #expect(try await world.ask("/v1/media/\(medium)", .get, [ana]).code == "unknown-media", "it is gone with it")
      #expect(try await messages(id, bela).first?["kind"]?.string == "removed")
    }
    let folder = String(world.catalog.path.dropLast(5)) + ".media"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    #expect(try await world.ask("/v1/media/..%2F..%2Fetc%2Fpasswd", .get, [ana]).status == 404)
  }

  @Test("are closed between members if either has blocked the other")
  func blocking() async throws {
    let id = try await open(ana, with: "bela")
    _ = try await say("One", in: id, by: bela)
    #expect(try await world.ask("/v1/me/blocked/bela", .put, [ana]).status == 204)
    #expect(try await say("Two", in: id, by: bela).code == "blocked")
    #expect(try await say("Two", in: id, by: ana).code == "blocked")
    #expect(try await world.send("/v1/conversations", .post, [bela], #"{"with":"ana"}"#).code == "blocked")
    #expect(try await messages(id, ana).isEmpty, "she sees nothing of him")
    #expect(try await world.ask("/v1/me/blocked", .get, [ana]).json["blocked"]?.array?.count == 1)
    #expect(try await world.ask("/v1/me/blocked", .get, [bela]).json["blocked"]?.array?.isEmpty == true)
    #expect(try await world.ask("/v1/me/blocked/bela", .delete, [ana]).status == 204)
    #expect(try await say("Three", in: id, by: bela).status == 201)
  }

  @Test("send emails about stays, after quiet hours")
  func stayMails() async throws {
    try world.server.services.accountsFile.write { db in
      for name in ["ana", "bela"] {
        try db.execute(
          sql: "UPDATE account SET mail = ?1, mail_key = ?1 WHERE name = ?2", arguments: ["\(name)@example.org", name])
      }
    }
    let quiet = #"{"zone":"UTC","quietHours":{"from":"19:00","to":"07:00"},"language":"de"}"#
    _ = try await world.send("/v1/me", .patch, [bela], quiet)
    let stay = #"{"from":"2026-12-01","to":"2026-12-03"}"#
    #expect(try await world.send("/v1/listings/couch/bookings", .post, [bela], stay).status == 201)
    try await world.server.services.members.news.tell()
    let request = try await world.mails()
    #expect(request.map(\.recipient) == ["<ana@example.org>"] && request[0].body.contains("bela requests a stay"))
    _ = try await world.ask("/v1/bookings/booking-1/confirm", .post, [ana])
    try await world.server.services.members.news.tell()
    #expect(try await world.mails().count == 1, "it is evening where he is")
    try await world.server.services.accounts.settle(at: ServerWorld.now + 12 * 3600)
    let mails = try await world.mails()
    #expect(mails.count == 2 && mails[1].body.contains("Deine Übernachtung ist bestätigt."))
  }

  @Test("of an event are open to its host and to attendees while they attend")
  func event() async throws {
    let path = "/v1/listings/party/conversation"
    #expect(try await world.ask(path, .put, [bela]).code == "not-invited")
    _ = try await world.ask("/v1/listings/party/place", .put, [bela])
    let opened = try await world.ask(path, .put, [bela])
    #expect(opened.status == 201, "\(opened.text)")
    let id = try #require(try opened.json["id"]?.string)
    #expect(try await world.ask(path, .put, [ana]).json["id"]?.string == id)
    #expect(try await say("I bring cake", in: id, by: bela).status == 201)
    let csilla = try world.member("csilla")
    _ = try await world.ask("/v1/listings/party/place", .put, [csilla])
    _ = try await world.ask(path, .put, [csilla])
    #expect(try await messages(id, csilla).count == 1)
    _ = try await world.ask("/v1/listings/party/place", .delete, [bela])
    #expect(try await say("And wine", in: id, by: bela).code == "unknown-conversation", "he does not come any more")
    #expect(try await say("Pity", in: id, by: ana).status == 201)
    #expect(try await list(csilla).first?["event"]?.object?["name"]?.string == "Housewarming")
  }

  /// Opens the conversation of the party as its host, after these have taken a place.
  private func party(_ guests: (String, String)...) async throws -> String {
    for guest in guests { _ = try await world.ask("/v1/listings/party/place", .put, [guest]) }
    let opened = try await world.ask("/v1/listings/party/conversation", .put, [ana])
    return try #require(try opened.json["id"]?.string, "\(opened.text)")
  }

  @Test("of an event are closed to members who have left it, for all requests")
  func left() async throws {
    let csilla = try world.member("csilla")
    let dora = try world.member("dora")
    let id = try await party(bela, csilla, dora)
    let path = "/v1/conversations/\(id)"
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    let medium = try await world.ask("/v1/media", .post, [ana], body: png).json["id"]?.string ?? ""
    let picture = try await world.send("\(path)/messages", .post, [ana], #"{"media":"\#(medium)"}"#)
    let live = try await world.send(
      "\(path)/messages", .post, [ana], #"{"location":{"lat":46.5,"lon":24.5,"live":900}}"#)
    let numbers = [try picture.json["number"]?.integer ?? 0, try live.json["number"]?.integer ?? 0]
    func leave(_ who: (String, String)) async throws {
      #expect(try await world.ask("/v1/listings/party/place", .delete, [who]).status == 200)
    }
    try await leave(bela)
    #expect(try await world.ask("/v1/media/\(medium)", .get, [bela]).code == "unknown-media")
    try await leave(csilla)
    let moved = try await world.send("\(path)/messages/\(numbers[1])/location", .put, [ana], #"{"lat":1.25,"lon":2.5}"#)
    #expect(moved.status == 200, "\(moved.text)")
    let told = try await world.ask("/v1/changes?after=0&f=json", .get, [csilla])
    #expect(!told.text.contains("1.25") && !told.text.contains("46.5"), "\(told.text)")
    try await leave(dora)
    #expect(try await list(dora).isEmpty)
    for who in [bela, csilla, dora] {
      #expect(try await world.ask(path, .get, [who]).code == "unknown-conversation")
      #expect(try await world.ask("\(path)/messages", .get, [who]).code == "unknown-conversation")
      let form = #"{"message":\#(numbers[0]),"reason":"spam"}"#
      #expect(try await world.send("/v1/reports", .post, [who], form).code == "unknown-message")
    }
    #expect(try await messages(id, ana).count == 2)
  }

  @Test("of an event are separate from those of a later one with its id")
  func sameId() async throws {
    let id = try await party(bela)
    #expect(try await say("Between us", in: id, by: bela).status == 201)
    #expect(try await world.ask("/v1/listings/party", .delete, [ana, ("If-Match", "*")]).status == 204)
    #expect(try await say("Where is it?", in: id, by: bela).code == "unknown-listing", "nobody writes any more")
    let cyn = try world.member("cyn")
    let form =
      #"{"kind":"event","name":"Mine","lat":46.5,"lon":24.5,"starts":"\#(ServerWorld.now + 3600)"}"#
    #expect(try await world.send("/v1/listings/party", .put, [cyn], form).status == 201)
    let opened = try await world.ask("/v1/listings/party/conversation", .put, [cyn])
    #expect(opened.status == 201 && !opened.text.contains(id), "\(opened.text)")
    #expect(try await world.ask("/v1/conversations/\(id)/messages", .get, [cyn]).code == "unknown-conversation")
    #expect(try await messages(id, bela).compactMap { $0["text"]?.string } == ["Between us"])
    #expect(try await list(bela).first?["event"]?.object?["name"]?.string == "Housewarming")
  }

  @Test("of an event move with it, and return when it is hidden and restored")
  func movedEvent() async throws {
    let id = try await party(bela)
    let starts = ServerWorld.now + 86_400
    let patched = try await world.send(
      "/v1/listings/party", .patch, [ana, ("If-Match", "*")], #"{"starts":"\#(starts)"}"#)
    #expect(patched.status == 200, "\(patched.text)")
    #expect(try await say("Tomorrow then", in: id, by: bela).status == 201)
    #expect(try await list(ana).first?["event"]?.object?["starts"]?.string == starts.description)
    #expect(try await party() == id)
    let eva = try world.member("eva", role: .editor)
    let report = try await world.send("/v1/reports", .post, [eva], #"{"listing":"party","reason":"wrong"}"#)
    let number = try #require(try report.json["number"]?.integer)
    for status in ["hidden", "restored"] {
      let path = "/v1/reports/\(number)/decision"
      #expect(try await world.send(path, .post, [eva], #"{"status":"\#(status)","reason":"x"}"#).status == 200)
      #expect(try await messages(id, bela).count == 1, "\(status)")
    }
    #expect(try await party() == id)
    #expect(try await say("Still there", in: id, by: bela).status == 201)
  }

  @Test("are opened by a booking with its first message, without the private place")
  func booking() async throws {
    let form = #"{"from":"2026-12-01","to":"2026-12-05"}"#
    #expect(try await world.send("/v1/listings/couch/bookings", .post, [bela], form).status == 201)
    #expect(try await world.server.services.members.news.tell() == 1)
    let conversation = try #require(try await list(ana).first)
    #expect(conversation["with"]?.string == "bela" && conversation["unread"]?.integer == 1)
    #expect(conversation["last"]?.object?["status"]?.string == "requested")
    #expect(conversation["last"]?.object?["booking"]?.string == "booking-1")
    _ = try await world.ask("/v1/bookings/booking-1/confirm", .post, [ana])
    #expect(try await world.server.services.members.news.tell() == 1)
    let id = try #require(conversation["id"]?.string)
    let told = try await messages(id, bela)
    #expect(told.compactMap { $0["status"]?.string } == ["confirmed", "requested"])
    #expect(told.compactMap { $0["sender"]?.string } == ["ana", "bela"])
    let changes = try await world.ask("/v1/changes?after=0", .get, [bela, ("Accept", "application/json")])
    #expect(!changes.text.contains("46.54") && !changes.text.contains("24.56"))
    #expect(try await world.server.services.members.news.tell() == 0, "each is told once")
    #expect(try await world.mails().isEmpty, "nobody has an address here")
  }

  @Test("have the messages of bookings also when the guest has no room for texts")
  func bookingBeyondQuota() async throws {
    let file = try world.server.services.accountsFile.database()
    try file.write { db in
      try db.execute(sql: "INSERT INTO quota (name, bytes) VALUES ('member-texts', 50), ('max-stored', 50)")
    }
    let id = try await open(ana, with: "bela")
    #expect(try await say("No room", in: id, by: bela).code == "quota")
    // Space for the booking, but not for its message.
    try file.write { try $0.execute(sql: "UPDATE quota SET bytes = 250") }
    let form = #"{"from":"2026-12-01","to":"2026-12-05"}"#
    #expect(try await world.send("/v1/listings/couch/bookings", .post, [bela], form).status == 201)
    #expect(try await world.server.services.members.news.tell() == 1)
    #expect(try await messages(id, ana).compactMap { $0["status"]?.string } == ["requested"])
    let counted = try file.read { try Int.fetchOne($0, sql: "SELECT bytes FROM stored WHERE member = 'bela'") }
    #expect(try #require(counted) > 250, "they count")
  }

  @Test("have no message of a booking whose guest is leaving, and the news go on")
  func bookingOfEnding() async throws {
    let form = #"{"from":"2026-12-01","to":"2026-12-05"}"#
    #expect(try await world.send("/v1/listings/couch/bookings", .post, [bela], form).status == 201)
    try world.server.services.accountsFile.write { db in
      try db.execute(sql: "UPDATE account SET ending = 1, suspended = 'ended' WHERE name = 'bela'")
    }
    #expect(try await world.server.services.members.news.tell() == 1)
    #expect(try await list(ana).isEmpty)
    let told = try await world.ask("/v1/changes?after=0&f=json", .get, [ana])
    #expect(told.text.contains("requested"), "the host is told: \(told.text)")
  }

  @Test("are not delivered after sign-out, even if the stream starts at that moment")
  func signedOut() async throws {
    let id = try await open(ana, with: "bela")
    #expect(try await say("One", in: id, by: ana).status == 201)
    let events = ("Accept", "text/event-stream")
    let told = try await world.ask("/v1/changes?after=0", .get, [bela, events]) {
      let ended = try await world.ask("/v1/sessions/current", .delete, [bela])
      #expect(ended.status == 204)
    }
    #expect(told.text.hasPrefix("retry:") && !told.text.contains("One"), "\(told.text)")
    #expect(world.server.services.members.changes.signals.count == 0)
  }

  @Test("are delivered to both, each message once and in order, including missed ones")
  func changes() async throws {
    let id = try await open(ana, with: "bela")
    func page(_ who: (String, String), _ after: Int) async throws -> JSONObject {
      try await world.ask("/v1/changes?after=\(after)", .get, [who, ("Accept", "application/json")]).json
    }
    for number in 0..<30 { _ = try await say("\(number)", in: id, by: number % 3 == 0 ? ana : bela) }
    for who in [ana, bela] {
      let changes = try await page(who, 0)["changes"]?.array?.compactMap(\.object) ?? []
      #expect(changes.compactMap { $0["message"]?.object?["text"]?.string } == (0..<30).map { "\($0)" })
      let numbers = changes.compactMap { $0["number"]?.integer }
      #expect(numbers == numbers.sorted())
      let later = try await page(who, numbers[9])
      #expect(later["changes"]?.array?.count == 20 && later["missed"]?.bool == false)
    }
    #expect(try await page(ana, 1_000_000)["missed"]?.bool == true, "the file was replaced by an older one")
    for odd in ["abc", "99999999999999999999"] {
      let fields = [ana, ("Accept", "application/json"), ("Last-Event-ID", odd)]
      #expect(try await world.ask("/v1/changes", .get, fields).json["missed"]?.bool == true, "\(odd)")
    }
    try world.server.services.members.changes.forgetOld(at: ServerWorld.now + 31 * 86_400)
    let missed = try await page(ana, 5)
    #expect(missed["missed"]?.bool == true && missed["changes"]?.array?.isEmpty == true)
    let newest = try #require(missed["last"]?.integer)
    #expect(try await page(ana, newest)["missed"]?.bool == false)
    _ = try await say("After", in: id, by: bela)
    #expect(try await page(ana, newest)["changes"]?.array?.count == 1)
  }
}
