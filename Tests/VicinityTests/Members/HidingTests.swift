import CivilTime
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity

@Suite("Hidden listings")
struct HidingTests {
  private static let now = SeededWorld.now
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }

  init() throws {
    var couch = TracedListings.couch
    couch.publicRadiusMeters = 500
    couch.price = Price(minorUnits: 2500, currency: "EUR")
    couch.unavailable = [try BookingTests.nights(300, 305)]
    temporary = try TemporaryCatalog([couch, TracedListings.party(starts: 3600)])
    try catalog.set(.news, to: true)
    let today = Zone.utc.localDateTime(at: Self.now).date
    try catalog.perform(
      [
        #"{"do":"book","listing":"couch","member":"ana","from":"\#(today)","to":"\#(today + 2)","key":"k"}"#,
        #"{"do":"confirm","booking":"booking-1"}"#, #"{"do":"rate-guest","booking":"booking-1","stars":4.5}"#,
        #"{"do":"block","listing":"couch","from":"\#(today + 5)","to":"\#(today + 7)"}"#,
        #"{"do":"rate","listing":"couch","member":"ana","stars":2,"text":"Cold"}"#,
        #"{"do":"favourite","listing":"couch","member":"bela"}"#, #"{"do":"visit","listing":"couch","member":"bela"}"#,
        #"{"do":"join","listing":"party","member":"zoe"}"#, #"{"do":"join","listing":"party","member":"csilla"}"#,
        #"{"do":"join","listing":"party","member":"ana"}"#,
      ], at: Self.now)
  }

  private func seen() throws -> [String] {
    try catalog.traces(of: TracedListings.members, at: ["couch", "party"])
  }

  private func found() throws -> [String] { try catalog.answer(Query(), at: Self.now).matches.map(\.id).sorted() }

  @Test("are in no answer, and come back with everything that belongs to them")
  func life() throws {
    let before = try seen()
    let attendees = try catalog.attendees(of: "party", for: nil, at: Self.now).attendees.map(\.member)
    try catalog.removeNews(upTo: .max)
    for id in ["couch", "party"] { try catalog.hide(id, because: "spam", as: .editor("eva"), at: Self.now) }
    #expect(try found() == [])
    #expect(try catalog.check() == [])
    #expect(try catalog.hiddenListings().map(\.id) == ["couch", "party"])
    #expect(try catalog.hiddenListings(of: "bela").isEmpty)
    #expect(throws: CatalogError.self) { try catalog.hide("couch", because: "again", at: Self.now) }
    let told = try catalog.news().filter { $0.listing == "couch" }
    #expect(told.map { "\($0.recipient) \($0.kind)" } == ["ana hidden", "bela hidden", "hana hidden"])
    #expect(told.allSatisfy { $0.detail == "spam" && $0.member == "eva" })

    for id in ["party", "couch"] { try catalog.restore(id, as: .editor("eva"), at: Self.now) }
    #expect(try seen() == before)
    #expect(try catalog.attendees(of: "party", for: nil, at: Self.now).attendees.map(\.member) == attendees)
    #expect(try found() == ["couch", "party"])
    #expect(try catalog.check() == [])
    #expect(try catalog.hiddenListings().isEmpty)
    #expect(throws: CatalogError.unknownListing(id: "couch", similar: [])) {
      try catalog.restore("couch", at: Self.now)
    }
    // Numbers go on where they were.
    let today = Zone.utc.localDateTime(at: Self.now).date
    let nights = try #require(Nights(from: today + 10, to: today + 11))
    #expect(
      try catalog.book(BookingRequest(listing: "couch", member: "bela", nights: nights), at: Self.now).id == "booking-2"
    )
  }

  @Test("are hidden only by editors, and their ids cannot be reused")
  func permission() throws {
    for principal in [Principal.member("hana"), .member("zoe")] {
      #expect(throws: PermissionError.forEditors) {
        try catalog.hide("couch", because: "x", as: principal, at: Self.now)
      }
    }
    try catalog.hide("couch", because: "x", at: Self.now)
    #expect(throws: PermissionError.forEditors) { try catalog.restore("couch", as: .member("hana"), at: Self.now) }
    var again = Listing(id: "couch", kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9))
    again.host = "hana"
    #expect(throws: PermissionError.hidden(listing: "couch")) {
      try catalog.put(again, source: "http", as: .member("hana"), at: Self.now) { _ in }
    }
  }

  @Test("come back with two places of a member, and with a key that the guest has used again elsewhere")
  func uniqueKeys() throws {
    let day: Int64 = 86_400
    var listings = [TracedListings.couch, TracedListings.party(starts: 3600)]
    listings[0].id = "attic"
    (listings[1].capacity, listings[1].recurrence) = (5, "FREQ=DAILY;COUNT=3")
    try catalog.save(listings, source: "test", at: Self.now)
    let times = [1, 2].map { Self.now + 3600 + $0 * day }
    for time in times {
      try catalog.perform(.join(listing: "party", member: "bela", starts: .at(.instant(time))), at: Self.now)
    }
    let places = try catalog.joinedEvents(of: "bela", at: Self.now).map(\.attendance.starts)
    #expect(places.sorted() == times)
    for id in ["couch", "party"] { try catalog.hide(id, because: "x", at: Self.now) }
    let today = Zone.utc.localDateTime(at: Self.now).date
    let again =
      #"{"do":"book","listing":"attic","member":"ana","from":"\#(today + 9)","to":"\#(today + 10)","key":"k"}"#
    try catalog.perform([again], at: Self.now)
    for id in ["couch", "party"] { try catalog.restore(id, at: Self.now) }
    #expect(try catalog.joinedEvents(of: "bela", at: Self.now).map(\.attendance.starts) == places)
    #expect(try catalog.check() == [])
    // The key identifies the newer booking: repeating the request makes no other.
    try catalog.perform([again], at: Self.now)
    #expect(try catalog.bookings(of: "ana").map(\.id) == ["booking-1", "booking-2"])
  }

  @Test("retain one place of a member who already has one at the new time of an event")
  func movedOntoAnother() throws {
    var party = TracedListings.party(starts: 3600)
    let later = Self.now + 3600 + 86_400
    (party.capacity, party.recurrence) = (5, "FREQ=DAILY;COUNT=2")
    try catalog.save([party], source: "test", at: Self.now)
    try catalog.perform(.join(listing: "party", member: "zoe", starts: .at(.instant(later))), at: Self.now)
    party.recurrence = nil
    try catalog.save([party], source: "test", at: Self.now)
    try catalog.hide("party", because: "x", at: Self.now)
    try catalog.restore("party", at: Self.now)
    party.starts = later
    try catalog.save([party], source: "test", at: Self.now)
    let members = try catalog.attendees(of: "party", for: nil, at: Self.now).attendees.map(\.member)
    #expect(members.filter { $0 == "zoe" }.count == 1 && members.count == 3)
    #expect(try catalog.check() == [])
  }

  @Test("stay hidden when their source brings them again")
  func imports() throws {
    let couch = try #require(try catalog.listing("couch"))
    try catalog.hide("couch", because: "spam", at: Self.now)
    let counts = try catalog.save([couch], source: "test")
    #expect(counts.hidden == 1 && counts.added == 0)
    #expect(try catalog.listing("couch") == nil)
    try catalog.restore("couch", at: Self.now)
    #expect(try catalog.listing("couch") != nil && catalog.check() == [])
  }

  @Test("keep their stays, which guest and host can call off, and must before they are forgotten")
  func stays() throws {
    try catalog.hide("couch", because: "x", at: Self.now)
    try catalog.removeNews(upTo: .max)
    let hidden = try catalog.bookings(of: "ana")
    #expect(hidden.map(\.name) == ["Dachkammer"] && hidden.map(\.absence) == [.hidden])
    for member in ["ana", "hana"] {
      #expect(throws: SignalError.hasStays(member: member, bookings: ["booking-1"])) {
        try catalog.forget(member, at: Self.now, rebuildingWith: nil)
      }
    }
    let cancel = Action.change(booking: "booking-1", to: .cancelled)
    #expect(throws: BookingError.unknownBooking(id: "booking-1")) {
      try catalog.perform(cancel, as: .member("zoe"), at: Self.now)
    }
    try catalog.perform(cancel, as: .member("ana"), at: Self.now)
    #expect(try catalog.hiddenBooking("booking-1")?.booking.status == .cancelled)
    #expect(try catalog.news().map { "\($0.recipient) \($0.kind) \($0.booking ?? "")" } == ["hana cancelled booking-1"])
    try catalog.restore("couch", at: Self.now)
    #expect(try catalog.bookings(of: "ana").map(\.status) == [.cancelled])
    _ = try catalog.forget("ana", at: Self.now, rebuildingWith: nil)
  }

  @Test("lose what a forgotten member left there")
  func forgotten() throws {
    try catalog.hide("couch", because: "x", at: Self.now)
    _ = try catalog.forget("bela", at: Self.now, rebuildingWith: nil)
    try catalog.restore("couch", at: Self.now)
    #expect(try catalog.favorites(of: "bela", from: nil, at: Self.now).isEmpty)
    #expect(try catalog.reviews(of: "couch").summary.memberVotes == 1)
    #expect(try !catalog.knows(member: "bela"))
  }

  @Test("lose what a forgotten member said of a guest, also where the couch has another host by then")
  func formerHost() throws {
    try catalog.edit("couch") { $0.host = "hugo" }
    try catalog.hide("couch", because: "x", at: Self.now)
    func kept() throws -> Int {
      try catalog.read { worker, _, _ in
        try worker.count("SELECT count(*) FROM hidden_record WHERE kind = 'guest_rating'")
      }
    }
    #expect(try kept() == 1)
    _ = try catalog.forget("hana", at: Self.now, rebuildingWith: nil)
    #expect(try kept() == 0)
    try catalog.restore("couch", at: Self.now)
    #expect(try catalog.guestRating(of: "ana").votes == 0 && catalog.check() == [])
  }
}
