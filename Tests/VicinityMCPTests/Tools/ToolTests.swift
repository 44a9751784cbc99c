import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import Vicinity
import VicinityFormats

@testable import VicinityMCP

@Suite("Tools for language models")
struct ToolTests {
  private let world: ModelWorld
  private var catalog: Catalog { world.catalog }
  private static let here: JSONValue = "48.7758,9.1829"

  init() throws { world = try ModelWorld(member: "ana", mayWrite: true) }

  @Test("are offered by what the client may do")
  func offered() {
    let reading = Tool.offered(to: nil, mayWrite: true).map(\.name)
    #expect(reading == ["search", "details", "hours", "availability", "plan", "why", "why_not", "suggest"])
    #expect(Tool.offered(to: "ana", mayWrite: false).map(\.name) == reading + ["my_bookings"])
    #expect(Tool.offered(to: "ana", mayWrite: true).count == Tool.all.count)
    #expect(Set(Tool.all.map(\.name)).count == Tool.all.count)
    for tool in Tool.all {
      let hints = tool.json.object?["annotations"]?.object
      #expect(hints?["readOnlyHint"]?.bool == !tool.changes && hints?["openWorldHint"] == false, "\(tool.name)")
    }
  }

  @Test("search answers as the engine does, as data and as a table")
  func search() throws {
    let called = world.call("search", ["near": Self.here, "radius": "400m", "open": "Sa 22:30..03:00"])
    var query = try Query(
      parsing: #"{"near":{"lat":48.7758,"lon":9.1829},"radius":400,"open":"Sa 22:30..03:00","limit":10}"#)
    query.fields = TableWriter().queryFields
    let answer = try catalog.answer(query, at: ModelWorld.now)
    #expect(called.ids == answer.matches.map(\.id) && called.ids.count > 1)
    var writer = TableWriter()
    var bytes: [UInt8] = []
    writer.write(answer) { bytes += $0 }
    let lines = String(decoding: bytes, as: UTF8.self) + (answer.understood?.lines ?? []).joined(separator: "\n")
    #expect(called.text == lines)
    query.fields = [.id, .name, .open, .opensOrCloses]
    let chosen = world.call(
      "search",
      [
        "near": Self.here, "radius": "400m", "open": "Sa 22:30..03:00",
        "fields": ["id", "name", "open", "opensOrCloses"],
      ])
    #expect(chosen.data == (try catalog.answer(query, at: ModelWorld.now).json))
  }

  @Test("search goes on where it has stopped")
  func pages() throws {
    var ids: [String] = []
    var after: JSONValue = .null
    repeat {
      let called = world.call("search", ["near": Self.here, "kind": "bar", "limit": 7, "after": after])
      ids += called.ids
      after = called["next"] ?? .null
      if let cursor = after.string { #expect(called.text.hasSuffix("after: \(cursor)")) }
    } while !after.isNull
    let query = try Query(
      parsing: #"{"near":{"lat":48.7758,"lon":9.1829},"kinds":["bar"],"limit":1000,"fields":["id"]}"#)
    #expect(ids == (try catalog.answer(query, at: ModelWorld.now)).matches.map(\.id) && ids.count > 50)
  }

  @Test("an empty search names the changes that help")
  func relaxations() throws {
    let called = world.call("search", ["near": Self.here, "radius": "50m", "open": "Su 16:00"])
    let query = try Query(parsing: #"{"near":{"lat":48.7758,"lon":9.1829},"radius":50,"open":"Su 16:00","limit":10}"#)
    let changes = try catalog.relaxations(of: query, at: ModelWorld.now)
    #expect(called["relaxations"]?.array == changes.map(\.json) && !changes.isEmpty)
    #expect(called.text.hasPrefix("no listing matches\n") && called.text.contains("farther: 1 listing matches"))
    let counted = world.call("search", ["kind": "bar", "limit": 0, "total": true])
    #expect(counted.text == "\(counted["total"]?.integer ?? 0) listings match")
    #expect(world.call("search", ["limit": 0]).text.contains("nothing is listed"))
  }

  @Test("the other tools answer as the engine does")
  func twins() throws {
    let id = "stuttgart-brennglas"
    let listing = try #require(try catalog.listing(id))
    let details = world.call("details", ["id": .string(id)])
    #expect(details.data == (try JSONValue(parsing: listing.jsonText)))
    #expect(details.text == ListingSheet(listing, at: ModelWorld.now).text)

    let hours = world.call("hours", ["id": .string(id), "at": "Su 16:00"])
    let report = try HoursReport.report(
      of: id, in: catalog, at: "Su 16:00", window: (nil, nil), now: ModelWorld.now)
    #expect(hours.data == report.json && hours.text == report.text)
    let week = world.call("hours", ["id": .string(id), "from": "2026-12-24", "to": "2026-12-27"])
    #expect(week["openMinutes"] != nil, "\(week.text)")

    let available = world.call("availability", ["id": .string(id), "open": "Su 10:00"])
    let opening = try #require(try Query(parsing: #"{"open":"Su 10:00"}"#).open)
    let availability = try catalog.availability(of: id, for: .opening(opening), at: ModelWorld.now)
    #expect(available.data == AvailabilityReport(availability, at: ModelWorld.now).json)
    #expect(world.call("availability", ["id": .string(id)])["open"] == "open")

    let form = #"{"near":{"lat":48.7758,"lon":9.1829},"open":"now","limit":3}"#
    let why = world.call("why", ["query": ["near": Self.here, "open": "now", "limit": 3]])
    #expect(why["reasons"]?.array == (try catalog.why(Query(parsing: form), at: ModelWorld.now)).map(\.json))
    #expect(world.call("why", ["query": #"{"near":"48.7758,9.1829","open":"now","limit":3}"#]).data == why.data)

    let whyNot = world.call(
      "why_not", ["id": .string(id), "query": ["near": Self.here, "radius": "200m", "limit": 20]])
    let missed = try Query(parsing: #"{"near":{"lat":48.7758,"lon":9.1829},"radius":200}"#)
    #expect(whyNot.data == (try catalog.whyNot(id, missed, at: ModelWorld.now)).json)
    #expect(whyNot.text.contains("31 m outside"))

    let suggested = world.call("suggest", ["text": "jaz", "near": Self.here])
    let place = Coordinate(latitude: 48.7758, longitude: 9.1829)
    #expect(suggested["completions"]?.array == (try catalog.suggest("jaz", near: place)).map(\.json))
    #expect(world.call("suggest", ["text": "qqqqq"]).text == "no completions")
  }

  @Test("plan answers as the engine does, or says which part is missing")
  func plan() throws {
    let stay: JSONValue = "2026-11-27..2026-11-29"
    let called = world.call(
      "plan",
      ["near": "46.5446,24.5620", "stay": stay, "guests": 1, "walk": "1km", "max_price": 900, "currency": "RON"])
    var request = OutingRequest(
      near: Coordinate(latitude: 46.5446, longitude: 24.562),
      nights: try #require(Nights(from: LocalDate(parsing: "2026-11-27"), to: LocalDate(parsing: "2026-11-29"))),
      walkMeters: 1000)
    (request.maxPrice, request.currency, request.limit) = (900, "RON", 3)
    let outings = try catalog.outings(request, at: ModelWorld.now)
    #expect(called["outings"]?.array == outings.map(\.json) && !outings.isEmpty, "\(called.text)")
    #expect(called.text == OutingTable(outings, for: request, at: ModelWorld.now).text)
    let nowhere = world.call("plan", ["near": [10, 10], "stay": ["from": "2026-11-27", "to": "2026-11-29"]])
    #expect(nowhere.text == "no outing: no couch within 1.5 km is free for 2026-11-27..2026-11-29")
    for (arguments, words) in [
      (["near": [10, 10]], "plan needs stay"), (["near": [10, 10], "stay": "soon"], "stay: cannot read"),
      (["near": [10, 10], "stay": stay, "walk": -1], "walk"),
      (
        ["near": [10, 10], "stay": stay, "limit": 0], "limit: 0 is not allowed, must be a whole number from 1 to 10. ("
      ),
      (
        ["near": [10, 10], "stay": stay, "limit": 11],
        "limit: 11 is not allowed, must be a whole number from 1 to 10. ("
      ),
      (
        ["near": [10, 10], "stay": stay, "guests": 1001],
        "guests: 1001 is not allowed, must be a whole number from 1 to"
      ),
    ] as [(JSONValue, String)] {
      let wrong = world.call("plan", arguments)
      #expect(wrong.isError && wrong.text.contains(words), "\(wrong.text)")
    }
  }

  @Test("errors name the tool that helps")
  func errors() throws {
    for (tool, arguments, words) in [
      ("details", ["id": "stuttgart-brenglas"], "Did you mean \"stuttgart-brennglas\"? (unknown-listing)"),
      ("details", .object(JSONObject()), "details needs id"), ("hours", ["id": "none"], "(unknown-listing)"),
      ("hours", ["id": "stuttgart-brennglas", "from": "2026-12-24"], "from needs to"),
      ("hours", ["id": "stuttgart-brennglas", "at": "noon-ish"], "at: \"noon-ish\" is not a time"),
      ("hours", ["id": "mures-cetate-mansarda"], "has no opening hours. (unsuitable)"),
      ("availability", ["id": "stuttgart-brennglas", "stay": "weekend"], "Call `availability` with `open`"),
      ("availability", ["id": "mures-cetate-mansarda"], "Call `availability` with `stay`. (unsuitable)"),
      ("availability", ["id": "mures-cetate-mansarda", "open": "now", "stay": "weekend"], "only one of"),
      ("availability", ["id": "mures-cetate-mansarda", "guests": 2], "guests needs stay; add stay, such as 2026-"),
      ("suggest", ["text": "a", "limit": 51], "limit: 51 is not allowed, must be a whole number from 0 to 50. ("),
      ("why", ["query": ["limit": 51]], "limit: 51 is not allowed, must be a whole number from 0 to 50. ("),
      ("why", ["near": "1,2"], "unknown key near; did you mean {\"query\":{\"near\":…}}?"),
      ("why", ["query": 5], "query: expected an object"), ("why", ["query": ["naer": 1]], "did you mean near?"),
      ("why_not", ["id": "stuttgart-brennglas"], "why_not needs query"), ("suggest", ["text": ["a"]], "text: expected"),
      ("my_bookings", ["id": "x"], "my_bookings takes no arguments; leave out id"),
      ("book", ["id": "x", "check_in": "2026-12-01"], "unknown key check_in; did you mean from?"),
      ("book", ["id": "x", "from": "2026-12-01"], "book needs to"),
      ("book", ["id": "x", "from": "soon", "to": "2026-12-02"], "from: \"soon\""),
      ("rate", ["id": "stuttgart-brennglas", "stars": 6], "stars"),
      ("add_favorite", ["id": "none", "member": "bela"], "unknown key member"),
      ("cancel_booking", ["id": "booking-9"], "booking-9"),
    ] as [(String, JSONValue, String)] {
      let called = world.call(tool, arguments)
      #expect(called.isError && called.text.contains(words), "\(tool): \(called.text)")
    }
  }

  @Test("act in the name of the member")
  func acting() throws {
    let couch = "mures-cetate-mansarda"
    let stay: JSONValue = ["id": .string(couch), "from": "2026-12-01", "to": "2026-12-03", "key": "k"]
    #expect(world.call("book", stay)["status"] == "requested")
    #expect(world.call("book", stay)["booking"] == "booking-1", "the same key is the same booking")
    let own = world.call("my_bookings")
    #expect(own["bookings"]?.array == (try catalog.bookings(of: "ana")).map(\.json) && own.text.contains(couch))
    #expect(world.call("cancel_booking", ["id": "booking-1"])["status"] == "cancelled")
    #expect(world.call("add_favorite", ["id": "stuttgart-brennglas"])["status"] == "added")
    #expect(try catalog.favorites(of: "ana", at: ModelWorld.now).map(\.listing.id) == ["stuttgart-brennglas"])
    #expect(world.call("remove_favorite", ["id": "stuttgart-brennglas"])["status"] == "removed")
    let rated = world.call("rate", ["id": "stuttgart-brennglas", "stars": 4.5, "text": "Twelve taps!"])
    #expect(rated["stars"] == 4.5 && rated.text.contains("ana gives"), "\(rated.text)")
    let event = try #require(world.call("search", ["kind": "event", "during": "upcoming", "limit": 1]).ids.first)
    #expect(!world.call("join_event", ["id": .string(event)]).isError)
    #expect(world.call("leave_event", ["id": .string(event)])["status"] == "left")
  }

  @Test("answers are bounded")
  func bounds() throws {
    var context = ToolContext(catalog, at: ModelWorld.now, for: nil)
    context.mostBytes = 1000
    #expect(throws: TooExpensive.self) { try Tool.search.read(JSONObject(), context) }
    context.mostBytes = 1 << 20
    context.budget.nodes = 0
    #expect(throws: TooExpensive.self) { try Tool.search.read(JSONObject(), context) }
    let long = ToolAnswer(String(repeating: "x", count: 30_000), ["a": 1]).result
    #expect(long["content"]?.array?.first?.object?["text"]?.string?.count ?? 0 < 21_000)
  }

  @Test("a member sees the exact place of a confirmed stay, and others do not")
  func privatePlaces() throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 46.5425, longitude: 24.5575))
    (couch.host, couch.publicRadiusMeters, couch.timeZone, couch.guests) = ("hana", 800, "UTC", 2)
    couch.address = "Kert utca 7"
    let temporary = try TemporaryCatalog([couch])
    func isShown(to member: String?) throws -> Set<Bool> {
      let context = ToolContext(temporary.catalog, at: ModelWorld.now, for: member)
      let answers = [
        try Tool.search.read(["fields": ["id", "lat", "lon", "address"]], context),
        try Tool.details.read(["id": "couch"], context),
      ]
      return Set(answers.map { ($0.structured?.text ?? "").contains("Kert") || $0.text.contains("Kert") })
    }
    #expect(try isShown(to: nil) == [false] && isShown(to: "gyula") == [false] && isShown(to: "hana") == [true])
    let nights = try #require(Nights(from: LocalDate(parsing: "2026-12-01"), to: LocalDate(parsing: "2026-12-03")))
    let booking = try temporary.catalog.book(
      BookingRequest(listing: "couch", member: "gyula", nights: nights), at: ModelWorld.now)
    _ = try temporary.catalog.change(booking: booking.id, to: .confirmed, as: .owner, at: ModelWorld.now)
    #expect(try isShown(to: "gyula") == [true] && isShown(to: nil) == [false])
  }
}
