import CivilTime
import Foundation
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// The price of a night of a stay: filter, order, facet, field and property of filter expressions, against brute force.
@Suite("Prices of a night")
struct NightPriceTests {
  private static let center = Coordinate(latitude: 48, longitude: 9)
  private static let spread = 0.1

  private static func query(_ random: inout SplitMix64) -> Query {
    var query = Query()
    let from = LocalDate(dayNumber: 20_780 + SeededWorld.pick(24, &random))
    let length = 1 + SeededWorld.pick(9, &random)
    guard let nights = Nights(from: from, to: from + length) else { return query }
    query.stay = .init(
      nights: nights, guests: SeededWorld.oneIn(4, &random) ? 2 : 1,
      nightCount: SeededWorld.oneIn(2, &random) ? 1 + SeededWorld.pick(length, &random) : nil)
    if !SeededWorld.oneIn(3, &random) {
      RandomFilters.all.last?.apply(&query, center, spread, &random)
    }
    if SeededWorld.oneIn(2, &random) {
      query.near = RandomFilters.origin(near: center, spreadDegrees: spread, &random)
      if SeededWorld.oneIn(3, &random) { query.radiusMeters = 8000 }
    }
    if SeededWorld.oneIn(3, &random) { query.kinds = [.couch, .bar] }
    if SeededWorld.oneIn(2, &random) {
      let trees = RandomTrees(
        center: center, spreadDegrees: spread, hasOrigin: query.near != nil, hasStay: true)
      query.filter = trees.tree(depth: 1 + SeededWorld.pick(3, &random), &random)
    }
    return query
  }

  private static func world(_ seed: UInt64) -> [Listing] {
    SeededWorld(seed: seed, count: 240, center: center, spreadDegrees: spread).listings
  }

  @Test("are filtered, ordered, counted and paged as brute force does", arguments: [1, 2, 3, 4] as [UInt64])
  func twin(seed: UInt64) throws {
    let listings = Self.world(seed)
    let temporary = try TemporaryCatalog(listings)
    if seed.isMultiple(of: 2) { try temporary.catalog.knowTreeOrder() }
    let twin = BruteForce(listings)
    var random = SplitMix64(seed: seed &* 13)
    var (some, few) = (0, 0)
    for _ in 0..<TwinQueries.count(usually: 60) {
      var query = Self.query(&random)
      let sorts: [[Query.SortKey]] = [
        [], [.nightPrice], [.nightPrice.descending], [.rating.descending, .nightPrice], [.nightPrice, .name],
      ]
      query.sort = sorts[SeededWorld.pick(sorts.count, &random)]
      let expected = twin.matches(query, now: SeededWorld.now)
      query.limit = [3, 7, 1000][SeededWorld.pick(3, &random)]
      #expect(try temporary.catalog.idsOfAllPages(of: query) == expected.map(\.id), "\(query.json.text)")
      query.facets = [.nightPrice, .kind]
      query.total = true
      query.cluster = SeededWorld.oneIn(2, &random) ? 12 : nil
      let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
      #expect(answer.total == expected.count, "\(query.json.text)")
      let facet = try #require(answer.facets?.first)
      var counts = Dictionary(uniqueKeysWithValues: facet.values.map { ($0.value, $0.count) })
      counts[""] = facet.without > 0 ? facet.without : nil
      #expect(
        counts == twin.nightPriceCounts(among: expected, query, now: SeededWorld.now), "\(query.json.text)")
      #expect(answer.clusters.map { $0.reduce(0) { $0 + $1.count } } ?? expected.count == expected.count)
      (query.facets, query.total, query.cluster) = ([], true, nil)
      query.limit = 0
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).total == expected.count)
      some += expected.isEmpty ? 0 : 1
      few += expected.count < 60 ? 1 : 0
    }
    #expect(some > 20 && few > 10)
  }

  @Test("of a stay between two dates use the cheapest free one")
  func flexible() throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: Self.center)
    couch.price = Price(minorUnits: 5000, currency: "EUR")
    let dates = (0...6).map { LocalDate(dayNumber: 20_790 + $0) }
    // The second and third nights cost 30; the second is taken.
    couch.nightlyRates = [
      NightlyRate(
        nights: try #require(Nights(from: dates[1], to: dates[3])), price: Price(minorUnits: 3000, currency: "EUR"))
    ]
    couch.unavailable = [try #require(Nights(from: dates[1], to: dates[2]))]
    let temporary = try TemporaryCatalog([couch])
    var query = Query()
    query.stay = .init(nights: try #require(Nights(from: dates[0], to: dates[6])), nightCount: 2)
    // From the third night: 30 + 50.
    query.nightPrice = .init(min: 40, max: 40)
    let match = try #require(try temporary.catalog.answer(query, at: SeededWorld.now).matches.first)
    #expect(match.nightPrice == Price(minorUnits: 4000, currency: "EUR") && match.stayPrice?.nights.from == dates[2])
    for bounds in [Query.NightPriceFilter(max: 39.99), .init(min: 40.01)] {
      query.nightPrice = bounds
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.isEmpty)
    }
  }

  /// A couch whose three nights cost 10.00, 10.01 and 10.01: thirty and two cents.
  private static func threeNights() throws -> (TemporaryCatalog, Query.Stay) {
    let first = LocalDate(dayNumber: 20_790)
    var couch = Listing(id: "couch", kind: .couch, coordinate: center)
    couch.price = Price(minorUnits: 1001, currency: "EUR")
    let nights = try #require(Nights(from: first, to: first + 3))
    couch.nightlyRates = [
      NightlyRate(nights: Nights(1, from: first), price: Price(minorUnits: 1000, currency: "EUR"))
    ]
    return (try TemporaryCatalog([couch]), Query.Stay(nights: nights))
  }

  @Test(
    "are compared exactly with what was written",
    arguments: [
      ("10", false), ("10.006", false), ("10.0066", false), ("10.0067", true), ("10.00666666666667", true),
      ("10.00666666666666", false), ("10.01", true), ("1e1", false), ("1.001e1", true), ("1e300", true), ("0", false),
      ("1e-300", false), ("999999999999999", true), ("9e14", true),
    ])
  func exactly(limit: String, passes: Bool) throws {
    let (temporary, stay) = try Self.threeNights()
    for form in [
      #"{"stay":\#(stay.json.text),"nightPrice":\#(limit)}"#,
      #"{"stay":\#(stay.json.text),"filter":"nightPrice <= \#(limit)"}"#,
      #"{"stay":\#(stay.json.text),"filter":"NOT nightPrice > \#(limit)"}"#,
    ] {
      let query = try Query(parsing: form.utf8)
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.count == (passes ? 1 : 0), "\(form)")
    }
  }

  @Test("shown are rounded up, so that a price shown as within a limit is found by it")
  func rounding() throws {
    let (temporary, stay) = try Self.threeNights()
    var query = Query()
    query.stay = stay
    let match = try #require(try temporary.catalog.answer(query, at: SeededWorld.now).matches.first)
    #expect(match.nightPrice == Price(minorUnits: 1001, currency: "EUR"))
    query.nightPrice = .init(max: 10.01)
    #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.count == 1)
    query.nightPrice = .init(max: 10)
    let relaxation = try #require(
      try temporary.catalog.relaxations(of: query, at: SeededWorld.now).first { $0.filter == "nightPrice.max" })
    #expect(relaxation.query.nightPrice?.max == 10.01 && relaxation.words == "€0.01 more a night")
    #expect(relaxation.value == .double(10.01))
    let verdict = try temporary.catalog.whyNot("couch", query, at: SeededWorld.now)
    let finding = try #require(verdict.findings.first { $0.filter == "nightPrice.max" })
    #expect(finding.wanted == "at most 10 a night" && finding.found == "€10.01 a night" && !finding.passed)
    #expect(finding.marginText == "€0.01 above")
  }

  @Test(
    "are exact, and the same everywhere, in currencies with no, two and three decimals",
    arguments: [("JPY", 1, "20-50"), ("EUR", 100, "0-5"), ("KWD", 1000, "0-5")])
  func decimals(currency: String, perMajor: Double, band: String) throws {
    let first = LocalDate(dayNumber: 20_790)
    var couch = Listing(id: "couch", kind: .couch, coordinate: Self.center)
    couch.price = Price(minorUnits: 33, currency: currency)
    couch.nightlyRates = [
      NightlyRate(nights: Nights(1, from: first), price: Price(minorUnits: 34, currency: currency))
    ]
    let temporary = try TemporaryCatalog([couch])
    var query = Query()
    query.stay = .init(nights: Nights(3, from: first))
    query.facets = [.nightPrice]
    // A hundred minor units for three nights: a night is shown as 34 of them.
    let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
    #expect(answer.matches.first?.nightPrice == Price(minorUnits: 34, currency: currency))
    #expect(answer.matches.first?.stayPrice?.price == Price(minorUnits: 100, currency: currency))
    #expect(answer.facets?.first?.values == [.init(value: band, count: 1)])
    for (units, passes) in [(34.0, true), (33.34, true), (33.33, false), (33, false)] {
      query.nightPrice = .init(max: units / perMajor, currency: currency)
      query.filter = nil
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.count == (passes ? 1 : 0))
      query.nightPrice = nil
      query.filter = .compare(FilterOperand(.nightPrice), .lessOrEqual, .number(units / perMajor))
      #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.count == (passes ? 1 : 0))
    }
  }

  @Test("limits compare as decimal arithmetic does")
  func limits() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<3000 {
      let nights = 1 + SeededWorld.pick(40, &random)
      let perMajor = [1, 100, 1000][SeededWorld.pick(3, &random)]
      let minorUnits = SeededWorld.pick(200_000, &random)
      // Near what a night costs, so that all comparisons occur.
      let places = [1.0, 10, 100, 1000, 1e6, 1e12][SeededWorld.pick(6, &random)]
      let about = Double(minorUnits) / Double(perMajor * nights) + Double(SeededWorld.pick(3, &random) - 1) / places
      let amount = (about * places).rounded() / places
      let limit = NightLimit(amount, nights: nights)
      let exact = try #require(Decimal(string: "\(amount)")) * Decimal(nights * perMajor)
      let sum = Decimal(minorUnits)
      func holds(_ comparison: FilterComparison) -> Bool {
        limit.holds(comparison, minorUnits: minorUnits, minorUnitsPerMajor: perMajor)
      }
      #expect(holds(.less) == (sum < exact) && holds(.lessOrEqual) == (sum <= exact), "\(amount) \(nights)")
      #expect(holds(.greater) == (sum > exact) && holds(.greaterOrEqual) == (sum >= exact), "\(amount) \(nights)")
      #expect(holds(.equal) == (sum == exact) && holds(.notEqual) == (sum != exact), "\(amount) \(nights)")
    }
    for comparison in FilterComparison.allCases {
      #expect(!NightLimit(.nan, nights: 2).holds(comparison, minorUnits: 5, minorUnitsPerMajor: 100))
    }
  }

  @Test("limits beyond every sum are above what any stay costs", arguments: [1, 10, 731])
  func greatLimits(nights: Int) {
    for amount in [9e14, 999_999_999_999_999, 1e15, 1e300, .infinity] {
      let limit = NightLimit(amount, nights: nights)
      for perMajor in [1, 100, 1000] {
        #expect(limit.holds(.less, minorUnits: 1_000_000_000_000, minorUnitsPerMajor: perMajor))
        #expect(limit.holds(.lessOrEqual, minorUnits: 1_000_000_000_000, minorUnitsPerMajor: perMajor))
        #expect(!limit.holds(.equal, minorUnits: 1_000_000_000_000, minorUnitsPerMajor: perMajor))
        #expect(!limit.holds(.greaterOrEqual, minorUnits: 1_000_000_000_000, minorUnitsPerMajor: perMajor))
      }
    }
  }

  @Test(
    "without nights are refused, with the missing part",
    arguments: [
      #"{"nightPrice":80}"#, #"{"nightPrice":{"min":8}}"#, #"{"sort":"nightPrice"}"#, #"{"facets":["nightPrice"]}"#,
      #"{"filter":"nightPrice < 80"}"#, #"{"filter":"price < 5 OR nightPrice IS NULL"}"#,
      #"{"front":["nightPrice","rating"]}"#, #"{"nightPrice":80,"filter":"stay('2026-12-01','2026-12-03')"}"#,
    ])
  func refused(form: String) throws {
    let error = #expect(throws: QueryError.self) { try Plan(Query(parsing: form.utf8), at: SeededWorld.now) }
    #expect(error?.code == "missing" && error?.description.contains("needs stay, which is missing") == true)
    let partly = #"{"stay":{"on":"weekend","partly":true},"# + form.dropFirst()
    let conflict = #expect(throws: QueryError.self) { try Plan(Query(parsing: partly.utf8), at: SeededWorld.now) }
    #expect(conflict?.code == "conflict")
  }

  @Test("are dropped with the stay, also from an order")
  func dropped() throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: Self.center)
    couch.price = Price(minorUnits: 1000, currency: "EUR")
    couch.unavailable = [try #require(Nights(from: LocalDate(dayNumber: 20_700), to: LocalDate(dayNumber: 21_100)))]
    let temporary = try TemporaryCatalog([couch])
    var query = Query()
    query.stay = .init(nights: Nights(2, from: LocalDate(dayNumber: 20_790)))
    (query.nightPrice, query.sort, query.facets) = (.init(max: 80), [.nightPrice, .name], [.nightPrice])
    let relaxations = try temporary.catalog.relaxations(of: query, at: SeededWorld.now)
    let dropped = try #require(relaxations.first { $0.filter == "stay" })
    #expect(dropped.query.nightPrice == nil && dropped.query.sort == [.name] && dropped.results == 1)
    #expect(try temporary.catalog.answer(dropped.query, at: SeededWorld.now).matches.count == 1)
  }
}
