import CivilTime
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Places by name") struct PlaceNameTests {
  @Test(
    "fold to the same key",
    arguments: [
      ("Târgu Mureș", "targu mures"), ("TÂRGU-MUREŞ", "targu mures"), ("Łódź", "lodz"), ("Xi'an", "xian"),
      ("Xi’an", "xian"), ("St. Louis", "st louis"), ("U.S.A.", "usa"), ("İstanbul", "istanbul"), ("Åre", "are"),
      ("Straße", "strasse"), ("МОСКВА", "москва"), ("Йошкар-Ола", "иошкар ола"), ("ΑΘΉΝΑΣ", "αθηνασ"),
      ("Αθήνας", "αθηνασ"), ("東京", "東京"), ("ﾄｳｷｮｳ", "トウキョウ"), ("اَلْقَاهِرَة", "القاهرة"), ("दिल्ली", "दिल्ली"),
      ("  , ", ""), ("Washington, D.C.", "washington dc"),
    ])
  func keys(name: String, key: String) {
    #expect(PlaceKey.of(name) == PlaceKey.of(key))
    if key.allSatisfy(\.isASCII) { #expect(PlaceKey.of(name) == key) }
    #expect(PlaceKey.of(PlaceKey.of(name)) == PlaceKey.of(name))
  }

  @Test(
    "are found in every language, with region or country",
    arguments: [
      ("Paris", 2_988_507), ("paris, us", 4_717_560), ("Paris, Texas", 4_717_560), ("paris texas", 4_717_560),
      ("Paris TX", 4_717_560), ("Paris, Tex, USA", 4_717_560), ("Париж", 2_988_507), ("巴黎", 2_988_507),
      ("PARIGI, France", 2_988_507), ("Târgu Mureș", 665_024), ("targu-mures", 665_024), ("Marosvásárhely", 665_024),
      ("Targu Mures, Mureș", 665_024), ("東京", 1_850_147), ("도쿄", 1_850_147), ("Springfield, IL", 4_250_542),
      ("Springfield Illinois", 4_250_542), ("Washington, D.C.", 4_140_963), ("London, UK", 2_643_743),
    ])
  func found(name: String, id: Int) throws {
    let temporary = try GazetteerWorld.catalog()
    let answer = try temporary.catalog.places(named: name)
    #expect(answer.places.first?.id == id)
    #expect(answer.fit == .whole)
    #expect(try temporary.catalog.place(named: name).id == id)
  }

  @Test func `several of like weight are told as choices`() throws {
    let temporary = try GazetteerWorld.catalog()
    let answer = try temporary.catalog.places(named: "springfield")
    #expect(answer.choices.map(\.region) == ["MO", "MA", "IL"])
    #expect(
      throws: GazetteerError.ambiguousPlace(
        "springfield",
        choices: [
          "Springfield, Missouri, US", "Springfield, Massachusetts, US", "Springfield, Illinois, US",
        ])
    ) { try temporary.catalog.place(named: "springfield") }
  }

  @Test(
    "of countries lead to their largest places",
    arguments: [
      ("Romania", "RO", ["Târgu Mureş"]), ("gbr", "GB", ["London"]), ("U.S.A.", "US", ["Washington", "Springfield"]),
    ])
  func countries(name: String, code: String, largest: [String]) throws {
    let temporary = try GazetteerWorld.catalog()
    let answer = try temporary.catalog.places(named: name, limit: 2)
    #expect(answer.fit == .country)
    #expect(answer.places.map(\.name) == largest)
    let country = try #require(answer.country)
    #expect(country.code == code)
    #expect(answer.places.allSatisfy { country.box.contains($0.coordinate) })
    #expect(
      throws: GazetteerError.countryNamed(name, places: largest, box: country.box)
    ) { try temporary.catalog.place(named: name) }
  }

  @Test func `a small place with the name of a country is not meant, a large one is`() throws {
    let poland = GazetteerWorld.line(1, "Poland", "", 41.0, -80.6, "US", "OH", 2_500, "America/New_York")
    let warsaw = GazetteerWorld.line(2, "Warsaw", "", 52.2, 21.0, "PL", "78", 1_700_000, "Europe/Warsaw")
    let city = GazetteerWorld.line(3, "Luxembourg", "", 49.6, 6.1, "LU", "LU", 76_000, "Europe/Luxembourg")
    let town = GazetteerWorld.line(4, "Esch", "", 49.5, 6.0, "LU", "ES", 28_000, "Europe/Luxembourg")
    let countries = "#ISO\tISO3\tISO-Numeric\tfips\tCountry\nPL\tPOL\t616\tPL\tPoland\nLU\tLUX\t442\tLU\tLuxembourg"
    let temporary = try GazetteerWorld.catalog([[poland, warsaw, city, town].joined(separator: "\n"), countries])
    #expect(try temporary.catalog.places(named: "Poland").country?.code == "PL")
    #expect(try temporary.catalog.place(named: "Poland, US").id == 1)
    #expect(try temporary.catalog.place(named: "Luxembourg").id == 3)
  }

  @Test func `a beginning is no name, but tells what may be meant`() throws {
    let temporary = try GazetteerWorld.catalog()
    #expect(try temporary.catalog.places(named: "tok").fit == .beginning)
    #expect(throws: GazetteerError.unknownPlace("Târgu", similar: ["Târgu Mureş, Mureş, RO"])) {
      try temporary.catalog.place(named: "Târgu")
    }
    #expect(throws: GazetteerError.unknownPlace("Xyz", similar: [])) { try temporary.catalog.place(named: "Xyz") }
  }

  @Test func `a catalog without gazetteer says so`() throws {
    let temporary = try TemporaryCatalog()
    #expect(throws: GazetteerError.noGazetteer(path: temporary.path)) { try temporary.catalog.place(named: "Paris") }
    #expect(throws: GazetteerError.noGazetteer(path: temporary.path)) {
      try temporary.catalog.locality(of: Coordinate(latitude: 0, longitude: 0))
    }
  }

  @Test("begin alike as brute force finds, in the order of weight", arguments: 1...3 as ClosedRange<UInt64>)
  func twin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let syllables = ["ma", "ro", "sö", "vá", "li", "şe", "тo", "京", "ka"]
    let names = (0..<400).map { _ in
      (0..<(1 + SeededWorld.pick(3, &random))).map { _ in syllables[SeededWorld.pick(syllables.count, &random)] }
        .joined()
    }
    let places = names.enumerated().map { index, name in
      (
        id: index + 1, name: name, other: names[SeededWorld.pick(names.count, &random)],
        population: SeededWorld.pick(50, &random)
      )
    }
    let file = places.map {
      GazetteerWorld.line($0.id, $0.name, $0.other, 1, 1, "DE", "01", $0.population, "Europe/Berlin")
    }.joined(separator: "\n")
    let temporary = try GazetteerWorld.catalog([file])
    for beginning in syllables + ["m", "mar", "MARO", "s", "los", "zz", "ö"] {
      let key = PlaceKey.of(beginning)
      let expected = places.compactMap { place -> (Int, Double)? in
        let isOwn = PlaceKey.of(place.name).hasPrefix(key)
        guard isOwn || PlaceKey.of(place.other).hasPrefix(key) else { return nil }
        return (place.id, Double(max(place.population, 1)) * (isOwn ? PlaceAnswer.ownNameFactor : 1))
      }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      let found = try temporary.catalog.places(beginningWith: beginning, limit: 1000).places.map(\.id)
      #expect(found == expected.map(\.0), "\(beginning)")
    }
  }

  @Test func `a query may be near a name`() throws {
    let listing = Listing(id: "bar", kind: .bar, coordinate: Coordinate(latitude: 46.5425, longitude: 24.5575))
    let temporary = try GazetteerWorld.catalog(listings: [listing])
    let now = Instant(secondsSince1970: 1_795_809_600)
    let query = try Query(parsing: #"{"near":"Marosvásárhely","radius":2000}"#.utf8)
    #expect(query.place == "Marosvásárhely")
    #expect(try Query(json: query.json) == query)
    let answer = try temporary.catalog.answer(query, at: now)
    #expect(answer.matches.map(\.id) == ["bar"])
    var both = query
    both.near = listing.coordinate
    #expect(throws: QueryError.self) { try temporary.catalog.answer(both, at: now) }
    var unknown = Query()
    unknown.place = "Springfield"
    #expect(throws: GazetteerError.self) { try temporary.catalog.answer(unknown, at: now) }
  }
}
