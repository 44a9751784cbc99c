import CivilTime
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Nights with terms of their own")
struct NightlyRateTests {
  private static let line = #"""
    {"id":"couch","kind":"couch","lat":48,"lon":9,"timezone":"Europe/Berlin","price":30,"currency":"EUR","guests":2,"minNights":2,"advanceNotice":2,"nightlyRates":[{"from":"2026-12-24","to":"2027-01-02","price":80,"minNights":4},{"from":"2027-01-02","to":"2027-01-05","price":45.5,"minNights":1,"maxNights":2}]}
    """#

  private static func listing(_ line: String) throws -> Listing {
    var decoder = ListingDecoder()
    let listing = try decoder.listing(try #require(try JSONParser.parse(line.utf8).object))
    var validator = ListingValidator()
    try validator.validate(listing)
    return listing
  }

  private static func nights(_ from: String, _ to: String) throws -> Nights { try #require(Nights(from, to)) }

  /// The first of December at ten in the morning.
  private static let december = Instant(secondsSince1970: 1_796_115_600)

  @Test("are read, kept in the file and written as they were, by a save and by a bulk load")
  func roundTrip() throws {
    let listing = try Self.listing(Self.line)
    #expect(listing.jsonText == Self.line)
    let temporary = try TemporaryCatalog([listing])
    #expect(try temporary.catalog.listing("couch") == listing)
    var many = (0..<1200).map { number in
      var copy = listing
      copy.id = "couch-\(number)"
      copy.advanceNoticeDays = number % 3 == 0 ? nil : number % 5
      return copy
    }
    try temporary.catalog.save(many, source: "many")
    many[7].nightlyRates.removeLast()
    try temporary.catalog.save([many[7]], source: "many")
    for copy in many { #expect(try temporary.catalog.listing(copy.id) == copy) }
    #expect(try temporary.catalog.check() == [])
    try temporary.catalog.remove(ids: many.map(\.id))
    #expect(try temporary.catalog.check() == [])
  }

  @Test("contain only deviations, and are merged")
  func normalization() throws {
    var couch = try Self.listing(Self.line)
    let price = Price(minorUnits: 8000, currency: "EUR")
    couch.nightlyRates = [
      NightlyRate(nights: try Self.nights("2026-12-20", "2026-12-22"), price: couch.price, minNights: 2),
      NightlyRate(nights: try Self.nights("2026-12-26", "2026-12-28"), price: price, minNights: 2),
      NightlyRate(nights: try Self.nights("2026-12-24", "2026-12-26"), price: price),
      NightlyRate(nights: try Self.nights("2026-12-29", "2026-12-30"), price: price),
    ]
    let expected = [
      NightlyRate(nights: try Self.nights("2026-12-24", "2026-12-28"), price: price),
      NightlyRate(nights: try Self.nights("2026-12-29", "2026-12-30"), price: price),
    ]
    #expect(couch.normalized().nightlyRates == expected)
  }

  @Test(
    "that cannot be understood are refused",
    arguments: [
      (#""nightlyRates":{}"#, "wrong-type"), (#""nightlyRates":[[]]"#, "rates-not-understood"),
      (#""nightlyRates":[{"from":"2026-12-24"}]"#, "rates-not-understood"),
      (#""nightlyRates":[{"from":"2026-12-24","to":"2026-12-24"}]"#, "rates-not-understood"),
      (#""nightlyRates":[{"from":"2026-12-24","to":"2026-12-25","prize":9}]"#, "rates-not-understood"),
      (#""nightlyRates":[{"from":"2026-12-24","to":"2026-12-25","price":"9"}]"#, "wrong-type"),
      (#""nightlyRates":[{"from":"2026-12-24","to":"2026-12-25","price":-9}]"#, "negative-price"),
      (#""nightlyRates":[{"from":"2026-12-24","to":"2026-12-25","minNights":0}]"#, "out-of-range"),
      (#""nightlyRates":[{"from":"2026-12-24","to":"2026-12-25","maxNights":1.5}]"#, "wrong-type"),
      (
        #""nightlyRates":[{"from":"2026-12-24","to":"2026-12-26"},{"from":"2026-12-25","to":"2026-12-27"}]"#,
        "rates-overlap"
      ),
      (#""advanceNotice":-1"#, "out-of-range"), (#""advanceNotice":400"#, "out-of-range"),
      (#""advanceNotice":"P2D""#, "wrong-type"),
    ])
  func refused(members: String, code: String) {
    #expect {
      try Self.listing(#"{"id":"c","kind":"couch","lat":48,"lon":9,\#(members)}"#)
    } throws: {
      ($0 as? RowRejection)?.code == code
    }
  }

  @Test("decide by the day of arrival how long a stay may be, and each night what it costs")
  func arrivals() throws {
    let temporary = try TemporaryCatalog([try Self.listing(Self.line)])
    let calendar = try temporary.catalog.calendar(of: "couch")
    let cases: [(String, String, Int?, [Obstacle])] = [
      ("2026-12-22", "2026-12-24", 6000, []), ("2026-12-23", "2026-12-26", 19_000, []),
      (
        "2026-12-24", "2026-12-26", 16_000,
        [.arrivalTakesMore(on: LocalDate(dayNumber: 20_811), asked: 2, least: 4)]
      ),
      ("2026-12-31", "2027-01-04", 25_100, []), ("2027-01-02", "2027-01-03", 4550, []),
      (
        "2027-01-02", "2027-01-05", 13_650,
        [.arrivalTakesFewer(on: LocalDate(dayNumber: 20_820), asked: 3, most: 2)]
      ),
      ("2027-01-05", "2027-01-06", 3000, [.tooFewNights(asked: 1, least: 2)]),
    ]
    for (from, to, price, obstacles) in cases {
      let nights = try Self.nights(from, to)
      #expect(calendar.price(of: nights)?.minorUnits == price)
      #expect(calendar.obstacles(to: nights, at: Self.december) == obstacles)
    }
    let booking = try temporary.catalog.book(
      BookingRequest(listing: "couch", member: "ana", nights: try Self.nights("2026-12-23", "2026-12-26")),
      at: Self.december)
    #expect(booking.price == Price(minorUnits: 19_000, currency: "EUR"))
    #expect(try temporary.catalog.booking(booking.id)?.price == booking.price)
    #expect(calendar.nextWindow(of: 1, from: LocalDate(dayNumber: 20_800), at: Self.december)?.from.dayNumber == 20_820)
  }

  @Test("notice is counted in days on the clock of the couch, and blocks need none")
  func notice() throws {
    let temporary = try TemporaryCatalog([try Self.listing(Self.line)])
    let catalog = temporary.catalog
    let nights = try Self.nights("2026-12-10", "2026-12-12")
    // Midnight in Berlin is an hour earlier by UTC.
    let midnight = Instant(secondsSince1970: Int64(20_795) * 86_400 + 82_800)
    var query = Query()
    query.stay = Query.Stay(nights: nights)
    let late = BookingError.unavailable(
      listing: "couch", nights: nights, obstacles: [.shortNotice(days: 2, bookBy: nights.from - 2)])
    #expect(late.code == "notice")
    #expect(late.description.contains("requires 2 days of notice: the last day to book was 2026-12-08"))
    let request = BookingRequest(listing: "couch", member: "ana", nights: nights, key: "k")
    #expect(throws: late) { try catalog.book(request, at: midnight) }
    #expect(try catalog.answer(query, at: midnight).matches.isEmpty)
    #expect(try catalog.availability(of: "couch", for: .stay(.init(nights: nights)), at: midnight).isAvailable == false)
    #expect(try catalog.answer(query, at: midnight + -1).matches.count == 1)
    let booking = try catalog.book(request, at: midnight + -1)
    #expect(try catalog.book(request, at: midnight + 5) == booking)
    try catalog.block(try Self.nights("2026-12-12", "2026-12-13"), of: "couch")
    #expect(try catalog.calendar(of: "couch").busy == [try Self.nights("2026-12-10", "2026-12-13")])
  }

  @Test("in a lodging file are read as dollars with a note, unless a currency is given", arguments: [nil, "EUR"])
  func assumedCurrency(currency: String?) throws {
    let listings = try ImportSource("id,latitude,longitude,price\n7,51.2,4.4,$90.00\n", name: "listings.csv")
    let (sink, report) = try listings.read { ($0.currency, $0.format) = (currency, .airbnb) }
    #expect(sink.listings.map(\.price) == [Price(minorUnits: 9_000, currency: currency ?? "USD")])
    #expect(report.remedies.contains(.giveCurrency) == (currency == nil))
    #expect(report.notes.contains { $0.hasSuffix("they were read as USD.") } == (currency == nil))
  }

  @Test("come from a lodging calendar, as far as they differ from the couch")
  func lodging() throws {
    let listings =
      "id,latitude,longitude,price,minimum_nights,maximum_nights\n7,51.2,4.4,$90.00,2,60\n8,51.2,4.4,,1,1125\n"
    let calendar = """
      listing_id,date,available,price,adjusted_price,minimum_nights,maximum_nights
      7,2026-12-01,t,$90.00,,2,60
      7,2026-12-02,t,$90.00,,3,60
      7,2026-12-03,f,"$1,234.00",,3,1125
      7,2026-12-04,t,"$1,234.00",,3,1125
      7,2026-12-05,t,soon,,0,60
      8,2026-12-01,t,$50.00,,1,1125
      8,2026-12-02,t,$50.00,,1,2147483647
      """
    let nights = try ImportSource(calendar, name: "calendar.csv")
    let (sink, report) = try ImportSource(listings, name: "listings.csv").read {
      ($0.calendar, $0.currency, $0.format) = (nights.path, "EUR", .airbnb)
    }
    let couches = sink.listings
    #expect(
      report.notes.contains { $0.hasSuffix("3 stretches of nights with a price or numbers of nights of their own.") })
    let dear = Price(minorUnits: 123_400, currency: "EUR")
    #expect(
      couches[0].nightlyRates == [
        NightlyRate(nights: try Self.nights("2026-12-02", "2026-12-03"), minNights: 3),
        NightlyRate(nights: try Self.nights("2026-12-03", "2026-12-05"), price: dear, minNights: 3, maxNights: 1125),
      ])
    #expect(
      couches[1].nightlyRates == [
        NightlyRate(
          nights: try Self.nights("2026-12-01", "2026-12-03"), price: Price(minorUnits: 5000, currency: "EUR"))
      ])
  }
}
