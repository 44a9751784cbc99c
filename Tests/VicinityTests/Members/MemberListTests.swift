import CivilTime
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Lists of members")
struct MemberListTests {
  private let now = SignalWorld.now

  private func favorites(_ ids: [String], _ catalog: Catalog) throws {
    for (offset, id) in ids.enumerated() {
      try catalog.perform(.favorite(listing: id, member: "a"), at: now + Int64(offset))
    }
  }

  @Test("favorites appear once each, the newest first, or the nearest")
  func order() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    try favorites(["bar", "couch", "party", "bar"], catalog)
    #expect(try catalog.favorites(of: "a", at: now).map(\.listing.id) == ["party", "couch", "bar"])
    let near = try catalog.favorites(of: "a", from: SignalWorld.couch.coordinate, at: now)
    #expect(near.map(\.listing.id) == ["couch", "bar", "party"] && near[0].distanceMeters == 0)
    try catalog.perform(.unfavorite(listing: "couch", member: "a"), at: now)
    #expect(try catalog.favorites(of: "a", at: now).map(\.listing.id) == ["party", "bar"])
    #expect(try catalog.favorites(of: "b", at: now).isEmpty)
  }

  @Test(
    "a recurring event has the time of its current or next occurrence",
    arguments: [(-3600, 0), (0, 7), (6 * 86_400, 7), (8 * 86_400, 14), (-90 * 86_400, -21)] as [(Int64, Int64)])
  func occurrence(seconds: Int64, day: Int64) throws {
    let temporary = try SignalWorld.catalog()
    let (asked, starts) = (now + seconds, SignalWorld.friday(day) - 7200)
    try favorites(["dance", "party", "bar"], temporary.catalog)
    let rows = try temporary.catalog.favorites(of: "a", at: asked)
    #expect(rows.map(\.starts) == [nil, now + 3600, starts] && rows[2].ends == starts + 7200)
    #expect(rows[2].listing.starts == SignalWorld.dance.starts, "a rule begins where it began")
    let zone = try #require(Zone(identifier: "Europe/Berlin"))
    #expect(
      rows[2].json.object?["starts"] == .string(starts.iso8601(in: zone)) && rows[0].json.object?["starts"] == nil)
    let shown = Answer(showing: SignalWorld.dance, at: asked).matches[0]
    #expect(shown.starts == starts && shown.ends == starts + 7200)
    let text = LocalTimeText(zone: zone, now: asked).span(from: starts, to: starts + 7200)
    #expect(ListingSheet(SignalWorld.dance, at: asked).text.contains(text))
    #expect(MemberListTable(rows, at: asked).text.contains(text))
  }

  @Test("an event that is over for good has its last time")
  func lastOccurrence() throws {
    var dance = SignalWorld.dance
    dance.recurrence = "FREQ=WEEKLY;BYDAY=FR;COUNT=2"
    #expect(dance.occurrence(at: now)?.starts == SignalWorld.friday(-14) - 7200)
    dance.recurrence = "every second Friday"
    #expect(dance.occurrence(at: now)?.starts == dance.starts)
    #expect(SignalWorld.bar.occurrence(at: now) == nil)
  }

  @Test("a favorite that is not in business has its status, and is not on today")
  func notInBusiness() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    try favorites(["bar"], catalog)
    try catalog.edit("bar") { ($0.openingHours, $0.operatingStatus) = ("24/7", nil) }
    #expect(try catalog.favoritesToday(of: "a", at: now).map(\.listing.id) == ["bar"])
    try catalog.edit("bar") { $0.operatingStatus = .temporarilyClosed }
    #expect(try catalog.favoritesToday(of: "a", at: now).isEmpty)
    let rows = try catalog.favorites(of: "a", at: now)
    #expect(rows.first?.json.text.contains(#""operatingStatus":"temporarily closed""#) == true)
    #expect(MemberListTable(rows, at: now).text.contains("temporarily closed"))
    let listing = try #require(rows.first?.listing)
    #expect(ListingSheet(listing, at: now).text.contains("temporarily closed"))
  }

  @Test("an edited favorite is updated in the list, and a removed one disappears")
  func edits() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    try favorites(["bar", "party"], catalog)
    var party = SignalWorld.party
    party.name = "Feast"
    try catalog.save([party], source: "test")
    #expect(try catalog.favorites(of: "a", at: now).map(\.listing.name) == ["Feast", "Brennglas"])
    try catalog.remove(ids: ["party"])
    #expect(try catalog.favorites(of: "a", at: now).map(\.listing.id) == ["bar"])
  }

  @Test(
    "today is a day of the place: what runs or opens then",
    arguments: [
      (0, ["dance", "bar", "party"]),  // Friday 21:00 in Berlin; the party lasts until 02:00
      (4 * 3600, ["bar", "party"]),  // Saturday 01:00: the bar is open until 02:00, the party on
      (12 * 3600, ["party", "bar"]),  // Saturday 09:00
      (36 * 3600, []),  // Sunday 09:00: closed
      (7 * 86_400, ["dance", "bar"]),
    ] as [(Int64, [String])])
  func today(seconds: Int64, expected: [String]) throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    try favorites(["bar", "couch", "party", "dance", "concert"], catalog)
    let rows = try catalog.favoritesToday(of: "a", at: now + seconds)
    #expect(Set(rows.map(\.listing.id)) == Set(expected) && rows.count == expected.count)
    #expect(rows.map(\.from) == rows.map(\.from).sorted())
  }

  @Test("a cancelled event is not for today, and cannot be joined")
  func cancelled() throws {
    let temporary = try SignalWorld.catalog()
    try favorites(["party"], temporary.catalog)
    try temporary.catalog.writing().transaction { statements in
      try statements.run("UPDATE listing SET status = 'cancelled' WHERE id = 'party'")
    }
    #expect(try temporary.catalog.favoritesToday(of: "a", at: now).isEmpty)
    #expect(throws: SignalError.cancelled(listing: "party")) {
      try temporary.catalog.join("party", by: "a", at: now)
    }
  }

  @Test("events joined come in their order, those that are over last, and are rated once")
  func joined() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    try catalog.join("concert", by: "a", at: now - 30 * 3600)
    try catalog.join("dance", by: "a", at: now - 5 * 3600)
    try catalog.join("dance", .on(LocalDate(dayNumber: 20_791)), by: "a", at: now)
    try catalog.join("party", by: "a", at: now)
    let rows = try catalog.joinedEvents(of: "a", at: now)
    #expect(rows.map(\.listing.id) == ["party", "dance", "dance", "concert"])
    #expect(rows.map(\.isOver) == [false, false, true, true])
    #expect(try catalog.eventsToRate(by: "a", at: now).map(\.listing.id) == ["dance", "concert"])
    try catalog.rate("dance", .known(3), by: "a", at: now)
    #expect(try catalog.eventsToRate(by: "a", at: now).map(\.listing.id) == ["concert"])
    try catalog.rate("concert", .known(4.5), text: "Loud", by: "a", at: now + 60)
    let rated = try catalog.ratings(by: "a")
    #expect(rated.map(\.listing.id) == ["concert", "dance"])
    #expect(rated.map(\.review.stars) == [.known(4.5), .known(3)] && rated[0].review.text == "Loud")
    #expect(try catalog.ratings(by: "nobody") == [])
  }

  @Test("visits, events and stays are one history, the latest first")
  func history() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    let day = LocalDate(dayNumber: Int(now.secondsSince1970 / 86_400))
    func stay(_ from: Int, _ to: Int) throws -> String {
      let nights = try #require(Nights(from: day + from, to: day + to))
      return try catalog.book(BookingRequest(listing: "couch", member: "a", nights: nights), at: now - 9 * 86_400).id
    }
    let (former, today, asked, coming) = (try stay(-8, -6), try stay(0, 2), try stay(-4, -3), try stay(3, 4))
    for id in [former, today, coming] { _ = try catalog.confirmBooking(id, at: now - 9 * 86_400) }
    try catalog.perform(.visit(listing: "bar", member: "a", at: now - 3600), at: now)
    try catalog.perform(.visit(listing: "bar", member: "b", at: now - 3600), at: now)
    try catalog.join("concert", by: "a", at: now - 30 * 3600)
    try catalog.join("party", by: "a", at: now)
    let rows = try catalog.memberHistory(of: "a", at: now)
    #expect(rows.map(\.listing.id) == ["bar", "couch", "concert", "couch"])
    #expect(rows.map(\.what) == [.visit, .stay, .event, .stay])
    #expect(rows.map(\.booking?.id) == [nil, today, nil, former] && asked != former)
    #expect(rows[1].json.object?["from"] == .string("\(day)") && rows[0].json.object?["at"] != nil)
    #expect(MemberListTable(rows, at: now).text.contains("\(day) to \(day + 2)"))
    #expect(try catalog.memberHistory(of: "a", limit: 2, at: now) == Array(rows.prefix(2)))
    #expect(try catalog.memberHistory(of: "a", before: rows[1].from, at: now) == Array(rows.suffix(2)))
    #expect(try catalog.memberHistory(of: "nobody", at: now).isEmpty)
  }

  @Test("a host sees their listings and pending requests; a guest sees their stays")
  func hosted() throws {
    let temporary = try SignalWorld.catalog()
    let catalog = temporary.catalog
    try favorites(["bar"], catalog)
    for member in ["a", "b", "c"] { try catalog.join("party", by: member, at: now) }
    try TestDatabase.run(
      """
      INSERT INTO booking (fid, member, from_date, to_date, guests, status, price, made, changed)
      SELECT fid, 'a', '2026-12-01', '2026-12-03', 2, 'requested', 4000, 5, 5 FROM listing WHERE id = 'couch'
      """, path: temporary.path)
    let rows = try catalog.hosted(by: SignalWorld.host, at: now)
    #expect(rows.map(\.listing.id) == ["bar", "couch", "party"])
    #expect(rows.map(\.favorites) == [1, 0, 0] && rows.map(\.requests) == [0, 1, 0])
    #expect(rows.map(\.joined) == [0, 0, 2] && rows.map(\.waiting) == [0, 0, 1])
    #expect(try catalog.hosted(by: SignalWorld.host, at: now + 86_400).map(\.joined) == [0, 0, 0])
    #expect(try catalog.requests(to: SignalWorld.host) == catalog.bookings(of: "a"))
    #expect(try catalog.bookings(of: "a").map(\.id) == ["booking-1"])
    #expect(try catalog.requests(to: "a").isEmpty)
  }

  @Test("dependent records are reported before a removal, and removed with the listing")
  func dependents() throws {
    let temporary = try SignalWorld.catalog()
    let catalog = temporary.catalog
    try favorites(["party"], catalog)
    for member in ["a", "b", "c"] { try catalog.join("party", by: member, at: now) }
    try catalog.rate("party", .known(3), by: "b", at: now + 7200)
    try catalog.perform(.visit(listing: "party", member: "b"), at: now)
    let dependents = try #require(try catalog.dependents(of: ["party"], at: now).first)
    #expect(dependents.favorites == 1 && dependents.attendances == 3)
    #expect(dependents.ratings == 1 && dependents.visits == 1 && dependents.bookings == 0)
    #expect(try catalog.remove(ids: ["party", "party", "unknown"]) == 1)
    for table in Schema.memberTables {
      #expect(try TestDatabase.rows("SELECT count(*) FROM \(table)", path: temporary.path) == [["0"]])
    }
    #expect(throws: CatalogError.unknownListing(id: "party", similar: [])) {
      try catalog.dependents(of: ["party"], at: now)
    }
  }

  @Test("a visit is stored once, and a future one is refused")
  func visits() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    let visit = Action.visit(listing: "bar", member: "a", at: now - 60)
    #expect(try [visit, visit].map { try catalog.perform($0, at: now).isChanged } == [true, false])
    #expect(throws: SignalError.visitToCome(listing: "bar", at: "\(now + 1)")) {
      try catalog.perform(.visit(listing: "bar", member: "a", at: now + 1), at: now)
    }
  }
}
