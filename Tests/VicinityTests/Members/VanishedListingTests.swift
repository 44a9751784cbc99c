import CivilTime
import Foundation
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity

@Suite("Listings that vanish from their source")
struct VanishedListingTests {
  private static let now = SeededWorld.now
  private static let day: Int64 = 86_400
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }

  private static var listings: [Listing] {
    let bar = Listing(id: "bar", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    return [TracedListings.couch, TracedListings.party(starts: 30 * day), bar]
  }

  init() throws {
    temporary = try TemporaryCatalog(Self.listings, source: "osm")
    let today = Zone.utc.localDateTime(at: Self.now).date
    try catalog.perform(
      [
        #"{"do":"book","listing":"couch","member":"ana","from":"\#(today + 40)","to":"\#(today + 42)","key":"k"}"#,
        #"{"do":"confirm","booking":"booking-1"}"#,
        #"{"do":"block","listing":"couch","from":"\#(today + 5)","to":"\#(today + 7)"}"#,
        #"{"do":"rate","listing":"bar","member":"ana","stars":2,"text":"Cold"}"#,
        #"{"do":"favourite","listing":"couch","member":"bela"}"#, #"{"do":"visit","listing":"bar","member":"bela"}"#,
        #"{"do":"favourite","listing":"party","member":"csilla"}"#,
        #"{"do":"join","listing":"party","member":"zoe"}"#, #"{"do":"join","listing":"party","member":"csilla"}"#,
      ], at: Self.now)
  }

  private func seen() throws -> [String] {
    try catalog.traces(of: TracedListings.members, at: ["couch", "party", "bar"])
  }

  @discardableResult
  private func load(_ listings: [Listing], source: String = "osm", at now: Instant) throws -> BulkLoadCounts {
    try catalog.bulkLoad(source: source, at: now) { load in
      load.replacesSource = true
      try load.stage(listings)
    }
  }

  private var other: Listing { Listing(id: "other", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 1)) }

  @Test("come back with everything that members have there")
  func life() throws {
    let before = try seen()
    #expect(try load([other], at: Self.now + Self.day).removed == 3)
    #expect(try catalog.check() == [])
    #expect(try catalog.answer(Query(), at: Self.now).matches.map(\.id) == ["other"])
    #expect(try catalog.favorites(of: "bela", from: nil, at: Self.now).isEmpty)
    #expect(try catalog.hiddenListings().isEmpty)
    for bookings in [try catalog.bookings(of: "ana"), try catalog.bookings()] {
      #expect(bookings.map(\.id) == ["booking-1"] && bookings.map(\.absence) == [.vanished])
    }
    #expect(try load(Self.listings, at: Self.now + 80 * Self.day).added == 3)
    #expect(try seen() == before)
    #expect(try catalog.check() == [])
    // Once.
    #expect(try load([other], at: Self.now + 81 * Self.day).removed == 3)
    #expect(try load(Self.listings, at: Self.now + 82 * Self.day).added == 3)
    #expect(try seen() == before && catalog.check() == [])
  }

  @Test("come back in a large load, and alone in a small one, while others stay away")
  func sizes() throws {
    let before = try seen()
    let many = (0...BulkLoad.mostLookedUp).map {
      Listing(id: "bar-\($0)", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 1))
    }
    try load([other], at: Self.now + Self.day)
    try load(Self.listings + many, at: Self.now + 2 * Self.day)
    #expect(try seen() == before)
    try load([other], at: Self.now + 3 * Self.day)
    try catalog.save([Self.listings[2]], source: "osm", at: Self.now + 4 * Self.day)
    #expect(try catalog.reviews(of: "bar").summary.memberVotes == 1)
    #expect(try catalog.favorites(of: "csilla", from: nil, at: Self.now).isEmpty)
    try catalog.save(Self.listings, source: "osm", at: Self.now + 5 * Self.day)
    #expect(try seen() == before && catalog.check() == [])
  }

  @Test("restore a booking without its key if the guest has reused it in the meantime")
  func keyUsedAgain() throws {
    var second = other
    (second.kind, second.host, second.guests, second.timeZone) = (.couch, "hana", 2, "UTC")
    try load([second], at: Self.now)
    let today = Zone.utc.localDateTime(at: Self.now).date
    let nights = #""from":"\#(today + 50)","to":"\#(today + 51)""#
    let form = #"{"do":"book","listing":"other","member":"ana",\#(nights),"key":"k"}"#
    try catalog.perform([form], at: Self.now)
    try load(Self.listings + [second], at: Self.now + Self.day)
    #expect(try catalog.bookings(of: "ana").map(\.id) == ["booking-1", "booking-2"])
    // The key names the newer one: the same request makes no other.
    try catalog.perform([form], at: Self.now + Self.day)
    #expect(try catalog.bookings(of: "ana").count == 2 && catalog.check() == [])
  }

  @Test("return at a time at which a member has another place: one of the two is retained")
  func twoPlaces() throws {
    let times = [Self.now + 30 * Self.day, Self.now + 37 * Self.day]
    var listings = Self.listings
    (listings[1].capacity, listings[1].recurrence) = (5, "FREQ=WEEKLY;COUNT=2")
    try load(listings, at: Self.now)
    for time in times {
      try catalog.perform(.join(listing: "party", member: "bela", starts: .at(.instant(time))), at: Self.now)
    }
    listings[1].recurrence = nil
    try load(listings, at: Self.now)
    try load([other], at: Self.now)
    listings[1].starts = times[1]
    try load(listings, at: Self.now)
    let members = try catalog.attendees(of: "party", for: nil, at: Self.now).attendees.map(\.member)
    #expect(members.filter { $0 == "bela" }.count == 1)
    #expect(try catalog.check() == [])
  }

  @Test("are lost after 90 days, with the next change or query")
  func purge() throws {
    try load([other], at: Self.now)
    try catalog.purgeKept(at: Self.now + 90 * Self.day)
    #expect(try catalog.knows(member: "bela"))
    try catalog.purgeKept(at: Self.now + 91 * Self.day)
    #expect(try !catalog.knows(member: "bela"))
    try load(Self.listings, at: Self.now + 92 * Self.day)
    #expect(try catalog.favorites(of: "bela", from: nil, at: Self.now).isEmpty)
    try load([other], at: Self.now + 93 * Self.day)
    #expect(try !catalog.knows(member: "bela"))
    #expect(try catalog.check() == [])
  }

  @Test("are purged by any change")
  func purgedByChange() throws {
    try load([other], at: Self.now)
    try catalog.perform(.favorite(listing: "other", member: "dora"), at: Self.now + 91 * Self.day)
    #expect(try !catalog.knows(member: "bela"))
  }

  @Test("belong to their source: another that brings the same id has nothing of theirs")
  func source() throws {
    try load([other], at: Self.now)
    try catalog.save(Self.listings, source: "members", at: Self.now + Self.day)
    #expect(try catalog.favorites(of: "bela", from: nil, at: Self.now).isEmpty)
    #expect(try catalog.reviews(of: "bar").summary.memberVotes == 0)
    #expect(try catalog.check() == [])
    // An editor can hide the new one, and restore it.
    try catalog.hide("bar", because: "x", at: Self.now + Self.day)
    try catalog.restore("bar", at: Self.now + Self.day)
    #expect(try catalog.listing("bar") != nil && catalog.check() == [])
  }

  @Test("take places along to the new time of an event, and move those up for whom there is room")
  func moved() throws {
    try load([other], at: Self.now)
    var listings = Self.listings
    (listings[1].starts, listings[1].capacity) = (Self.now + 50 * Self.day, 2)
    // The source has taken the nights of the booking.
    let today = Zone.utc.localDateTime(at: Self.now).date
    listings[0].unavailable = [try #require(Nights(from: today + 39, to: today + 45))]
    try load(listings, at: Self.now + Self.day)
    let places = try catalog.attendees(of: "party", for: nil, at: Self.now).attendees
    #expect(places.map { "\($0.member) \($0.status.rawValue)" } == ["zoe joined", "csilla joined"])
    #expect(try catalog.bookings(of: "ana").map(\.status) == [.confirmed])
    #expect(try catalog.calendar(of: "couch").taken.count == 3)
    #expect(try catalog.check() == [])
  }

  @Test("retain nothing of a forgotten member: no byte of the file has the name")
  func forgotten() throws {
    try catalog.perform(.favorite(listing: "bar", member: "zaphod-of-betelgeuse"), at: Self.now)
    try catalog.perform(
      .rate(listing: "bar", member: "zaphod-of-betelgeuse", stars: try #require(Stars(5)), text: "forty-two"),
      at: Self.now)
    try load([other], at: Self.now)
    #expect(try catalog.knows(member: "zaphod-of-betelgeuse"))
    #expect(try Self.bytes(of: temporary).contains("zaphod"))
    _ = try catalog.forget("zaphod-of-betelgeuse", at: Self.now, rebuildingWith: nil)
    #expect(try !catalog.knows(member: "zaphod-of-betelgeuse"))
    let bytes = try Self.bytes(of: temporary)
    #expect(!bytes.contains("zaphod") && !bytes.contains("forty-two"))
    try load(Self.listings, at: Self.now + Self.day)
    #expect(try catalog.reviews(of: "bar").summary.memberVotes == 1)
    #expect(try catalog.check() == [])
  }

  /// All files of the catalog as text.
  private static func bytes(of temporary: TemporaryCatalog) throws -> String {
    try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path).map {
      String(decoding: try Data(contentsOf: temporary.folder.appending(path: $0)), as: Unicode.ASCII.self)
    }.joined()
  }

  @Test("keep stays that guests can call off, and must before they are forgotten")
  func stays() throws {
    try load([other], at: Self.now)
    #expect(throws: SignalError.hasStays(member: "ana", bookings: ["booking-1"])) {
      try catalog.forget("ana", at: Self.now, rebuildingWith: nil)
    }
    try catalog.perform(.change(booking: "booking-1", to: .cancelled), as: .member("ana"), at: Self.now)
    _ = try catalog.forget("ana", at: Self.now, rebuildingWith: nil)
    try load(Self.listings, at: Self.now + Self.day)
    #expect(try catalog.bookings(of: "ana").isEmpty && catalog.check() == [])
  }
}
