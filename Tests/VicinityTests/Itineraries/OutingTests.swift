import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("Outings")
struct OutingTests {
  private static let now = SeededWorld.now  // Friday, 27 November 2026, 21:00 in Berlin
  private static let center = Coordinate(latitude: 48.775, longitude: 9.18)

  private static func listing(_ id: String, _ kind: Kind, north: Double = 0) -> Listing {
    let place = Coordinate(latitude: center.latitude + north, longitude: center.longitude)
    var listing = Listing(id: id, kind: kind, coordinate: place)
    listing.timeZone = "Europe/Berlin"
    (listing.price, listing.rating, listing.ratingCount) = (Price(minorUnits: 0, currency: nil), 4, 20)
    if kind == .bar { listing.openingHours = "24/7" }
    return listing
  }

  private static func event(_ starts: String, _ ends: String?) throws -> Listing {
    var event = listing("event", .event)
    event.starts = try Instant(parsing: starts)
    event.ends = try ends.map { try Instant(parsing: $0) }
    return event
  }

  private static func request() throws -> OutingRequest {
    OutingRequest(near: center, nights: try #require(Nights("2026-11-27", "2026-11-29")))
  }

  private static func plan(_ listings: [Listing], _ request: OutingRequest) throws -> [Outing] {
    let temporary = try TemporaryCatalog(listings)
    // The file exists as long as this value.
    return try withExtendedLifetime(temporary) { try temporary.catalog.outings(request, at: now) }
  }

  @Test(
    "an event is on an evening when it is over after 18:00 and by 06:00",
    arguments: [
      ("2026-11-28T15:00:00+01:00", "2026-11-28T18:00:00+01:00", nil),
      ("2026-11-28T15:00:00+01:00", "2026-11-28T18:00:01+01:00", "2026-11-28"),
      ("2026-11-28T23:00:00+01:00", "2026-11-29T06:00:00+01:00", "2026-11-28"),
      ("2026-11-28T23:00:00+01:00", "2026-11-29T06:00:01+01:00", nil),
      ("2026-11-29T00:30:00+01:00", "2026-11-29T02:00:00+01:00", "2026-11-28"),
      // The night of departure is not one of the stay, nor is the one before the arrival.
      ("2026-11-29T20:00:00+01:00", "2026-11-29T23:00:00+01:00", nil),
      ("2026-11-26T20:00:00+01:00", "2026-11-27T04:00:00+01:00", nil),
      // Over already, and still running.
      ("2026-11-27T18:30:00+01:00", "2026-11-27T21:00:00+01:00", nil),
      ("2026-11-27T18:30:00+01:00", "2026-11-27T21:00:01+01:00", "2026-11-27"),
      // A market that lasts several weeks belongs to its last evening.
      ("2026-11-01T10:00:00+01:00", "2026-12-20T20:00:00+01:00", nil),
      ("2026-11-01T10:00:00+01:00", "2026-11-28T20:00:00+01:00", "2026-11-28"),
      // Without a known end it is taken to last two hours.
      ("2026-11-28T16:00:00+01:00", nil, nil),
      ("2026-11-28T16:00:01+01:00", nil, "2026-11-28"),
      ("2026-11-29T04:00:00+01:00", nil, "2026-11-28"),
      ("2026-11-29T04:00:01+01:00", nil, nil),
    ] as [(String, String?, String?)])
  func evenings(starts: String, ends: String?, evening: String?) throws {
    let listings = [Self.listing("couch", .couch), try Self.event(starts, ends), Self.listing("bar", .bar)]
    let outings = try Self.plan(listings, Self.request())
    #expect(outings.map { "\($0.evening)" } == [evening].compactMap { $0 })
    #expect(outings.allSatisfy { $0.isEndKnown == (ends != nil) })
  }

  @Test(
    "the bar is open for an hour from the arrival on foot",
    arguments: [
      // A straight line of 500 m is a way of about 650 m: 7.74 minutes at 1.4 m/s, rounded up to eight.
      ("Mo-Su 12:00-24:08", true), ("Mo-Su 12:00-24:07", false), ("Sa 23:08-24:08", true), ("Sa 23:09-26:00", false),
      ("Mo-Su 12:00-23:00", false), ("gone fishing", false), ("24/7", true),
    ])
  func bars(hours: String, isOpen: Bool) throws {
    var bar = Self.listing("bar", .bar, north: 500 / 111_200)
    bar.openingHours = hours
    let event = try Self.event("2026-11-28T20:00:00+01:00", "2026-11-28T23:00:00+01:00")
    let outings = try Self.plan([Self.listing("couch", .couch), event, bar], Self.request())
    #expect(outings.count == (isOpen ? 1 : 0))
    for outing in outings { #expect(outing.arrival == (try Instant(parsing: "2026-11-28T23:08:00+01:00"))) }
  }

  @Test("each place is within a walk of the one before, and the way back may be longer")
  func walks() throws {
    let listings = [
      Self.listing("couch", .couch, north: 0.009), Self.listing("bar", .bar, north: 0.027),
      Self.moved(try Self.event("2026-11-28T20:00:00+01:00", "2026-11-28T23:00:00+01:00"), north: 0.018),
    ]
    var request = try Self.request()
    request.walkMeters = 1002
    let outing = try #require(try Self.plan(listings, request).first)
    #expect(outing.wayBackMeters > 2000 && outing.walkMeters > 3000)
    #expect(outing.score.walk < 0.001)
    request.walkMeters = 1000
    #expect(try Self.plan(listings, request).isEmpty)
  }

  private static func moved(_ listing: Listing, north: Double) -> Listing {
    var listing = listing
    listing.coordinate = Coordinate(latitude: center.latitude + north, longitude: center.longitude)
    return listing
  }

  @Test(
    "the price is that of the nights, and of ticket and drink for every guest",
    arguments: [
      ([1000, 500, 300], "EUR", "EUR", 3600), ([0, 500, 300], "EUR", "EUR", 1600), ([1000, 0, 0], "USD", "EUR", 2000),
      ([0, 0, 0], "USD", "EUR", 0), ([1000, 500, 300], "USD", "EUR", nil), ([1000, 0, 300], nil, "EUR", nil),
      ([1000, nil, 300], "EUR", "EUR", nil),
    ] as [([Int?], String?, String?, Int?)])
  func prices(minorUnits: [Int?], couchCurrency: String?, currency: String?, total: Int?) throws {
    var listings = [
      Self.listing("couch", .couch), try Self.event("2026-11-28T20:00:00+01:00", "2026-11-28T23:00:00+01:00"),
      Self.listing("bar", .bar),
    ]
    listings[0].guests = 2
    for index in listings.indices {
      listings[index].price = minorUnits[index].map {
        Price(minorUnits: $0, currency: $0 == 0 ? nil : index == 0 ? couchCurrency : currency)
      }
    }
    var request = try Self.request()
    request.guests = 2
    let outing = try #require(try Self.plan(listings, request).first)
    #expect(outing.price?.minorUnits == total)
    #expect(total != nil || outing.score.price == 0)
    #expect(total != 0 || outing.score.price == request.weights.price)
    request.maxPrice = 36
    #expect(try Self.plan(listings, request).count == (total == nil ? 0 : 1))
    request.maxPrice = 35.99
    #expect(try Self.plan(listings, request).count == (total.map { $0 < 3600 } == true ? 1 : 0))
  }

  @Test("an event that recurs is one outing for each evening")
  func recurrence() throws {
    var event = try Self.event("2026-11-20T20:00:00+01:00", "2026-11-20T23:00:00+01:00")
    event.recurrence = "FREQ=DAILY"
    let outings = try Self.plan([Self.listing("couch", .couch), event, Self.listing("bar", .bar)], Self.request())
    #expect(outings.map { "\($0.evening)" } == ["2026-11-27", "2026-11-28"])
  }

  @Test("a booking takes the couch out of all outings")
  func booking() throws {
    let event = try Self.event("2026-11-28T20:00:00+01:00", "2026-11-28T23:00:00+01:00")
    let temporary = try TemporaryCatalog([Self.listing("couch", .couch), event, Self.listing("bar", .bar)])
    #expect(try temporary.catalog.outings(Self.request(), at: Self.now).count == 1)
    let nights = try #require(Nights("2026-11-28", "2026-11-30"))
    _ = try temporary.catalog.book(
      BookingRequest(listing: "couch", member: "ana", nights: nights, guests: 1), at: Self.now)
    let (outings, work) = try temporary.catalog.outingsWithWork(Self.request(), at: Self.now)
    #expect(outings.isEmpty && work.couches == 0)
  }

  /// An invalid request, and the place of the error.
  struct BadRequest: CustomTestStringConvertible, Sendable {
    let path: String
    let change: @Sendable (inout OutingRequest) -> Void
    var testDescription: String { path }
  }

  static let badRequests = [
    BadRequest(path: "near") { $0.near.latitude = 95 },
    BadRequest(path: "walk") { $0.walkMeters = -1 },
    BadRequest(path: "walk") { $0.walkMeters = .nan },
    BadRequest(path: "stay.guests") { $0.guests = 0 },
    BadRequest(path: "stay") { $0.nights.to = $0.nights.from + 732 },
    BadRequest(path: "limit") { $0.limit = -1 },
    BadRequest(path: "price.max") { $0.maxPrice = .nan },
    BadRequest(path: "bounds.bars") { $0.bounds.bars = 0 },
    BadRequest(path: "weights.walk") { $0.weights.walk = -0.1 },
    BadRequest(path: "weights.usualPrice") { $0.weights.usualPrice = 0 },
  ]

  @Test("invalid requests are refused by name", arguments: badRequests)
  func refusals(bad: BadRequest) throws {
    var request = try Self.request()
    bad.change(&request)
    let error = #expect(throws: QueryError.self) { try Self.plan([], request) }
    guard case .outOfRange(let path, _, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == bad.path)
  }
}
