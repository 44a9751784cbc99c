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

@Suite("Reports over HTTP")
struct ReportRouteTests {
  private let world: ServerWorld
  private let ana: (String, String)
  private let bela: (String, String)
  private let eva: (String, String)

  init() throws {
    var bar = Listing(id: "bar", kind: .bar, coordinate: .init(latitude: 46.54, longitude: 24.56))
    (bar.host, bar.name) = ("bela", "Zum Bock")
    world = try ServerWorld([bar])
    (ana, bela) = (try world.member("ana"), try world.member("bela"))
    eva = try world.member("eva", role: .editor)
  }

  private func report(_ form: String, by who: (String, String)? = nil) async throws -> Int {
    let answer = try await world.send("/v1/reports", .post, [who ?? ana], form)
    return try #require(try answer.json["number"]?.integer, "\(answer.text)")
  }

  private func decide(_ number: Int, _ status: String) async throws -> ServerWorld.Answered {
    try await world.send(
      "/v1/reports/\(number)/decision", .post, [eva], #"{"status":"\#(status)","reason":"Advertising"}"#)
  }

  private func found() async throws -> Int {
    try await world.ask("/v1/near?near=46.54,24.56&radius=1000").json["results"]?.array?.count ?? -1
  }

  @Test("hide a listing until it is restored, and notify its host and reporters")
  func listing() async throws {
    let form = #"{"listing":"bar","reason":"wrong","text":"It has closed."}"#
    let number = try await report(form)
    #expect(try await report(form) == number, "once")
    let queue = try await world.ask("/v1/reports", .get, [eva])
    let first = try #require(try queue.json["reports"]?.array?.first?.object)
    #expect(first["author"]?.string == "bela" && first["content"]?.object?["name"]?.string == "Zum Bock")
    #expect(try await decide(number, "hidden").status == 200)
    #expect(try await found() == 0)
    #expect(try await world.ask("/v1/listings/bar").code == "unknown-listing")
    let hosting = try await world.ask("/v1/me/hosting", .get, [bela])
    #expect(try hosting.json["hidden"]?.array?.first?.object?["reason"]?.string == "Advertising", "\(hosting.text)")
    #expect(try await decide(number, "hidden").code == "wrong-status")
    for who in [ana, bela] {
      let told = try await world.ask("/v1/changes?after=0&f=json", .get, [who])
      #expect(told.text.contains("moderation") && told.text.contains("Advertising"), "\(told.text)")
    }
    #expect(try await decide(number, "restored").status == 200)
    #expect(try await found() == 1)
    #expect(try await world.ask("/v1/admin/audit", .get, [world.key(.admin)]).text.contains("report.hidden"))
  }

  @Test("hide a listing with its pictures, despite imports in the meantime")
  func pictures() async throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    #expect(try await world.ask("/v1/listings/bar/pictures", .post, [bela], body: png).status == 201)
    let number = try await report(#"{"listing":"bar","reason":"wrong"}"#)
    #expect(try await decide(number, "hidden").status == 200)
    let lines = Array(#"{"id":"x","kind":"bar","name":"X","lat":46.5,"lon":24.5}"#.utf8)
    let imported = try await world.ask(
      "/v1/import?source=city&replace-source", .post, [world.key(.import)], body: lines)
    #expect(imported.status == 200, "\(imported.text)")
    #expect(try await decide(number, "restored").status == 200)
    #expect(try await world.ask("/v1/listings/bar/pictures").json["pictures"]?.array?.count == 1)
  }

  @Test("hide a couch, and leave its guests their stays")
  func stays() async throws {
    let couch = #"{"kind":"couch","name":"Dachkammer","lat":46.5,"lon":24.5,"guests":2,"timezone":"UTC"}"#
    #expect(try await world.send("/v1/listings/couch", .put, [bela], couch).status == 201)
    let stay = #"{"from":"2026-12-01","to":"2026-12-05"}"#
    #expect(try await world.send("/v1/listings/couch/bookings", .post, [ana], stay).status == 201)
    let number = try await report(#"{"listing":"couch","reason":"wrong"}"#)
    #expect(try await decide(number, "hidden").status == 200)
    #expect(try await world.ask("/v1/me/bookings", .get, [ana]).json["bookings"]?.array?.count == 1)
    #expect(try await world.ask("/v1/bookings/booking-1", .get, [bela]).status == 200)
    #expect(try await world.ask("/v1/bookings/booking-1", .get, [eva]).code == "unknown-booking")
    let cancelled = try await world.ask("/v1/bookings/booking-1/cancel", .post, [ana])
    #expect(try cancelled.json["status"]?.string == "cancelled", "\(cancelled.text)")
  }

  @Test("hide a review, and put it back as it was")
  func review() async throws {
    _ = try await world.send("/v1/listings/bar/rating", .put, [ana], #"{"stars":1,"text":"Buy at example.org"}"#)
    let number = try await report(#"{"review":{"listing":"bar","member":"ana"},"reason":"spam"}"#, by: bela)
    #expect(try await decide(number, "hidden").status == 200)
    #expect(!(try await world.ask("/v1/listings/bar/reviews").text.contains("Buy")))
    #expect(try await decide(number, "restored").status == 200)
    #expect(try await world.ask("/v1/listings/bar/reviews").text.contains("Buy"))
    #expect(
      try await world.send("/v1/reports", .post, [ana], #"{"review":{"listing":"bar","member":"eva"},"reason":"spam"}"#)
        .code == "unknown-review")
  }

  @Test("hide a message that the member has received, and no other")
  func message() async throws {
    let id = try await world.send("/v1/conversations", .post, [bela], #"{"with":"ana"}"#).json["id"]?.string ?? ""
    let path = "/v1/conversations/\(id)/messages"
    let sent = try await world.send(path, .post, [bela], #"{"text":"Rude words"}"#).json["number"]?.integer ?? 0
    let form = #"{"message":\#(sent),"reason":"offensive"}"#
    #expect(try await world.send("/v1/reports", .post, [try world.member("csilla")], form).code == "unknown-message")
    let number = try await report(form)
    #expect(try await world.ask("/v1/reports", .get, [eva]).text.contains("Rude words"))
    #expect(try await decide(number, "hidden").status == 200)
    #expect(!(try await world.ask(path, .get, [ana]).text.contains("Rude")))
    let hidden = try await world.ask("/v1/changes?after=0&f=json", .get, [bela])
    #expect(hidden.text.contains("message-removed") && !hidden.text.contains("Rude"), "\(hidden.text)")
    let last = try hidden.json["last"]?.integer ?? 0
    #expect(try await decide(number, "restored").status == 200)
    #expect(try await world.ask(path, .get, [ana]).text.contains("Rude words"))
    for who in [ana, bela] {
      #expect(try await world.ask("/v1/changes?after=\(last)&f=json", .get, [who]).text.contains("Rude words"))
    }
  }

  @Test("restore the subject by any report of it, and notify all reporters")
  func twoReports() async throws {
    let csilla = try world.member("csilla")
    _ = try await world.send("/v1/listings/bar/rating", .put, [ana], #"{"stars":1,"text":"Buy at example.org"}"#)
    let form = #"{"review":{"listing":"bar","member":"ana"},"reason":"spam"}"#
    let first = try await report(form, by: bela)
    let second = try await report(form, by: csilla)
    #expect(try await decide(first, "hidden").status == 200)
    #expect(try await world.ask("/v1/reports", .get, [eva]).text.contains("Buy"), "the other one still shows it")
    #expect(try await decide(second, "hidden").status == 200)
    #expect(try await decide(second, "restored").status == 200)
    #expect(try await world.ask("/v1/listings/bar/reviews").text.contains("Buy"))
    #expect(try await decide(first, "restored").code == "wrong-status", "it is restored already")
    for who in [bela, csilla] {
      #expect(try await world.ask("/v1/changes?after=0&f=json", .get, [who]).text.contains(#""what":"restored""#))
    }
  }

  @Test("of a review prevent its member from rewriting it until it is restored and can be reported again")
  func hiddenReview() async throws {
    func rate() async throws -> ServerWorld.Answered {
      try await world.send("/v1/listings/bar/rating", .put, [ana], #"{"stars":1,"text":"Buy at example.org"}"#)
    }
    #expect(try await rate().status == 200)
    let form = #"{"review":{"listing":"bar","member":"ana"},"reason":"spam"}"#
    let number = try await report(form, by: bela)
    #expect(try await decide(number, "hidden").status == 200)
    #expect(try await rate().code == "hidden")
    #expect(!(try await world.ask("/v1/listings/bar/reviews").text.contains("Buy")))
    #expect(try await decide(number, "restored").status == 200)
    #expect(try await rate().status == 200)
    let again = try await report(form, by: bela)
    #expect(again != number)
    #expect(try await world.ask("/v1/reports", .get, [eva]).json["reports"]?.array?.count == 1)
    #expect(try await decide(again, "hidden").status == 200)
    #expect(try await rate().code == "hidden")
  }

  @Test("hide a message with its picture, and put both back")
  func picture() async throws {
    let id = try await world.send("/v1/conversations", .post, [bela], #"{"with":"ana"}"#).json["id"]?.string ?? ""
    let path = "/v1/conversations/\(id)/messages"
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    let medium = try await world.ask("/v1/media", .post, [bela], body: png).json["id"]?.string ?? ""
    let form = #"{"media":"\#(medium)"}"#
    let sent = try await world.send(path, .post, [bela], form).json["number"]?.integer ?? 0
    let number = try await report(#"{"message":\#(sent),"reason":"offensive"}"#)
    let editor = try world.member("zoe", role: .editor)
    #expect(try await world.ask("/v1/media/\(medium)", .get, [editor]).bytes == png, "to decide on it")
    #expect(try await world.ask("/v1/media/\(medium)", .get, [try world.member("dora")]).code == "unknown-media")
    let other = try await world.ask("/v1/media", .post, [bela], body: png).json["id"]?.string ?? ""
    #expect(try await world.ask("/v1/media/\(other)", .get, [editor]).code == "unknown-media", "nobody has reported it")
    #expect(try await decide(number, "hidden").status == 200)
    #expect(try await world.ask("/v1/media/\(medium)", .get, [ana]).code == "unknown-media")
    #expect(try await world.send(path, .post, [bela], form).code == "unknown-media", "it is not sent again")
    try world.server.services.members.media.removeUnsent(at: ServerWorld.now + 2 * 86_400)
    #expect(try await decide(number, "restored").status == 200)
    #expect(try await world.ask("/v1/media/\(medium)", .get, [ana]).bytes == png)
    #expect(try await world.ask(path, .get, [ana]).text.contains(medium))
  }

  @Test("are not of one's own things")
  func own() async throws {
    let id = try await world.send("/v1/conversations", .post, [bela], #"{"with":"ana"}"#).json["id"]?.string ?? ""
    let sent = try await world.send("/v1/conversations/\(id)/messages", .post, [bela], #"{"text":"Hello"}"#)
    let form = #"{"message":\#(try sent.json["number"]?.integer ?? 0),"reason":"spam"}"#
    #expect(try await world.send("/v1/reports", .post, [bela], form).code == "conflict")
    #expect(try await world.send("/v1/reports", .post, [ana], form).status == 201)
  }

  @Test("suspend a member, with the reason, until they are restored")
  func member() async throws {
    let number = try await report(#"{"member":"bela","reason":"dangerous"}"#)
    #expect(try await decide(number, "hidden").status == 200)
    #expect(try await world.ask("/v1/me", .get, [bela]).status == 401, "at once")
    #expect(try await world.ask("/v1/members/bela").code == "unknown-member")
    let password = try Password(of: "drei gute Worte", logRounds: 4)
    try world.server.services.accountsFile.write {
      try $0.execute(sql: "UPDATE account SET password = ? WHERE name = 'bela'", arguments: [password.text])
    }
    let tried = try await world.send("/v1/sessions", .post, [], #"{"login":"bela","password":"drei gute Worte"}"#)
    #expect(tried.code == "suspended" && tried.text.contains("Advertising"))
    #expect(try await decide(number, "restored").status == 200)
    #expect(
      try await world.send("/v1/sessions", .post, [], #"{"login":"bela","password":"drei gute Worte"}"#).status == 201)
    _ = try world.member("zoe", role: .admin)
    let other = try await report(#"{"member":"zoe","reason":"other"}"#)
    #expect(try await decide(other, "hidden").code == "is-admin")
    let own = try await report(#"{"member":"eva","reason":"other"}"#)
    #expect(try await decide(own, "hidden").status == 400, "nobody suspends themself")
    #expect(try await world.ask("/v1/me", .get, [eva]).status == 200)
  }

  @Test("come in pages: open ones the oldest first, others the last decided first")
  func pages() async throws {
    var numbers: [Int] = []
    for name in ["ana", "bela", "zoe"] {
      if name == "zoe" { _ = try world.member(name) }
      numbers.append(try await report(#"{"member":"\#(name)","reason":"other"}"#, by: name == "ana" ? bela : ana))
    }
    numbers.append(try await report(#"{"listing":"bar","reason":"other"}"#))
    #expect(try await all("status=open") == numbers)
    #expect(try await all("subject=member") == Array(numbers.prefix(3)))
    for number in numbers.prefix(3) { #expect(try await decide(number, "dismissed").status == 200) }
    #expect(try await all("status=dismissed") == numbers.prefix(3).reversed())
    try world.server.services.accountsFile.write { db in
      try db.execute(sql: "UPDATE report SET decided = decided + 60 WHERE number = ?", arguments: [numbers[0]])
    }
    #expect(try await all("status=dismissed") == [numbers[0], numbers[2], numbers[1]])
  }

  /// The numbers of all pages of one report each.
  private func all(_ query: String) async throws -> [Int] {
    var (found, next): ([Int], String?) = ([], "/v1/reports?limit=1&\(query)")
    while let address = next {
      let page = try await world.ask(address, .get, [eva]).json
      found += page["reports"]?.array?.compactMap { $0.object?["number"]?.integer } ?? []
      next = page["next"]?.string.map { String($0.drop { $0 != "?" }) }.map { "/v1/reports\($0)" }
      if next == nil { #expect(page["total"]?.integer == found.count) }
    }
    return found
  }

  @Test("are for editors to read, and are dismissed with a reason")
  func dismissal() async throws {
    let number = try await report(#"{"listing":"bar","reason":"other"}"#)
    #expect(try await world.ask("/v1/reports", .get, [ana]).status == 403)
    #expect(
      try await world.send("/v1/reports/\(number)/decision", .post, [bela], #"{"status":"dismissed","reason":"x"}"#)
        .status == 403)
    #expect(try await decide(number, "dismissed").status == 200)
    #expect(try await world.ask("/v1/reports", .get, [eva]).json["reports"]?.array?.isEmpty == true)
    #expect(try await world.ask("/v1/reports?status=dismissed", .get, [eva]).json["reports"]?.array?.count == 1)
    #expect(try await decide(999, "dismissed").code == "unknown-report")
    for bad in [
      #"{"reason":"spam"}"#, #"{"listing":"bar","reason":"bad"}"#, #"{"listing":"bar","member":"x","reason":"spam"}"#,
    ] {
      #expect(try await world.send("/v1/reports", .post, [ana], bad).status == 400, "\(bad)")
    }
  }
}
