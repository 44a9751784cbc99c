import CivilTime
import Foundation
import HTTPTypes
import ServerTestSupport
import Streams
import Testing
import VicinityLab

@testable import VicinityAccounts
@testable import VicinityServer

@Suite("Accounts over HTTP")
struct AccountRouteTests {
  private static let ana =
    #"{"name":"Ana","displayName":"Ana Popescu","mail":"Ana@example.org","password":"drei gute Worte"}"#

  private func register(_ world: ServerWorld, _ form: String = ana) async throws -> String {
    let asked = try await world.send("/v1/accounts", .post, [], form)
    #expect(asked.status == 202, "\(asked.text)")
    return try #require(try await world.mails().last?.code)
  }

  private func signIn(_ world: ServerWorld, _ login: String, _ password: String) async throws -> ServerWorld.Answered {
    try await world.send("/v1/sessions", .post, [], #"{"login":"\#(login)","password":"\#(password)"}"#)
  }

  private func bearer(_ answer: ServerWorld.Answered) throws -> (String, String) {
    ("Authorization", "Bearer " + (try answer.json["token"]?.string ?? ""))
  }

  @Test("begin with an email, sign in, change, and end other sessions with a new password")
  func life() async throws {
    let world = try ServerWorld()
    let code = try await register(world)
    // There is no account before the address is confirmed.
    #expect(try await signIn(world, "ana", "drei gute Worte").code == "wrong-password")
    let confirmed = try await world.send("/v1/email-confirmations", .post, [], #"{"code":"\#(code)"}"#)
    #expect(confirmed.status == 200, "\(confirmed.text)")
    #expect(try confirmed.json["name"]?.string == "ana")
    #expect(try confirmed.json["role"]?.string == "host")
    #expect(try await world.send("/v1/email-confirmations", .post, [], #"{"code":"\#(code)"}"#).code == "unknown-code")

    let byName = try await signIn(world, "ANA", "drei gute Worte")
    let byMail = try await signIn(world, "ana@EXAMPLE.org", "drei gute Worte")
    #expect(byName.status == 201 && byMail.status == 201, "\(byName.text) \(byMail.text)")
    let (here, there) = (try bearer(byName), try bearer(byMail))
    #expect(try await world.ask("/v1/me", .get, [here]).json["mail"]?.string == "Ana@example.org")
    #expect(try await world.ask("/v1/sessions", .get, [here]).json["sessions"]?.array?.count == 2)

    let patched = try await world.send(
      "/v1/me", .patch, [here], #"{"displayName":"Ana P.","telephone":"+40 265 123456","zone":"Europe/Bucharest"}"#)
    #expect(try patched.json["displayName"]?.string == "Ana P.")
    #expect(try patched.json["telephone"]?.string == "+40 265 123456")
    #expect(try await world.send("/v1/me", .patch, [here], #"{"telephone":null}"#).json["telephone"] == nil)
    let others = try await world.ask("/v1/members/ana")
    #expect(try others.json["displayName"]?.string == "Ana P.")
    #expect(!others.text.contains("example.org") && !others.text.contains("265"))

    let wrong = #"{"present":"keine guten Worte","new":"vier andere gute Worte"}"#
    #expect(try await world.send("/v1/me/password", .put, [here], wrong).code == "wrong-password")
    let right = #"{"present":"drei gute Worte","new":"vier andere gute Worte"}"#
    #expect(try await world.send("/v1/me/password", .put, [here], right).status == 204)
    #expect(try await world.ask("/v1/me", .get, [here]).status == 200)
    #expect(try await world.ask("/v1/me", .get, [there]).code == "unauthorized")
    #expect(try await signIn(world, "ana", "drei gute Worte").code == "wrong-password")
    #expect(try await world.mails().last?.subject.contains("password has changed") == true)

    #expect(try await world.ask("/v1/sessions/current", .delete, [here]).status == 204)
    #expect(try await world.ask("/v1/me", .get, [here]).status == 401)
  }

  @Test("lose their sessions when an operator ends them")
  func signOut() async throws {
    let world = try ServerWorld()
    let code = try await register(world)
    _ = try await world.send("/v1/email-confirmations", .post, [], #"{"code":"\#(code)"}"#)
    let operators = AccountList(AccountsFile(catalog: world.catalog.path) { _ in })
    for member in ["ana", nil] {
      let session = try bearer(try await signIn(world, "ana", "drei gute Worte"))
      #expect(try await world.ask("/v1/me", .get, [session]).status == 200)
      #expect(try operators.endSessions(of: member, at: ServerWorld.now) == 1)
      // The server looks once a second.
      var status = 200
      for _ in 0..<100 where status == 200 {
        try await Task.sleep(for: .milliseconds(100))
        status = try await world.ask("/v1/me", .get, [session]).status
      }
      #expect(status == 401)
    }
    #expect(try operators.endSessions(of: "unknown", at: ServerWorld.now) == nil)
  }

  @Test("recover a lost password by email, and move to another address")
  func recovery() async throws {
    let world = try ServerWorld()
    let code = try await register(world)
    _ = try await world.send("/v1/email-confirmations", .post, [], #"{"code":"\#(code)"}"#)
    let before = try bearer(try await signIn(world, "ana", "drei gute Worte"))
    #expect(
      try await world.send("/v1/password-resets", .post, [], #"{"mail":"ana@example.org"}"#).status == 202)
    let reset = try #require(try await world.mails().last?.code)
    #expect(
      try await world.send("/v1/password-resets", .put, [], #"{"code":"\#(reset)","password":"kurz"}"#).code
        == "out-of-range")
    #expect(
      try await world.send("/v1/password-resets", .put, [], #"{"code":"\#(reset)","password":"fünf ganz neue Worte"}"#)
        .status
        == 204)
    #expect(
      try await world.send("/v1/password-resets", .put, [], #"{"code":"\#(reset)","password":"fünf ganz neue Worte"}"#)
        .code
        == "unknown-code")
    #expect(try await world.ask("/v1/me", .get, [before]).status == 401, "all sessions end")
    // The same letters, composed in another way (NFD).
    let now = try bearer(try await signIn(world, "ana", "fu\u{308}nf ganz neue Worte"))

    _ = try await world.send("/v1/password-resets", .post, [], #"{"mail":"ana@example.org"}"#)
    let late = try #require(try await world.mails().last?.code)
    let form = #"{"mail":"ana@example.net","password":"fünf ganz neue Worte"}"#
    #expect(try await world.send("/v1/me/mail", .put, [now], form).status == 202)
    #expect(try await world.ask("/v1/me", .get, [now]).json["mail"]?.string == "Ana@example.org")
    let mail = try #require(try await world.mails().last)
    #expect(mail.recipient == "<ana@example.net>")
    _ = try await world.send("/v1/email-confirmations", .post, [], #"{"code":"\#(mail.code ?? "")"}"#)
    #expect(try await world.ask("/v1/me", .get, [now]).json["mail"]?.string == "ana@example.net")
    #expect(try await world.mails().last?.recipient == "<Ana@example.org>", "the former address is told")
    let stale = #"{"code":"\#(late)","password":"sechs sehr neue Worte"}"#
    #expect(
      try await world.send("/v1/password-resets", .put, [], stale).code == "unknown-code",
      "a code that went to the former address")
  }

  @Test("limit the emails that strangers can trigger, and never contain strangers' words")
  func mailLimit() async throws {
    let world = try ServerWorld()
    _ = try world.member("bela", mail: "bela@example.org")
    for _ in 0..<(MailLimit.most + 3) {
      #expect(try await world.send("/v1/password-resets", .post, [], #"{"mail":"Bela@example.org"}"#).status == 202)
    }
    let mails = try await world.mails()
    #expect(mails.count == MailLimit.most)
    let code = try #require(mails.last?.code)
    let reset = #"{"code":"\#(code)","password":"fünf ganz neue Worte"}"#
    #expect(try await world.send("/v1/password-resets", .put, [], reset).status == 204, "the last one counts")
    let form =
      #"{"name":"eva","displayName":"You won! http://evil.example","mail":"eva@example.org","#
      + #""password":"drei gute Worte"}"#
    #expect(try await world.send("/v1/accounts", .post, [], form).status == 202)
    #expect(try await world.mails().last?.body.contains("evil.example") == false)
  }

  @Test("answer the same whether an address is known or not")
  func unknownAddresses() async throws {
    let world = try ServerWorld()
    _ = try world.member("bela", mail: "bela@example.org")
    let forms = ["bela@example.org", "nobody@example.org"]
    var answers: [String] = []
    for (number, mail) in forms.enumerated() {
      let registered = try await world.send(
        "/v1/accounts", .post, [],
        #"{"name":"new-\#(number)","mail":"\#(mail)","password":"drei gute Worte"}"#)
      let asked = try await world.send("/v1/password-resets", .post, [], #"{"mail":"\#(mail)"}"#)
      let tried = try await signIn(world, mail, "drei schlechte Worte")
      answers.append(
        "\(registered.status) \(registered.text) \(asked.status) \(asked.text) \(tried.status) \(tried.text)")
    }
    #expect(answers[0] == answers[1])
    // The owner of the known address is notified, and the new address gets a code.
    let mails = try await world.mails()
    #expect(mails.map(\.recipient) == ["<bela@example.org>", "<bela@example.org>", "<nobody@example.org>"])
    #expect(mails[0].subject.contains("already have an account") && mails[1].code != nil && mails[2].code != nil)
  }

  @Test("check a password whether there is an account or not: both wait where few may wait")
  func unknownNames() async throws {
    let world = try ServerWorld { $0.passwordLogRounds = 14 }
    _ = try world.member("bela", mail: "bela@example.org")
    for name in ["bela", "nobody"] {
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<12 { group.addTask { try await signIn(world, name, "drei schlechte Worte").status } }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(statuses.isSuperset(of: [401, 503]) && statuses.isSubset(of: [401, 429, 503]), "\(name): \(statuses)")
    }
    let none = Password.none(logRounds: 15).text
    #expect(none.hasPrefix("$scrypt$ln=15,r=8,p=3$"), "it costs as much")
  }

  @Test("need a unique name and a strong password")
  func refusals() async throws {
    let shipped = try ServerWorld()
    var listing = try #require(try shipped.catalog.listing("stuttgart-brennglas"))
    listing.host = "zsolt"
    let world = try ServerWorld([listing]) { $0.terms = "2026-11" }
    _ = try world.member("bela")
    func code(_ name: String, _ password: String = "drei gute Worte", more: String = #","terms":"2026-11""#)
      async throws
      -> String?
    {
      try await world.send(
        "/v1/accounts", .post, [], #"{"name":"\#(name)","mail":"x@example.org","password":"\#(password)"\#(more)}"#
      ).code
    }
    #expect(try await code("bela") == "name-taken")
    #expect(try await code("Bela") == "name-taken", "names have no case")
    #expect(try await code("zsolt") == "name-taken", "the listing would be theirs")
    #expect(try await code("admin") == "out-of-range")
    #expect(try await code("bеla") == "out-of-range", "a Cyrillic letter that looks the same")
    #expect(try await code("eva", "password123") == "out-of-range")
    #expect(try await code("eva-maria-1", "eva-maria-1234") == "out-of-range")
    #expect(try await code("eva", more: "") == "out-of-range", "the terms")
    let bela = try world.member("bela")
    #expect(try await world.ask("/v1/me", .get, [bela]).json["terms"] == nil)
    #expect(try await world.send("/v1/me", .patch, [bela], #"{"terms":"2025-01"}"#).code == "out-of-range")
    #expect(try await world.send("/v1/me", .patch, [bela], #"{"terms":"2026-11"}"#).json["terms"]?.string == "2026-11")
    let admin = try world.member("root", role: .admin)
    let audit = try await world.ask("/v1/admin/audit", .get, [admin])
    #expect(audit.text.contains("terms.accept") && audit.text.contains("bela"), "\(audit.text)")
    #expect(try await world.ask("/v1/admin/audit", .get, [bela]).status == 403)
    #expect(try await code("eva", more: #","terms":"2026-11","role":"admin""#) == "unknown-key")
    #expect(try await code("eva") == nil)
    let closed = try ServerWorld { $0.registration = false }
    #expect(try await closed.send("/v1/accounts", .post, [], Self.ana).code == "no-registration")
  }

  @Test("make guessing slow: for each account, and for each client")
  func guessing() async throws {
    let delay = GuessDelay()
    let start = ContinuousClock.now
    for _ in 0..<5 { #expect(delay.take("ana", "a", at: start) == nil) }
    #expect(delay.take("ana", "b", at: start) == 1, "from everywhere")
    #expect(delay.take("bela", "a", at: start) == nil)
    var (now, waited) = (start, 0)
    for _ in 0..<12 {
      while let seconds = delay.take("ana", "c", at: now) {
        waited = seconds
        now = now + .seconds(seconds)
      }
    }
    #expect(waited == 60, "never longer: its member wants in")
    delay.forgive("ana", "a")
    #expect(delay.take("ana", "d", at: now) == nil)
    var guesses = 0
    while delay.take("member \(guesses)", "e", at: start) == nil { guesses += 1 }
    #expect(guesses == 20, "one guess at each account")

    let world = try ServerWorld()
    #expect(try await signIn(world, "nobody", "drei schlechte Worte").code == "wrong-password")
    // As if the others were a day later: the wait does not pass while this runs.
    while world.server.services.accounts.delay.take("nobody", "elsewhere", at: .now + .seconds(86_400)) == nil {}
    let last = try await signIn(world, "nobody", "drei schlechte Worte")
    #expect(last.status == 429 && last.code == "too-many-guesses" && last.headers[.retryAfter] != nil)
  }

  @Test("stay signed in on the page by a cookie, which other sites cannot use")
  func cookie() async throws {
    let world = try ServerWorld()
    let code = try await register(world)
    _ = try await world.send("/v1/email-confirmations", .post, [], #"{"code":"\#(code)"}"#)
    let form = #"{"login":"ana","password":"drei gute Worte","cookie":true,"keep":true}"#
    #expect(try await world.send("/v1/sessions", .post, [], form).code == "cross-site")
    let own = ("Sec-Fetch-Site", "same-origin")
    let begun = try await world.send("/v1/sessions", .post, [own, ("Cookie", "vicinity=vis_chosen-by-others")], form)
    #expect(begun.status == 201, "\(begun.text)")
    #expect(try begun.json["token"] == nil)
    let field = try #require(begun.headers[.setCookie])
    #expect(field.contains("HttpOnly") && field.contains("SameSite=Lax") && field.contains("Max-Age="))
    #expect(!field.contains("chosen-by-others"), "a session has a new text")
    let cookie = ("Cookie", String(field.prefix { $0 != ";" }))
    #expect(try await world.ask("/v1/me", .get, [cookie]).json["name"]?.string == "ana")
    // A page of a subdomain may set another one of the same name, before or after.
    let value = cookie.1.replacing("vicinity=", with: "")
    for text in [
      "vicinity=bad; vicinity=\(value)", "vicinity=\(value); vicinity=bad",
      "a=b; vicinity=; vicinity=vis_x; vicinity=\(value)",
    ] { #expect(try await world.ask("/v1/me", .get, [("Cookie", text)]).status == 200, "\(text)") }
    #expect(try await world.ask("/v1/me", .get, [("Cookie", "vicinity=bad"), cookie]).status == 200)
    let change = #"{"about":"Hello"}"#
    for other in [
      ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Origin", "https://evil.example"),
    ] {
      #expect(try await world.send("/v1/me", .patch, [cookie, other], change).code == "cross-site")
    }
    #expect(try await world.send("/v1/me", .patch, [cookie], change).code == "cross-site", "nothing says whence")
    #expect(try await world.send("/v1/me", .patch, [cookie, own], change).status == 200)
    #expect(try await world.send("/v1/me", .patch, [cookie, ("Origin", "http://test")], change).status == 200)
    let out = try await world.ask("/v1/sessions/current", .delete, [cookie, own])
    #expect(out.headers[.setCookie]?.contains("Max-Age=0") == true)
    // The cookie of an ended session is treated as no cookie.
    #expect(try await world.ask("/v1/near?near=48.77,9.18", .get, [cookie]).status == 200)
    #expect(try await world.ask("/v1/me", .get, [cookie]).status == 401)
  }

  @Test("have roles, and the last admin cannot be removed")
  func roles() async throws {
    let world = try ServerWorld()
    let (ana, bela) = (try world.member("ana", role: .admin), try world.member("bela", role: .member))
    #expect(try await world.send("/v1/members/bela/role", .put, [bela], #"{"role":"admin"}"#).status == 403)
    let made = try await world.send("/v1/members/bela/role", .put, [ana], #"{"role":"editor"}"#)
    #expect(try made.json["role"]?.string == "editor")
    #expect(try await world.ask("/v1/me", .get, [bela]).json["role"]?.string == "editor", "in the present session too")
    #expect(try await world.send("/v1/members/ana/role", .put, [ana], #"{"role":"host"}"#).code == "last-admin")
    #expect(try await world.send("/v1/members/ana/role", .put, [ana], #"{"role":"king"}"#).code == "unknown-word")
    #expect(try await world.send("/v1/members/nobody/role", .put, [ana], #"{"role":"host"}"#).code == "unknown-member")
    let entry = try await world.ask("/v1/admin/audit", .get, [world.key(.admin)])
    #expect(entry.text.contains("member.role"), "\(entry.text)")
    try world.server.services.accountsFile.write { db in
      try db.execute(sql: "UPDATE account SET ending = 1, suspended = 'ended' WHERE name = 'bela'")
    }
    let late = try await world.send("/v1/members/bela/role", .put, [ana], #"{"role":"host"}"#)
    #expect(late.code == "unknown-member", "who is leaving is another than who asks")
  }

  @Test("are in a directory by name, without addresses")
  func directory() async throws {
    let world = try ServerWorld()
    let ana = try world.member("ana", mail: "ana@example.org")
    for name in ["bela", "bela-2", "csilla"] { _ = try world.member(name, mail: "\(name)@example.org") }
    let first = try await world.ask("/v1/members?limit=2", .get, [ana])
    #expect(try first.json["members"]?.array?.compactMap { $0.object?["name"]?.string } == ["ana", "bela"])
    let next = try #require(try first.json["next"]?.string).replacing("http://test", with: "")
    let second = try await world.ask(next, .get, [ana])
    #expect(try second.json["members"]?.array?.compactMap { $0.object?["name"]?.string } == ["bela-2", "csilla"])
    #expect(try await world.ask("/v1/members?q=BEL", .get, [ana]).json["members"]?.array?.count == 2)
    #expect(try await world.ask("/v1/members?q=%25", .get, [ana]).json["members"]?.array?.count == 0)
    #expect(!first.text.contains("@") && !second.text.contains("@"))
    #expect(try await world.ask("/v1/members").status == 401)
  }

  @Test("keep secrets out of the file")
  func file() async throws {
    let world = try ServerWorld()
    let code = try await register(world)
    _ = try await world.send("/v1/email-confirmations", .post, [], #"{"code":"\#(code)"}"#)
    let answer = try await signIn(world, "ana", "drei gute Worte")
    let token = try #require(try answer.json["token"]?.string)
    let path = String(world.catalog.path.dropLast(5)) + ".accounts.sqlite"
    for file in [path, path + "-wal"] where FileManager.default.fileExists(atPath: file) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      for secret in [token, code, "drei gute Worte"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret.prefix(8)) in \(file)")
      }
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(file)")
    }
  }

  @Test("are found by the beginning of their name, and of what others read, as comparing all of them finds them")
  func beginnings() throws {
    let world = try ServerWorld([])
    let accounts = world.server.services.accounts
    var random = SplitMix64(seed: 7)
    func text(_ letters: ClosedRange<Int>) -> String {
      String((0..<Int.random(in: letters, using: &random)).map { _ in "abA%_éß".randomElement(using: &random) ?? "a" })
    }
    var displays: [String: String] = [:]
    for number in 0..<60 {
      let name = "\(["aa", "ab", "ba", "bb"].randomElement(using: &random) ?? "")-\(number)"
      displays[name] = text(1...6)
      _ = try world.member(name)
      if number % 9 == 0 { displays[name] = nil }
    }
    try accounts.file.write { db in
      for (name, display) in displays {
        try db.execute(sql: "UPDATE account SET display = ? WHERE name = ?", arguments: [display, name])
      }
      for number in stride(from: 0, to: 60, by: 9) {
        try db.execute(sql: "DELETE FROM account WHERE name LIKE ?", arguments: ["%-\(number)"])
      }
    }
    func lower(_ text: String) -> [UInt8] { text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }
    for beginning in ["", "a", "B", "ab", "ba-", "AB-1", "%", "_", "é", "aß"] + (0..<40).map({ _ in text(1...4) }) {
      let all = displays.filter { name, display in
        [name, display].contains { lower($0).starts(with: lower(beginning)) }
      }.keys.sorted()
      for after in ["", "ab", "b"] {
        let found = try accounts.members(beginning: beginning, after: after, limit: 7).map(\.name)
        #expect(found == Array(all.filter { $0 > after }.prefix(7)), "\(beginning) after \(after)")
      }
    }
  }
}
