import CivilTime
import CodedErrors
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity

/// What members may change, and their news about the actions of others.
@Suite("Members acting for themselves")
struct PrincipalTests {
  private static let now = SeededWorld.now
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }
  private static let today = Zone.utc.localDateTime(at: now).date

  init() throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9))
    (couch.host, couch.guests, couch.timeZone, couch.name) = ("hana", 2, "UTC", "Dachkammer")
    couch.cancellationNoticeDays = 3
    var party = Listing(id: "party", kind: .event, coordinate: Coordinate(latitude: 48, longitude: 9))
    (party.host, party.starts, party.ends, party.capacity) = ("hana", Self.now + 3600, Self.now + 7200, 1)
    let bar = Listing(id: "bar", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    temporary = try TemporaryCatalog([couch, party, bar])
    try temporary.catalog.set(.news, to: true)
  }

  private func perform(_ form: String, as principal: Principal, at now: Instant = now) throws -> ActionOutcome {
    try catalog.perform(Action(json: JSONParser.parse(form.utf8)), as: principal, at: now)
  }

  /// The code of the error with which an action is refused; nil when it is not.
  private func code(_ form: String, as principal: Principal, at now: Instant = now) throws -> String? {
    do { _ = try perform(form, as: principal, at: now) } catch let error as any CodedError { return error.code }
    return nil
  }

  private func book(_ from: Int, _ to: Int, as member: String = "gyula") throws -> String {
    let form = """
      {"do":"book","listing":"couch","member":"\(member)","from":"\(Self.today + from)","to":"\(Self.today + to)"}
      """
    guard case .book(let booking, isNew: true) = try perform(form, as: .member(member)) else { return "no booking" }
    return booking.id
  }

  /// News since the last time, as `recipient kind listing by`, in order.
  private func told() throws -> [String] {
    let news = try catalog.news()
    try catalog.removeNews(upTo: news.last?.id ?? 0)
    return news.map { "\($0.recipient) \($0.kind.rawValue) \($0.booking ?? $0.listing) \($0.member ?? "-")" }
  }

  @Test("act in no other name", arguments: ["favourite", "unfavourite", "join", "leave", "unrate", "visit"])
  func names(_ verb: String) throws {
    let listing = verb == "join" || verb == "leave" ? "party" : "bar"
    let form = #"{"do":"\#(verb)","listing":"\#(listing)","member":"gyula"}"#
    #expect(try code(form, as: .member("zoe")) == "other-member")
    #expect(try code(form, as: .editor("zoe")) == "other-member")
    #expect(try code(form, as: .member("gyula")) == nil)
    #expect(try code(form, as: .owner) == nil)
  }

  @Test("change their own listings, and editors those of all")
  func listings() throws {
    let patch = #"{"do":"edit","listing":"couch","set":{"price":12,"currency":"EUR"}}"#
    #expect(try code(patch, as: .member("zoe")) == "not-host")
    #expect(try code(patch, as: .member("hana")) == nil)
    #expect(try code(#"{"do":"edit","listing":"bar","set":{"price":3}}"#, as: .member("hana")) == "not-host")
    #expect(try code(#"{"do":"edit","listing":"bar","set":{"price":3}}"#, as: .editor("zoe")) == nil)
    #expect(
      try code(#"{"do":"edit","listing":"couch","set":{"host":"zoe"}}"#, as: .member("hana")) == "other-host")
    #expect(try code(#"{"do":"edit","listing":"couch","set":{"host":null}}"#, as: .member("hana")) == "other-host")
    let block = #"{"do":"block","listing":"couch","from":"\#(Self.today + 9)","to":"\#(Self.today + 10)"}"#
    #expect(try code(block, as: .member("zoe")) == "not-host")
    #expect(try code(block.replacing("block", with: "unblock"), as: .member("zoe")) == "not-host")
    #expect(try code(block, as: .member("hana")) == nil)
    #expect(try code(#"{"do":"remove","listing":"party"}"#, as: .member("zoe")) == "not-host")
    #expect(try code(#"{"do":"remove","listing":"party"}"#, as: .member("hana")) == nil)
    #expect(try code(#"{"do":"remove","listing":"party"}"#, as: .member("hana")) == "unknown-listing")
    var mine = Listing(id: "new", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    mine.host = "hana"
    #expect(throws: PermissionError.otherHost(listing: "new")) {
      try catalog.put(mine, source: "http", as: .member("zoe"), at: Self.now) { _ in }
    }
    #expect(try catalog.put(mine, source: "http", as: .member("hana"), at: Self.now) { _ in })
    mine.host = "zoe"
    #expect(throws: PermissionError.notHost(listing: "new")) {
      try catalog.put(mine, source: "http", as: .member("zoe"), at: Self.now) { _ in }
    }
  }

  @Test("say nothing of their own listings that is for others to say")
  func ratings() throws {
    let rating = #"{"do":"rate","listing":"couch","member":"hana","stars":5}"#
    #expect(try code(rating, as: .member("hana")) == "own-listing")
    #expect(try code(rating, as: .owner) == "own-listing")
    let patch = #"{"do":"edit","listing":"couch","set":{"rating":5,"ratingCount":900,"guests":3}}"#
    #expect(try perform(patch, as: .member("hana")) == .edit(listing: "couch", changed: ["guests"]))
    #expect(try catalog.listing("couch")?.rating == nil)
    #expect(try code(patch, as: .editor("zoe")) == nil)
    #expect(try catalog.listing("couch")?.ratingCount == 900)
    _ = try catalog.join("party", by: "hana", at: Self.now)
    #expect(try catalog.eventsToRate(by: "hana", at: Self.now + 8000).isEmpty)
  }

  @Test("answer as hosts, and cancel as guests until the day that the host has set")
  func bookings() throws {
    let booking = try book(10, 12)
    func change(_ verb: String, _ id: String, as member: String, at now: Instant = Self.now) throws -> String? {
      try code(#"{"do":"\#(verb)","booking":"\#(id)"}"#, as: .member(member), at: now)
    }
    #expect(try change("confirm", booking, as: "zoe") == "unknown-booking", "not even that there is one")
    #expect(try change("cancel", booking, as: "zoe") == "unknown-booking")
    #expect(try change("confirm", booking, as: "gyula") == "for-host")
    #expect(try change("confirm", booking, as: "hana") == nil)
    let day: Int64 = 86_400
    #expect(try change("cancel", booking, as: "gyula", at: Self.now + 8 * day) == "too-late")
    #expect(try change("cancel", booking, as: "gyula", at: Self.now + 7 * day) == nil)
    let late = try book(1, 2)
    #expect(try change("cancel", late, as: "gyula") == nil, "a request can always be taken back")
    let other = try book(1, 2)
    #expect(try change("confirm", other, as: "hana") == nil)
    #expect(try change("cancel", other, as: "gyula") == "too-late")
    #expect(try change("cancel", other, as: "hana") == nil, "a host always may")
  }

  @Test("rate guests as their hosts, from the day of arrival")
  func guests() throws {
    let booking = try book(1, 3)
    func rate(_ stars: String, as member: String, at now: Instant) throws -> String? {
      try code(
        #"{"do":"rate-guest","booking":"\#(booking)","stars":\#(stars),"text":"Kind"}"#, as: .member(member), at: now)
    }
    let arrival = Self.now + 86_400
    #expect(try rate("4", as: "hana", at: arrival) == "not-stayed", "it is not confirmed")
    _ = try perform(#"{"do":"confirm","booking":"\#(booking)"}"#, as: .member("hana"))
    #expect(try rate("4", as: "hana", at: Self.now) == "not-stayed", "it has not begun")
    #expect(try rate("4", as: "gyula", at: arrival) == "for-host")
    #expect(try rate("4", as: "zoe", at: arrival) == "unknown-booking")
    #expect(try rate("4", as: "hana", at: arrival) == nil)
    #expect(try rate("2.5", as: "hana", at: arrival) == nil)
    let summary = try catalog.guestRating(of: "gyula")
    #expect(summary.mean == 2.5 && summary.votes == 1 && summary.ratings.first?.text == "Kind")
    #expect(try catalog.guestRating(of: "hana").votes == 0)
    #expect(try catalog.check() == [])
  }

  @Test("receive news of others' actions, written in the same transaction")
  func news() throws {
    let booking = try book(10, 12)
    #expect(try told() == ["hana requested \(booking) gyula"])
    _ = try perform(#"{"do":"confirm","booking":"\#(booking)"}"#, as: .member("hana"))
    _ = try perform(#"{"do":"cancel","booking":"\#(booking)"}"#, as: .owner)
    #expect(
      try told() == [
        "gyula confirmed \(booking) hana", "hana cancelled \(booking) -", "gyula cancelled \(booking) -",
      ])
    for member in ["gyula", "zoe"] {
      _ = try perform(#"{"do":"join","listing":"party","member":"\#(member)"}"#, as: .member(member))
    }
    _ = try perform(#"{"do":"favourite","listing":"party","member":"ana"}"#, as: .member("ana"))
    #expect(try told() == ["hana joined party gyula", "hana waiting party zoe"])
    _ = try perform(#"{"do":"leave","listing":"party","member":"gyula"}"#, as: .member("gyula"))
    #expect(try told() == ["hana left party gyula", "zoe movedUp party gyula"])
    _ = try perform(#"{"do":"edit","listing":"party","set":{"price":3,"currency":"EUR"}}"#, as: .member("hana"))
    #expect(try told() == ["ana edited party hana", "zoe edited party hana"])
    #expect(try code(#"{"do":"remove","listing":"party"}"#, as: .member("ana")) == "not-host")
    #expect(try told() == [], "what was refused tells nothing")
    _ = try perform(#"{"do":"remove","listing":"party"}"#, as: .editor("eva"))
    #expect(try told() == ["ana removed party eva", "hana removed party eva", "zoe removed party eva"])
    let rating = #"{"do":"rate","listing":"couch","member":"ana","stars":3.5}"#
    #expect(try code(rating, as: .member("ana")) == "not-stayed")
    try catalog.set(.openRatings, to: true)
    _ = try perform(rating, as: .member("ana"))
    let rated = try #require(try catalog.news().first)
    #expect(rated.detail == "3.5" && rated.name == "Dachkammer" && rated.at == Self.now)
    try catalog.set(.news, to: false)
    _ = try book(20, 22)
    #expect(try catalog.news().count == 1, "nobody reads them")
  }

  @Test("receive news that they have moved up when the host adds places")
  func largerCapacity() throws {
    for member in ["ana", "bela", "csilla", "dora"] {
      _ = try perform(#"{"do":"join","listing":"party","member":"\#(member)"}"#, as: .member(member))
    }
    _ = try told()
    _ = try perform(#"{"do":"edit","listing":"party","set":{"capacity":3}}"#, as: .member("hana"))
    #expect(
      try told() == [
        "bela movedUp party hana", "csilla movedUp party hana", "ana edited party hana", "bela edited party hana",
        "csilla edited party hana", "dora edited party hana",
      ])
    _ = try perform(#"{"do":"remove","listing":"party"}"#, as: .member("hana"))
    #expect(try told().contains("dora removed party hana"), "those who only wait are told too")
  }

  @Test("leave no news behind when they are forgotten")
  func forgotten() throws {
    _ = try book(10, 12)
    _ = try perform(#"{"do":"cancel","booking":"booking-1"}"#, as: .member("gyula"))
    #expect(try catalog.news().count == 2)
    _ = try catalog.forget("gyula", at: Self.now, rebuildingWith: nil)
    #expect(try catalog.news().isEmpty)
    #expect(try !catalog.knows(member: "gyula"))
    #expect(try catalog.knows(member: "hana"))
  }
}
