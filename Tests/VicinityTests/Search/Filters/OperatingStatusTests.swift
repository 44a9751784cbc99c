import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity

@Suite("Places that are not in business")
struct OperatingStatusTests {
  private static let center = Coordinate(latitude: 47, longitude: 19)
  private static let listings: [Listing] = {
    let world = SeededWorld(seed: 77, count: 900, center: center, spreadDegrees: 0.5)
    let statuses: [OperatingStatus?] = [nil, nil, .closed, nil, .temporarilyClosed, nil, .planned]
    return world.listings.enumerated().map { number, listing in
      var listing = listing
      listing.operatingStatus = statuses[number % statuses.count]
      return listing
    }
  }()

  static let forms = [
    "{}", #"{"near":{"lat":47,"lon":19},"radius":20000}"#, #"{"near":{"lat":47,"lon":19},"kinds":["bar"],"limit":7}"#,
    #"{"tags":{"all":["pub"]}}"#, #"{"tags":{"any":["pub","wifi"]},"near":{"lat":47,"lon":19}}"#, #"{"text":"jazz"}"#,
    #"{"text":"beer garden","sort":["best"],"near":{"lat":47,"lon":19}}"#, #"{"sort":["-rating"]}"#,
    #"{"sort":["price","name"]}"#,
    #"{"open":{"at":"now","unknown":"keep"}}"#, #"{"within":{"bbox":[18.8,46.8,19.2,47.2]},"sort":["name"]}"#,
    #"{"filter":"NOT (kind = 'couch')"}"#, #"{"filter":"operatingStatus = 'closed'"}"#,
    #"{"filter":"operatingStatus <> 'open' AND kind = 'bar'"}"#, #"{"filter":"NOT operatingStatus = 'planned'"}"#,
    #"{"filter":"operatingStatus IS NULL"}"#, #"{"filter":"operatingStatus IS NOT NULL AND kind = 'bar'"}"#,
    #"{"filter":"operatingStatus('closed') OR kind = 'couch'"}"#,
    #"{"operatingStatus":["closed","planned"],"near":{"lat":47,"lon":19}}"#,
    #"{"operatingStatus":["open","temporarily closed"],"tags":{"all":["pub"]}}"#,
    #"{"operatingStatus":["open"],"near":{"lat":47,"lon":19},"radius":15000}"#,
    #"{"operatingStatus":["open","temporarily closed","closed","planned"]}"#,
  ]

  @Test("are left out of answers and counts unless they are asked for", arguments: forms)
  func twin(form: String) throws {
    let temporary = try TemporaryCatalog(Self.listings)
    let catalog = temporary.catalog
    var query = try Query(parsing: form.utf8)
    (query.total, query.fields) = (true, [.id])
    let limit = query.limit
    query.limit = 2000
    let expected = BruteForce(Self.listings).matches(query, now: SeededWorld.now)
    for _ in 0..<2 {
      let answer = try catalog.answer(query, at: SeededWorld.now)
      #expect(answer.matches.map(\.id) == expected.map(\.id))
      #expect(answer.total == expected.count)
    }
    query.limit = min(limit, 10)
    #expect(
      try catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == expected.prefix(query.limit).map(\.id))
    (query.limit, query.sort) = (0, [])
    #expect(try catalog.answer(query, at: SeededWorld.now).total == expected.count)
    (query.cluster, query.total) = (6, false)
    let clusters = try catalog.answer(query, at: SeededWorld.now).clusters ?? []
    let cells = BruteForce.clusters(of: expected, zoom: 6)
    #expect(clusters.map(\.count).reduce(0, +) == expected.count)
    #expect(Set(clusters.map { "\($0.cell) \($0.count)" }) == Set(cells.map { "\($0.cell) \($0.count)" }))
    (query.cluster, query.facets) = (nil, [.kind])
    let counts = try catalog.answer(query, at: SeededWorld.now).facets?.first?.values ?? []
    #expect(counts.reduce(0) { $0 + $1.count } == expected.count)
  }

  private static func bar(_ id: String, _ status: OperatingStatus?, name: String) -> Listing {
    var bar = Listing(id: id, kind: .bar, coordinate: center)
    (bar.name, bar.operatingStatus, bar.openingHours, bar.timeZone) = (name, status, "24/7", "Europe/Budapest")
    return bar
  }

  @Test("are never open")
  func opening() throws {
    let temporary = try TemporaryCatalog([Self.bar("a", .closed, name: "A"), Self.bar("b", nil, name: "B")])
    var query = Query()
    query.operatingStatus = Set(OperatingStatus.allCases)
    let states = try temporary.catalog.answer(query, at: SeededWorld.now).matches.map {
      "\($0.id) \($0.opening?.state.rawValue ?? "")"
    }
    #expect(states == ["a closed", "b open"])
    query.open = .init(at: .now, unknown: .keep)
    #expect(try temporary.catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == ["b"])
    let asked = try temporary.catalog.availability(of: "a", for: .opening(.init(at: .now)), at: SeededWorld.now)
    #expect(asked.isAvailable == false && asked.obstacles == [.notInBusiness(.closed)])
  }

  @Test("cannot be booked")
  func stays() throws {
    var couch = Listing(id: "c", kind: .couch, coordinate: Self.center)
    (couch.host, couch.operatingStatus) = ("hana", .temporarilyClosed)
    let temporary = try TemporaryCatalog([couch])
    let request = BookingRequest(listing: "c", member: "ana", nights: try BookingTests.nights(10, 12))
    #expect(throws: BookingError.self) { try temporary.catalog.book(request, at: SeededWorld.now) }
    try temporary.catalog.edit("c") { $0.operatingStatus = nil }
    #expect(try temporary.catalog.book(request, at: SeededWorld.now).status == .requested)
  }

  @Test("are the reason why they are not in an answer")
  func why() throws {
    let temporary = try TemporaryCatalog([Self.bar("a", .closed, name: "A"), Self.bar("b", nil, name: "B")])
    let catalog = temporary.catalog
    let verdict = try catalog.whyNot("a", Query(), at: SeededWorld.now)
    #expect(!verdict.isInAnswer)
    let finding = try #require(verdict.findings.first { !$0.passed })
    #expect((finding.filter, finding.wanted, finding.found) == ("operatingStatus", "in business", "closed"))
    #expect(
      try catalog.whyNot("b", Query(), at: SeededWorld.now).findings.allSatisfy { $0.filter != "operatingStatus" })
    var query = Query()
    query.operatingStatus = [.open]
    let asked = try catalog.whyNot("a", query, at: SeededWorld.now)
    #expect(asked.findings.contains { $0.filter == "operatingStatus" && !$0.passed && $0.found == "status closed" })
    query.operatingStatus = [.closed]
    #expect(try catalog.whyNot("a", query, at: SeededWorld.now).isInAnswer)
    #expect(try catalog.relaxations(of: Query(), at: SeededWorld.now).isEmpty)
  }

  @Test("are not suggested while typing")
  func suggesting() throws {
    let temporary = try TemporaryCatalog([
      Self.bar("a", .closed, name: "Krug"), Self.bar("b", nil, name: "Krone"), Self.bar("c", .planned, name: "Kranich"),
    ])
    #expect(try temporary.catalog.suggest("kr").map(\.text) == ["Krone"])
  }

  @Test("leave standing queries when they close, and come when they open")
  func standing() throws {
    let temporary = try TemporaryCatalog([Self.bar("a", nil, name: "Krug")])
    let catalog = temporary.catalog
    var text = Query()
    text.text = "krug"
    var closed = Query()
    closed.operatingStatus = [.closed]
    let standing = try catalog.watch(["all": Query(), "text": text, "closed": closed]) { SeededWorld.now }
    try catalog.edit("a") { $0.operatingStatus = .closed }
    let change = try #require(try standing.changes().listings.first)
    #expect(change.ceases.sorted() == ["all", "text"] && change.begins == ["closed"])
  }

  @Test(
    "have a word in many forms",
    arguments: [
      ("CLOSED_TEMPORARILY", OperatingStatus.temporarilyClosed), ("CLOSED_PERMANENTLY", .closed),
      ("permanently_closed", .closed), ("Temporarily closed", .temporarilyClosed), ("VeryLikelyClosed", .closed),
      ("planning", .planned), ("under construction", .planned), ("disused", .closed), ("OPERATIONAL", nil),
      ("open", nil),
      ("active", nil), ("Vorübergehend geschlossen", .temporarilyClosed),
    ] as [(String, OperatingStatus?)])
  func words(text: String, status: OperatingStatus?) throws {
    #expect(try OperatingStatus.named(text) == status)
    #expect(throws: RowRejection.self) { try OperatingStatus.named("micro") }
  }

  @Test("are a field of listings and queries")
  func form() throws {
    let temporary = try TemporaryCatalog([Self.bar("a", .temporarilyClosed, name: "A")])
    let json = try #require(try temporary.catalog.listing("a")).exactJSONText
    #expect(json.contains(#""operatingStatus":"temporarily closed""#))
    let query = try Query(parsing: #"{"operatingStatus":["temporarily-closed","PLANNED"]}"#.utf8)
    #expect(query.operatingStatus == [.temporarilyClosed, .planned])
    #expect(query.json.text == #"{"operatingStatus":["temporarily closed","planned"]}"#)
    #expect(throws: QueryError.self) { try Query(parsing: #"{"operatingStatus":"maybe"}"#.utf8) }
    #expect(
      try temporary.catalog.answer(query, at: SeededWorld.now).matches.first?.listing?.operatingStatus
        == .temporarilyClosed)
    #expect(try temporary.catalog.check() == [])
  }

  @Test("are counted by a facet, which counts places without a status as open")
  func facet() throws {
    let statuses: [OperatingStatus?] = [nil, .closed, nil, .planned, .temporarilyClosed, nil]
    let listings = statuses.enumerated().map { Self.bar("b\($0.offset)", $0.element, name: "B") }
    let temporary = try TemporaryCatalog(listings)
    var query = Query()
    query.facets = [.operatingStatus]
    func counts() throws -> [String] {
      (try temporary.catalog.answer(query, at: SeededWorld.now).facets ?? []).flatMap { facet in
        facet.values.map { "\($0.value) \($0.count)" } + (facet.without == 0 ? [] : ["without \(facet.without)"])
      }
    }
    #expect(try counts() == ["open 3"])
    query.operatingStatus = Set(OperatingStatus.allCases)
    #expect(try counts() == ["open 3", "temporarily closed 1", "closed 1", "planned 1"])
    query.operatingStatus = [.closed, .planned]
    #expect(try counts() == ["closed 1", "planned 1"])
    query.kinds = [.couch]
    #expect(try counts() == [])
  }

  @Test(
    "are compared in filters with known words; others are refused, with the known ones",
    arguments: [
      ("operatingStatus = 'clsed'", "operatingStatus is never \"clsed\"; did you mean closed?"),
      ("NOT operatingStatus <> 'Closed'", "did you mean closed?"),
      ("operatingStatus IN ('closed', 'shut')", "possible are open, temporarily closed, closed, planned"),
      ("kind = 'bra'", "kind is never \"bra\"; did you mean bar? Possible are bar, event, couch"),
      ("status <> 'canceled'", "did you mean cancelled?"), ("accessible = 'maybe'", "possible are yes, limited, no"),
      ("CASEI(operatingStatus) = CASEI('SHUT')", "operatingStatus is never \"shut\""),
    ])
  func unknownWords(filter: String, words: String) throws {
    let temporary = try TemporaryCatalog([Self.bar("a", nil, name: "A")])
    var form = JSONObject()
    form["filter"] = .string(filter)
    let error = #expect(throws: QueryError.self) {
      try temporary.catalog.answer(Query(json: .object(form)), at: SeededWorld.now)
    }
    #expect(error?.code == "bad-filter" && error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test(
    "are compared in filters also in other ways",
    arguments: [
      "CASEI(operatingStatus) = CASEI('CLOSED')", "operatingStatus LIKE 'clo%'", "operatingStatus < 'd'",
      "operatingStatus IN ('closed', 'planned')",
    ])
  func otherComparisons(filter: String) throws {
    let temporary = try TemporaryCatalog([Self.bar("a", nil, name: "A"), Self.bar("b", .closed, name: "B")])
    var form = JSONObject()
    form["filter"] = .string(filter)
    let answer = try temporary.catalog.answer(Query(json: .object(form)), at: SeededWorld.now)
    #expect(answer.matches.map(\.id) == ["b"])
  }
}
