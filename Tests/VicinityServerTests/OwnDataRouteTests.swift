import CivilTime
import Foundation
import GRDB
import HTTPTypes
import Streams
import Testing
import Vicinity

@testable import VicinityServer

@Suite("Own data over HTTP")
struct OwnDataRouteTests {
  private let world: ServerWorld
  private let ana: (String, String)
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  /// Zsuzsanna has said and done everything that a member can.
  init() async throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 46.54, longitude: 24.56))
    (couch.host, couch.timeZone) = ("ana", "UTC")
    let bar = Listing(id: "bar", kind: .bar, coordinate: .init(latitude: 46.54, longitude: 24.56))
    var concert = Listing(id: "concert", kind: .event, coordinate: .init(latitude: 46.54, longitude: 24.56))
    (concert.starts, concert.timeZone, concert.name) = (ServerWorld.now + 5400, "UTC", "Orgelkonzert")
    world = try ServerWorld([couch, bar, concert])
    try world.catalog.set(.news, to: true)
    ana = try world.member("ana", role: .admin, mail: "ana@example.org")
    _ = try await world.send("/v1/me", .patch, [ana], #"{"quietHours":{"from":"00:00","to":"23:59"}}"#)
    let code = try await register()
    _ = try await world.send("/v1/email-confirmations", .post, [], #"{"code":"\#(code)"}"#)
    let me = try await signIn()
    _ = try await world.send(
      "/v1/me", .patch, [me], #"{"telephone":"+36 1 7654321","about":"Zsuzsannas eigene Worte"}"#)
    _ = try await world.ask("/v1/me/picture", .put, [me], body: Self.png)
    _ = try await world.ask("/v1/me/favourites/bar", .put, [me])
    _ = try await world.send("/v1/listings/bar/rating", .put, [me], #"{"stars":2,"text":"Schales Pils bei Zsuzsanna"}"#)
    _ = try await world.send(
      "/v1/listings/party-17", .put, [me],
      #"{"kind":"event","name":"Zsuzsannas Fest","lat":46.5,"lon":24.5,"starts":"2026-12-01T19:00:00+02:00"}"#)
    _ = try await world.ask("/v1/listings/party-17/pictures", .post, [me], body: Self.png)
    _ = try await world.ask("/v1/me/favourites/party-17", .put, [ana])
    // From here on the catalog keeps which listings have changed.
    let alert = try await world.send("/v1/me/alerts", .post, [ana], #"{"name":"All","query":{"kinds":["couch"]}}"#)
    #expect(alert.status == 201)
    let named = "/v1/listings/zsuzsanna-ecke-3"
    _ = try await world.send(named, .put, [me], #"{"kind":"bar","lat":46.5,"lon":24.5}"#)
    #expect(try await world.ask(named, .delete, [me, ("If-Match", "*")]).status == 204)
    try await setUpHome(me)
    try await waitForMail(me)
    _ = try await world.send(
      "/v1/listings/nacht-18", .put, [me],
      #"{"kind":"event","name":"Zsuzsannas Nachtfest","lat":46.5,"lon":24.5,"starts":"2026-12-02T19:00:00+02:00"}"#)
    #expect(try await world.ask("/v1/listings/nacht-18/conversation", .put, [me]).status == 201)
    let stay = #"{"from":"2026-12-01","to":"2026-12-05"}"#
    _ = try await world.send("/v1/listings/couch/bookings", .post, [me, ("Idempotency-Key", "zs-key-1")], stay)
    let id = try await world.send("/v1/conversations", .post, [me], #"{"with":"ana"}"#).json["id"]?.string ?? ""
    _ = try await world.send("/v1/conversations/\(id)/messages", .post, [me], #"{"text":"Geheime Worte 4711"}"#)
    let medium = try await world.ask("/v1/media", .post, [me], body: Self.png).json["id"]?.string ?? ""
    _ = try await world.send("/v1/conversations/\(id)/messages", .post, [me], #"{"media":"\#(medium)"}"#)
    _ = try await world.send(
      "/v1/reports", .post, [me], #"{"listing":"bar","reason":"wrong","text":"Zsuzsannas Klage"}"#)
    _ = try await world.send("/v1/reports", .post, [ana], #"{"member":"zsuzsanna","reason":"other"}"#)
    #expect(
      try await world.send("/v1/reports/2/decision", .post, [ana], #"{"status":"dismissed","reason":"Fine"}"#).status
        == 200)
    _ = try await world.send("/v1/members/zsuzsanna/role", .put, [ana], #"{"role":"editor"}"#)
    try await world.server.services.members.news.tell()
  }

  /// A couch of her own with a switch and a rule.
  private func setUpHome(_ me: (String, String)) async throws {
    _ = try await world.send("/v1/listings/stube-9", .put, [me], #"{"kind":"couch","lat":46.5,"lon":24.5}"#)
    let path = "/v1/listings/stube-9/switches/heizung"
    let form = #"{"url":"https://heizung.example.org/rest/items/H","token":"oh-token-4711"}"#
    #expect(try await world.send(path, .put, [me], form).status == 201)
    let rule = #"{"url":"https://wetter.example.org/now","pointer":"/t","below":5,"state":"ON"}"#
    #expect(try await world.send(path + "/rule", .put, [me], rule).status == 200)
  }

  /// A reminder that waits for the end of her quiet hours.
  private func waitForMail(_ me: (String, String)) async throws {
    _ = try await world.send("/v1/me", .patch, [me], #"{"quietHours":{"from":"00:00","to":"23:59"}}"#)
    _ = try await world.ask("/v1/me/calendar", .post, [me])
    _ = try await world.ask("/v1/listings/concert/place", .put, [me])
    let reminders = world.server.services.members.reminders
    #expect(try reminders.tell(at: ServerWorld.now - 3600) == 0)
    #expect(try reminders.tell(at: ServerWorld.now) == 1)
    #expect(try await world.mails().count == 1, "it waits")
  }

  private func register() async throws -> String {
    let form =
      #"{"name":"zsuzsanna","displayName":"Zsuzsanna K.","mail":"zsuzsanna@example.org","password":"drei gute Worte"}"#
    #expect(try await world.send("/v1/accounts", .post, [], form).status == 202)
    return try #require(try await world.mails().last?.code)
  }

  private func signIn() async throws -> (String, String) {
    let answer = try await world.send("/v1/sessions", .post, [], #"{"login":"zsuzsanna","password":"drei gute Worte"}"#)
    return ("Authorization", "Bearer " + (try answer.json["token"]?.string ?? answer.text))
  }

  @Test("come as one file, without secrets")
  func export() async throws {
    let me = try await signIn()
    let answer = try await world.ask("/v1/me/export", .get, [me])
    #expect(answer.status == 200 && answer.headers[.contentDisposition]?.contains("zsuzsanna.json") == true)
    for text in [
      "zsuzsanna@example.org", "+36 1 7654321", "Zsuzsannas eigene Worte", "Schales Pils", "Geheime Worte 4711",
      "Zsuzsannas Klage", "Zsuzsannas Fest", "booking-1", "zs-key-1", #""quietHours":"00:00-23:59""#,
      #""reminderMails":1"#, #""hasCalendar":1"#, "https://heizung.example.org/rest/items/H",
      "https://wetter.example.org/now", #""due":"2026-11-27T23:59:00Z""#, #""picture":"image/png""#,
      #""reported":[{"subject":"member","target":"\"zsuzsanna\"","reason":"other""#, #""subject":"zsuzsanna-ecke-3""#,
    ] { #expect(answer.text.contains(text), "\(text)") }
    let token = me.1.replacing("Bearer ", with: "")
    #expect(!answer.text.contains("scrypt") && !answer.text.contains(token) && !answer.text.contains("oh-token-4711"))
    #expect(!(try await world.ask("/v1/me/export", .get, [try world.member("bela")]).text.contains("Geheime")))
  }

  @Test("leave no trace in both files and their logs once the account has ended")
  func deletion() async throws {
    let me = try await signIn()
    func end(_ password: String) async throws -> ServerWorld.Answered {
      try await world.send("/v1/me", .delete, [me], #"{"password":"\#(password)"}"#)
    }
    #expect(try await end("keine guten Worte").code == "wrong-password")
    #expect(try await end("drei gute Worte").code == "has-stays", "its host counts on it")
    #expect(try await world.ask("/v1/bookings/booking-1/cancel", .post, [me]).status == 200)
    let ended = try await end("drei gute Worte")
    #expect(ended.status == 204, "\(ended.text)")
    #expect(try await world.ask("/v1/me", .get, [me]).status == 401)
    #expect(try await world.ask("/v1/members/zsuzsanna").code == "unknown-member")
    #expect(try await world.ask("/v1/listings/party-17").code == "unknown-listing")
    #expect(
      try await world.send(
        "/v1/accounts", .post, [], #"{"name":"zsuzsanna","mail":"x@example.org","password":"drei gute Worte"}"#
      ).code == "name-taken", "nobody becomes her")
    let told = try await world.ask("/v1/changes?after=0&f=json", .get, [ana])
    #expect(told.text.contains("party-17") && told.text.contains("removed"), "those concerned are told")
    let mails = try await world.mails()
    #expect(mails.count == 2 && mails.last?.body.contains("have been deleted") == true, "what waits is not sent")

    let waiting = try world.server.services.accounts.keys.file().read {
      try String.fetchAll($0, sql: "SELECT message FROM mail").map { ServerWorld.Mail($0) }
    }
    #expect(waiting.map(\.recipient).contains("<ana@example.org>"))
    for mail in waiting { #expect(!mail.body.lowercased().contains("zsuzsanna"), "\(mail)") }
    #expect(waiting.contains { $0.body.contains("\n… asks for a stay") }, "\(waiting)")

    let stem = String(world.catalog.path.dropLast(5))
    for suffix in [".gpkg", ".gpkg-wal", ".accounts.sqlite", ".accounts.sqlite-wal"] {
      guard let bytes = FileManager.default.contents(atPath: stem + suffix) else { continue }
      for text in [
        "zsuzsanna", "Zsuzsanna K.", "7654321", "eigene Worte", "Schales Pils", "Geheime Worte", "zs-key-1",
        "Nachtfest", "heizung.example", "oh-token-4711", "wetter.example",
      ] { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) in \(suffix)") }
      // The audit log goes on naming listings.
      guard suffix.hasPrefix(".gpkg") else { continue }
      #expect(bytes.range(of: Data("stube-9".utf8)) == nil, "in \(suffix)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: stem + ".media").isEmpty)
  }

  @Test("are kept by the only admin")
  func lastAdmin() async throws {
    let accounts = world.server.services.accounts
    let password = try Password(of: "drei gute Worte", logRounds: 4)
    try accounts.keys.file().write {
      try $0.execute(sql: "UPDATE account SET password = ? WHERE name = 'ana'", arguments: [password.text])
    }
    let refused = try await world.send("/v1/me", .delete, [ana], #"{"password":"drei gute Worte"}"#)
    #expect(refused.code == "last-admin", "\(refused.text)")
  }

  @Test("show a picture to all, and only a picture")
  func picture() async throws {
    let me = try await signIn()
    let url = try #require(try await world.ask("/v1/me", .get, [me]).json["picture"]?.string)
    let seen = try await world.ask(url.replacing("http://test", with: ""))
    #expect(seen.bytes == Self.png && seen.headers[.contentType] == "image/png")
    #expect(try await world.ask("/v1/me/picture", .put, [me], body: Array("<svg onload='x'/>".utf8)).status == 415)
    let accounts = world.server.services.accounts
    func suspend(_ reason: String?) throws {
      try accounts.keys.file().write {
        try $0.execute(sql: "UPDATE account SET suspended = ? WHERE name = 'zsuzsanna'", arguments: [reason])
      }
    }
    try suspend("spam")
    #expect(try await world.ask("/v1/members/zsuzsanna/picture").code == "unknown-picture")
    try suspend(nil)
    #expect(try await world.ask("/v1/members/zsuzsanna/picture").status == 200)
    #expect(try await world.ask("/v1/me/picture", .delete, [me]).status == 204)
    #expect(try await world.ask("/v1/members/zsuzsanna/picture").code == "unknown-picture")
  }
}
