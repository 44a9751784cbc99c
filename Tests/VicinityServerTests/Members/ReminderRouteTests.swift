import CivilTime
import Foundation
import HTTPTypes
import ServerTestSupport
import Streams
import Testing
import Vicinity

@testable import VicinityAccounts
@testable import VicinityServer

@Suite("Reminders and the member's calendar over HTTP")
struct ReminderRouteTests {
  private let world: ServerWorld
  private let ana: (String, String)
  private let bela: (String, String)

  init() async throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 46.54, longitude: 24.56))
    (couch.host, couch.timeZone, couch.name) = ("ana", "Europe/Bucharest", "Dachkammer")
    couch.publicRadiusMeters = 500
    var party = Listing(id: "party", kind: .event, coordinate: .init(latitude: 46.5, longitude: 24.5))
    (party.starts, party.name, party.timeZone) = (ServerWorld.now + 5400, "Housewarming", "Europe/Bucharest")
    world = try ServerWorld([couch, party])
    ana = try world.member("ana", mail: "ana@example.org")
    bela = try world.member("bela", mail: "bela@example.org", language: "de")
    _ = try await world.ask("/v1/listings/party/place", .put, [bela])
    _ = try await world.send(
      "/v1/listings/couch/bookings", .post, [bela], #"{"from":"2026-11-28","to":"2026-11-29"}"#)
    _ = try await world.ask("/v1/bookings/booking-1/confirm", .post, [ana])
  }

  private func told(_ who: (String, String)) async throws -> [String] {
    let page = try await world.ask("/v1/changes?after=0&f=json", .get, [who]).json
    return page["changes"]?.array?.compactMap(\.object).filter { $0["kind"]?.string == "reminder" }.map {
      "\($0["what"]?.string ?? "") \($0["starts"]?.string ?? "")"
    } ?? []
  }

  @Test("are sent once, by stream and email, in the language and local time of the place")
  func life() async throws {
    let reminders = world.server.services.members.reminders
    #expect(try reminders.tell(at: ServerWorld.now - 3600) == 0)
    #expect(try reminders.tell(at: ServerWorld.now) == 1)
    #expect(try reminders.tell(at: ServerWorld.now) == 0)
    #expect(try await told(bela) == ["event 2026-11-27T23:30:00+02:00"])
    let mail = try #require(try await world.mails().last)
    #expect(mail.body.contains("Beginnt bald: Housewarming, 2026-11-27 23:30"), "\(mail.body)")
    #expect(try await world.send("/v1/me", .patch, [bela], #"{"reminderMails":false}"#).status == 200)
    let morning = try Instant(parsing: "2026-11-28T09:00:00+02:00")
    #expect(try reminders.tell(at: morning) == 2)
    #expect(try await told(bela).last == "arrival 2026-11-28T09:00:00+02:00")
    #expect(try await told(ana) == ["arrival 2026-11-28T09:00:00+02:00"])
    try await world.server.services.accounts.settle(at: morning)
    #expect(try await world.mails().map(\.recipient) == ["<bela@example.org>", "<ana@example.org>"])
  }

  @Test("are in a calendar whose address only the member knows")
  func calendar() async throws {
    let made = try await world.ask("/v1/me/calendar", .post, [bela])
    #expect(made.status == 201, "\(made.text)")
    let url = try #require(try made.json["url"]?.string).replacing("http://test", with: "")
    let feed = try await world.ask(url)
    #expect(feed.status == 200 && feed.headers[.contentType]?.contains("text/calendar") == true)
    for line in ["SUMMARY:Housewarming", "TRIGGER:-PT2H0M", "SUMMARY:Dachkammer", "TRIGGER:PT9H0M", "UID:booking-1"] {
      #expect(feed.text.contains(line + "\r\n"), "\(line) in \(feed.text)")
    }
    #expect(!feed.text.contains("46.54;24.56"), "the place of the couch is private")
    #expect(feed.headers[.cacheControl]?.contains("private") == true)
    #expect(try await world.ask(url + "x").code == "unknown-calendar")
    #expect(try await world.ask("/v1/me/calendar.ics").status == 400)
    let again = try await world.ask("/v1/me/calendar", .post, [bela])
    #expect(try await world.ask(url).code == "unknown-calendar", "the former address has ended")
    let second = try #require(try again.json["url"]?.string).replacing("http://test", with: "")
    #expect(try await world.ask("/v1/me/calendar", .delete, [bela]).status == 204)
    #expect(try await world.ask(second).code == "unknown-calendar")
    let hosts = try await world.ask("/v1/me/calendar", .post, [ana])
    let host = try #require(try hosts.json["url"]?.string).replacing("http://test", with: "")
    #expect(try await world.ask(host).text.contains("SUMMARY:Dachkammer: bela"))
  }
}
