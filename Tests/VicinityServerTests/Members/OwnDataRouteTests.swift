import CivilTime
import Foundation
import GRDB
import HTTPTypes
import Logging
import ServerTestSupport
import Streams
import Synchronization
import Testing
import Vicinity

@testable import VicinityAccounts
@testable import VicinityHTTP
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
    // From here on the catalog records which listings have changed.
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

    let waiting = try world.server.services.accounts.file.read {
      try String.fetchAll($0, sql: "SELECT message FROM mail").map { ServerWorld.Mail($0) }
    }
    #expect(waiting.map(\.recipient).contains("<ana@example.org>"))
    for mail in waiting { #expect(!mail.body.lowercased().contains("zsuzsanna"), "\(mail)") }
    #expect(waiting.contains { $0.body.contains("\n… requests a stay") }, "\(waiting)")

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

  /// Another device, which repeats a request until it is stopped.
  private final class Load: Sendable {
    private let isOver = Mutex(false)
    private let statuses = Mutex<Set<Int>>([])

    /// The statuses of all answers.
    var found: Set<Int> { statuses.withLock { $0 } }

    func end() { isOver.withLock { $0 = true } }

    func run(_ write: @Sendable (Int) async throws -> ServerWorld.Answered) async throws {
      var number = 0
      while !isOver.withLock({ $0 }) {
        number += 1
        let status = try await write(number).status
        statuses.withLock { _ = $0.insert(status) }
        if status >= 400 { try await Task.sleep(for: .milliseconds(5)) }
      }
    }
  }

  @Test("leave no trace although another device goes on writing")
  func deletionUnderLoad() async throws {
    let (me, other) = (try await signIn(), try await signIn())
    #expect(try await world.ask("/v1/bookings/booking-1/cancel", .post, [me]).status == 200)
    let id = try await world.send("/v1/conversations", .post, [other], #"{"with":"ana"}"#).json["id"]?.string ?? ""
    let world = world
    let png = Self.png
    let writes: [@Sendable (Int) async throws -> ServerWorld.Answered] = [
      {
        try await world.send(
          "/v1/listings/laut-\($0)", .put, [other],
          #"{"kind":"couch","lat":46.5,"lon":24.5,"name":"Zsuzsannas Zimmer","address":"Lautgasse 5","#
            + #""host":"zsuzsanna"}"#)
      },
      { _ in try await world.ask("/v1/me/favourites/bar", .put, [other]) },
      { _ in
        try await world.send("/v1/listings/bar/rating", .put, [other], #"{"stars":2,"text":"Lautes Pils"}"#)
      },
      { _ in try await world.ask("/v1/listings/concert/place", .put, [other]) },
      {
        try await world.send("/v1/conversations/\(id)/messages", .post, [other], #"{"text":"Laute Worte \#($0)"}"#)
      },
      { try await world.ask("/v1/media", .post, [other], body: png + [UInt8($0 % 250), UInt8($0 / 250)]) },
      { try await world.ask("/v1/me/picture", .put, [other], body: png + [UInt8($0 % 250), UInt8($0 / 250), 1]) },
      { _ in try await world.send("/v1/me/alerts", .post, [other], #"{"name":"Laut","query":{}}"#) },
      { _ in
        try await world.send("/v1/reports", .post, [other], #"{"listing":"bar","reason":"spam","text":"Laute Klage"}"#)
      },
      { _ in try await world.send("/v1/me", .patch, [other], #"{"about":"Laute eigene Worte"}"#) },
      { _ in
        try await world.send("/v1/apply", .post, [other], #"{"actions":[{"visit":"bar"},{"favourite":"couch"}]}"#)
      },
      { _ in try await world.send("/v1/sessions", .post, [], #"{"login":"zsuzsanna","password":"drei gute Worte"}"#) },
    ]
    let load = Load()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for write in writes { group.addTask { try await load.run(write) } }
      try await Task.sleep(for: .milliseconds(200))
      let ended = try await world.send("/v1/me", .delete, [me], #"{"password":"drei gute Worte"}"#)
      #expect(ended.status == 204, "\(ended.text)")
      try await Task.sleep(for: .milliseconds(200))
      load.end()
      try await group.waitForAll()
    }
    #expect(load.found.contains(401) && !load.found.contains { $0 >= 500 }, "\(load.found)")
    // The last email to her.
    _ = try await world.mails()
    try expectNoTrace(of: ["zsuzsanna", "Lautgasse", "Lautes Pils", "Laute Worte", "Laute Klage", "Laute eigene"])
    let left = try world.catalog.answer(Query(parsing: #"{"text":"Zimmer","typos":0}"#.utf8), at: ServerWorld.now)
    let listings = try left.matches.map { try world.catalog.listing($0.id)?.jsonText ?? $0.id }
    #expect(listings.isEmpty, "\(listings)")
  }

  @Test("are erased by the next process when this one ends during it, and accept no change in the meantime")
  func deletionResumed() async throws {
    let me = try await signIn()
    #expect(try await world.ask("/v1/bookings/booking-1/cancel", .post, [me]).status == 200)
    // All that a process has done which is killed at once.
    try world.server.services.accountsFile.write { db in
      try db.execute(sql: "UPDATE account SET ending = 1, suspended = 'ended' WHERE name = 'zsuzsanna'")
    }
    let next = try VicinityServer(
      catalog: world.catalog, settings: world.server.services.settings,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: { ServerWorld.now })
    try await AccountEnding(next.services).prepare()
    #expect(throws: PermissionError.ended(member: "zsuzsanna")) {
      try world.catalog.perform(
        .favorite(listing: "couch", member: "zsuzsanna"), as: .member("zsuzsanna"), at: ServerWorld.now)
    }
    #expect(throws: PermissionError.ended(member: "zsuzsanna"), "nor by a key") {
      try world.catalog.perform(.visit(listing: "bar", member: "zsuzsanna"), at: ServerWorld.now)
    }
    #expect(
      try await world.send(
        "/v1/sessions", .post, [], #"{"login":"zsuzsanna","password":"drei gute Worte"}"#
      ).status == 403)
    try await AccountEnding(next.services).finish(at: ServerWorld.now)
    #expect(try await world.ask("/v1/members/zsuzsanna").code == "unknown-member")
    // The last email to her, by the next process.
    try await next.services.accounts.settle(at: ServerWorld.now)
    try expectNoTrace(of: ["zsuzsanna", "Zsuzsanna K."])
  }

  @Test("accept no change while they are being erased, even if the account is deleted a second time")
  func deletionTwice() async throws {
    let services = world.server.services
    let me = try await signIn()
    #expect(try await world.ask("/v1/bookings/booking-1/cancel", .post, [me]).status == 200)
    let account = try #require(try services.accounts.account("zsuzsanna"))
    func expectRefused() {
      #expect(throws: PermissionError.ended(member: "zsuzsanna")) {
        try world.catalog.perform(
          .favorite(listing: "couch", member: "zsuzsanna"), as: .member("zsuzsanna"), at: ServerWorld.now)
      }
    }
    #expect(services.endings.begin("zsuzsanna"))
    await #expect(throws: Problem.self, "while the first one is at work") {
      try await AccountEnding(services).end(account, at: ServerWorld.now)
    }
    services.endings.end("zsuzsanna")
    // The first one has got so far, and the second one began before that.
    try services.accountsFile.write { db in
      try db.execute(sql: "UPDATE account SET ending = 1, suspended = 'ended' WHERE name = 'zsuzsanna'")
    }
    services.catalog.refuseChanges(of: "zsuzsanna")
    await #expect(throws: (any Error).self) { try await AccountEnding(services).end(account, at: ServerWorld.now) }
    expectRefused()
    services.catalog.allowChanges(of: "zsuzsanna")
    await #expect(throws: (any Error).self) { try await AccountEnding(services).end(account, at: ServerWorld.now) }
    expectRefused()
    try await AccountEnding(services).finish(at: ServerWorld.now)
    _ = try await world.mails()
    try expectNoTrace(of: ["zsuzsanna", "Zsuzsanna K."])
  }

  private func expectNoTrace(of texts: [String]) throws {
    let stem = String(world.catalog.path.dropLast(5))
    for suffix in [".gpkg", ".gpkg-wal", ".accounts.sqlite", ".accounts.sqlite-wal"] {
      guard let bytes = FileManager.default.contents(atPath: stem + suffix) else { continue }
      for text in texts { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) in \(suffix)") }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: stem + ".media").isEmpty)
  }

  @Test("of the only admin cannot be deleted")
  func lastAdmin() async throws {
    let accounts = world.server.services.accounts
    let password = try Password(of: "drei gute Worte", logRounds: 4)
    try accounts.file.write {
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
      try accounts.file.write {
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
