import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Completions") struct SuggestTests {
  private static func listing(_ index: Int, _ name: String?, _ latitude: Double, _ longitude: Double) -> Listing {
    var listing = Listing(
      id: "\(index)", kind: .bar, coordinate: Coordinate(latitude: latitude, longitude: longitude))
    listing.name = name
    return listing
  }

  private static let syllables = [
    "jaz", "bar", "kel", "ler", "new", "york", "ca", "fe", "ho", "tel", "zum", "b", "mü", "ue",
  ]

  private static func name(_ random: inout SplitMix64) -> String {
    (0..<(1 + SeededWorld.pick(3, &random))).map { _ in
      (0..<(1 + SeededWorld.pick(2, &random))).map { _ in syllables[SeededWorld.pick(syllables.count, &random)] }
        .joined()
    }.joined(separator: " ")
  }

  private static let places: [(place: Place, names: [String])] = [
    ("New York", ["nueva york", "nyc", "bar"], 40.7, -74.0, 8_000_000), ("Yorkshire", [], 54.0, -1.5, 5_000_000),
    ("Barcelona", ["barna", "mu"], 41.4, 2.2, 1_600_000), ("Bari", ["zumtel", "fe"], 41.1, 16.9, 320_000),
    ("Zumaia", [], 43.3, -2.2, 0), ("Mükel", ["muekel", "mukel bar"], 41.2, 1.5, 12_000),
    ("Mumba", ["muebar", "ho"], 40.9, 1.7, 12_000_000), ("B. Telkel", ["b telkel"], 41.3, 1.2, 70_000),
  ].enumerated().map { index, city in
    let (name, others, latitude, longitude, population) = city
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return (
      Place(
        id: index + 1, name: name, coordinate: coordinate, country: "XX", region: "", population: population,
        isSection: false), [name] + others
    )
  }

  private static var gazetteer: String {
    places.map { place, names in
      GazetteerWorld.line(
        place.id, place.name, names.dropFirst().joined(separator: ","), place.coordinate.latitude,
        place.coordinate.longitude, "XX", "", place.population, "UTC")
    }.joined(separator: "\n")
  }

  private static func world(_ count: Int, _ random: inout SplitMix64) -> [Listing] {
    (0..<count).map { index in
      let (latitude, longitude) = (Double(SeededWorld.pick(1000, &random)), Double(SeededWorld.pick(1000, &random)))
      var listing = listing(
        index, SeededWorld.oneIn(9, &random) ? nil : name(&random), 40 + latitude / 500, 1 + longitude / 500)
      if SeededWorld.oneIn(2, &random) { listing.ratingCount = SeededWorld.pick(2000, &random) }
      if SeededWorld.oneIn(3, &random) { listing.tags = [name(&random).replacing(" ", with: "-")] }
      if SeededWorld.oneIn(3, &random) {
        let parts = ["\(1 + SeededWorld.pick(9, &random))", name(&random), name(&random)]
        listing.address = parts.dropFirst(SeededWorld.pick(2, &random)).joined(separator: ", ")
      }
      return listing
    }
  }

  /// Partial input for a name: a prefix, with or without an error, or with a full stop.
  private static func typed(_ random: inout SplitMix64) -> String {
    var letters = Array(name(&random))
    if SeededWorld.oneIn(4, &random) { letters[SeededWorld.pick(letters.count, &random)] = "x" }
    let text = String(letters.prefix(1 + SeededWorld.pick(letters.count, &random))).trimmingSpaces
    return SeededWorld.oneIn(8, &random) ? text + "." : text
  }

  private static func completions(of temporary: TemporaryCatalog, longest: Int = 4096) throws -> Completions {
    try temporary.catalog.read { worker, _, _ in
      try Completions(reading: worker, work: worker.scratch.work, longest: longest)
    }
  }

  /// Kind, folded text, matched words, count and distance.
  private static func lines(_ completions: Completions, _ text: String, _ near: Coordinate?, _ limit: Int) throws
    -> [String]
  {
    let typed = TypedText(text)
    var found = completions.best(typed, near: near, limit: limit)
    if found.isEmpty { found = try completions.corrected(typed, near: near, limit: limit, work: WorkMeter()) }
    return found.map { found in
      let subject = found.index.subjects[found.subject]
      let name = String(decoding: found.index.text(of: subject), as: UTF8.self)
      let distance = found.meters.map { String(Int(($0 * 1000).rounded())) } ?? ""
      return "\(subject.kind) \(name) [\(found.index.matched(found))] \(subject.count) \(distance)"
    }
  }

  private static func position(_ random: inout SplitMix64) -> Coordinate? {
    guard !SeededWorld.oneIn(3, &random) else { return nil }
    return Coordinate(
      latitude: 40 + Double(SeededWorld.pick(1000, &random)) / 500,
      longitude: 1 + Double(SeededWorld.pick(1000, &random)) / 500)
  }

  @Test(
    "and their brute-force twin agree, with and without blocks",
    arguments: [(1, 40, 4096), (2, 1500, 4096), (3, 1500, 0), (4, 1500, 150)] as [(UInt64, Int, Int)])
  func twin(seed: UInt64, count: Int, longest: Int) throws {
    var random = SplitMix64(seed: seed)
    let listings = Self.world(count, &random)
    let temporary = try GazetteerWorld.catalog([Self.gazetteer], listings: listings)
    let twin = BruteForceCompletions(listings, places: Self.places)
    let completions = try Self.completions(of: temporary, longest: longest)
    #expect(completions.listings.blocks.isEmpty == (longest == 4096))
    #expect(completions.places.blocks.isEmpty == (longest != 0))
    var found = 0
    for _ in 0..<TwinQueries.count(usually: 120) {
      let (text, near) = (Self.typed(&random), Self.position(&random))
      let limit = [1, 3, 10, 500][SeededWorld.pick(4, &random)]
      let lines = try Self.lines(completions, text, near, limit)
      #expect(lines == twin.best(text, near: near, limit: limit), "\(text)")
      found += lines.count
    }
    #expect(found > 120)
  }

  @Test("for whole names and their brute-force twin agree", arguments: [1, 2] as [UInt64])
  func wholeTwin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let listings = Self.world(1500, &random)
    let temporary = try GazetteerWorld.catalog([Self.gazetteer], listings: listings)
    let twin = BruteForceCompletions(listings, places: Self.places)
    let completions = try Self.completions(of: temporary)
    let texts = listings.prefix(60).compactMap(\.name) + Self.places.flatMap(\.names) + ["york", "new", "mü", "bar."]
    var found = 0
    for text in texts {
      let (near, limit) = (Self.position(&random), [1, 10][SeededWorld.pick(2, &random)])
      let lines = try Self.lines(completions, text, near, limit)
      #expect(lines == twin.best(text, near: near, limit: limit), "\(text)")
      found += lines.count
    }
    #expect(found > 50)
  }

  private func catalog() throws -> TemporaryCatalog {
    var listings = [
      Self.listing(0, "Jazz Club", 48, 9), Self.listing(1, "JAZZ-CLUB", 48.1, 9), Self.listing(2, "Blue Jazz", 48, 9),
      Self.listing(3, "Paris Bar", 48, 9), Self.listing(4, "Straßencafé", 48, 9), Self.listing(5, nil, 48, 9),
    ]
    listings[0].tags = ["jazz", "live-music"]
    listings[2].tags = ["jazz"]
    return try GazetteerWorld.catalog(listings: listings)
  }

  @Test("name each name once, with its nearest listing, and the part that matched")
  func completions() throws {
    let temporary = try catalog()
    let near = Coordinate(latitude: 48.1, longitude: 9)
    let found = try temporary.catalog.suggest("Jáz", near: near)
    #expect(found.map(\.text) == ["Jazz Club", "jazz", "Blue Jazz"])
    #expect(found.map(\.kind) == [.name, .tag, .name] && found.map(\.count) == [2, 2, 1])
    #expect(found[0].distanceMeters == 0 && found[0].coordinate == near && found[1].coordinate == nil)
    #expect(found.map(\.matched) == ["jazz", "jazz", "jazz"])
    #expect(try temporary.catalog.suggest("jazz c").map(\.matched) == ["jazz club"])
    #expect(try temporary.catalog.suggest("jazz c").first?.coordinate == nil)
    #expect(try temporary.catalog.suggest("musi").map(\.text) == ["live-music"])
    #expect(try temporary.catalog.suggest("strasse").map(\.text) == ["Straßencafé"])
    #expect(try temporary.catalog.suggest("", near: near).isEmpty)
    #expect(try temporary.catalog.suggest("jazz", limit: 0).isEmpty)
    #expect(try temporary.catalog.suggest("j", limit: 1).count == 1)
  }

  @Test("include the places of the gazetteer, by all their names")
  func places() throws {
    let temporary = try catalog()
    let found = try temporary.catalog.suggest("pari")
    #expect(found.map(\.text) == ["Paris, FR", "Paris, Texas, US", "Paris Bar"])
    #expect(found[0].population == 2_138_551 && found[0].kind == .place && found[0].count == nil)
    #expect(
      try temporary.catalog.suggest("paris", near: Coordinate(latitude: 48, longitude: 9), limit: 1).map(\.text)
        == ["Paris, FR"])
    #expect(
      try temporary.catalog.suggest("pari", near: Coordinate(latitude: 48, longitude: 9), limit: 1).map(\.text)
        == ["Paris Bar"])
    #expect(try temporary.catalog.suggest("東").map(\.matched) == ["東"])
    #expect(try temporary.catalog.suggest("marosv").map(\.matched) == ["marosvasarhely"])
  }

  @Test("put whole names first, in any language, and say so")
  func wholeNames() throws {
    let temporary = try catalog()
    let near = Coordinate(latitude: 48, longitude: 9)
    let found = try temporary.catalog.suggest("paris", near: near)
    #expect(found.map(\.text) == ["Paris, FR", "Paris, Texas, US", "Paris Bar"])
    #expect(found.map(\.isWhole) == [true, true, false])
    let parigi = try temporary.catalog.suggest("Parigi", near: near)
    #expect(parigi.map(\.text) == ["Paris, FR"] && parigi.map(\.isWhole) == [true])
    #expect(parigi.map(\.matched) == ["parigi"])
    // A word of a name is no name, nor is a beginning.
    #expect(try temporary.catalog.suggest("bar", near: near).map(\.isWhole) == [false])
    #expect(try temporary.catalog.suggest("tok", near: near).map(\.isWhole) == [false])
    #expect(try temporary.catalog.suggest("jazz club", near: near).first?.isWhole == true)
    #expect(try temporary.catalog.suggest("jazz", near: near).contains(where: \.isWhole) == false)
  }

  @Test("include the addresses of listings that are in business and not private")
  func addresses() throws {
    func listing(_ index: Int, _ address: String, _ longitude: Double) -> Listing {
      var listing = Self.listing(index, "Bar \(index)", 60, longitude)
      listing.address = address
      return listing
    }
    var listings = [
      listing(1, "Kalevankatu 3, 00100 Helsinki", 24), listing(2, "Kalevankatu 3, 00100 HELSINKI", 25),
      listing(3, "12, Rue Kaleva, Paris", 2), listing(4, "Kaleva", 2), listing(5, "Kalevankatu 5", 24),
      listing(6, "Kalevankatu 7, Helsinki", 24),
    ]
    listings[4].operatingStatus = .closed
    listings[5].kind = .couch
    listings[5].publicRadiusMeters = 500
    let temporary = try TemporaryCatalog(listings)
    let near = Coordinate(latitude: 60, longitude: 25)
    let found = try temporary.catalog.suggest("kalev", near: near)
    #expect(found.map(\.text) == ["Kalevankatu 3, 00100 HELSINKI", "12, Rue Kaleva, Paris"])
    #expect(found.map(\.id) == ["2", "3"] && found.map(\.count) == [2, 1])
    #expect(found.map(\.kind) == [.address, .address] && found[0].coordinate == near)
    #expect(found[0].distanceMeters == 0 && found[0].matched == "kalevankatu")
    // The words behind the street begin none.
    #expect(try temporary.catalog.suggest("helsinki").isEmpty && temporary.catalog.suggest("00100").isEmpty)
    #expect(try temporary.catalog.suggest("kalevankatu 3 00100 helsinki").map(\.isWhole) == [true])
    #expect(try temporary.catalog.suggest("kalevankatu 3").first?.coordinate != nil)
    try temporary.catalog.save([self.moved(listings[1])], source: "test", at: SeededWorld.now)
    #expect(try temporary.catalog.suggest("kalev", near: near).first?.id == "1")
    #expect(try temporary.catalog.suggest("manner").map(\.id) == ["2"])
  }

  private func moved(_ listing: Listing) -> Listing {
    var listing = listing
    listing.address = "Mannerheimintie 1, Helsinki"
    return listing
  }

  @Test("include streets, whose name is one completion at the nearest of them")
  func streets() throws {
    func street(_ name: String, _ longitude: Double) -> NamedStreet {
      let middle = Coordinate(latitude: 48, longitude: longitude)
      return NamedStreet(
        name: name, coordinate: middle,
        box: BoundingBox(south: 47.9, west: longitude - 0.1, north: 48.1, east: longitude + 0.1))
    }
    let streets = try StreetNames([
      street("Jazzgasse", 9), street("Jazzgasse", 12), street("Alter Jazzweg", 9), street("Paris", 9),
    ])
    let temporary = try catalog()
    func found(_ text: String, _ longitude: Double?) throws -> [Completion] {
      let near = longitude.map { Coordinate(latitude: 48, longitude: $0) }
      return try temporary.catalog.suggest(text, near: near, limit: 10, with: streets, within: .unlimited)
    }
    let jazz = try found("jazz", 11.9)
    #expect(jazz.map(\.text) == ["jazz", "Jazzgasse", "Jazz Club", "Blue Jazz", "Alter Jazzweg"])
    #expect(jazz[1].kind == .street && jazz[1].coordinate?.longitude == 12 && jazz[1].box?.west == 11.9)
    #expect(jazz[1].count == nil && jazz[1].matched == "jazzgasse")
    #expect(try found("jazzgasse", nil).first?.coordinate == nil)
    #expect(try found("Paris", 9).map(\.kind) == [.street, .place, .place, .name])
    #expect(try found("jazzgase", 9).map(\.text) == ["Jazzgasse"])
  }

  @Test("include countries and regions with the box of their places")
  func divisions() throws {
    let temporary = try catalog()
    let states = try #require(try temporary.catalog.suggest("united states").first)
    #expect(states.text == "United States" && states.kind == .place && states.isWhole)
    #expect(states.box == BoundingBox(south: 33.66094, west: -95.55551, north: 42.10148, east: -72.58981))
    let illinois = try #require(try temporary.catalog.suggest("Illinois").first)
    #expect(illinois.text == "Illinois, United States" && illinois.isWhole && illinois.box != nil)
    #expect(illinois.population == 114_394)
    #expect(try temporary.catalog.suggest("missou").map(\.text) == ["Missouri, United States"])
  }

  @Test("include regions by the names in their own languages", arguments: ["Bayern", "baye", "Bavaria"])
  func localDivisions(name: String) throws {
    let city = GazetteerWorld.line(2_867_714, "Munich", "München", 48.13743, 11.57549, "DE", "02", 1, "Europe/Berlin")
    let files = [city, "DE\tDEU\t276\tGM\tGermany", "DE.02\tBavaria\tBavaria\t2951839"]
    let catalog = try GazetteerWorld.catalog(files)
    #expect(try catalog.catalog.suggest(name).map(\.text) == ["Bavaria, Germany"])
    #expect(try catalog.catalog.places(named: "München, Bayern").places.map(\.id) == [2_867_714])
  }

  @Test("leave out a region without a name")
  func namelessDivisions() throws {
    let city = GazetteerWorld.line(2_993_458, "Monaco", "", 43.73718, 7.42145, "MC", "00", 32_965, "Europe/Monaco")
    let files = [city, "MC\tMCO\t492\tMN\tMonaco", "MC.00\t\tCommune de Monaco\t3319178"]
    let catalog = try GazetteerWorld.catalog(files)
    #expect(try catalog.catalog.suggest("Monaco").allSatisfy { !$0.text.hasPrefix(",") && $0.text.hasPrefix("Monaco") })
    #expect(try catalog.catalog.suggest("commune").isEmpty)
    #expect(try catalog.catalog.places(named: "Monaco").places.map(\.regionName) == [nil])
  }

  @Test(
    "take two letters and an umlaut for the same, and no more than that",
    arguments: [
      ("mü", "Munich"), ("mue", "Munich"), ("muen", "Munich"), ("mu", "Mumbai"), ("ö", "Osaka"), ("ü", "Ufa"),
      ("koel", "Köln"), ("köl", "Köln"),
    ])
  func umlauts(typed: String, first: String) throws {
    let places = [
      ("Munich", "München,Muenchen", 1_260_391), ("Mumbai", "Bombay", 12_691_836), ("Mueang", "", 2_000),
      ("Muerte", "", 900_000), ("Ufa", "Oefa", 3_120_547), ("Osaka", "", 2_592_413), ("Köln", "Koeln", 963_395),
      ("Ürümqi", "Ueruemqi,Oeremce,Öremce", 3_029_372), ("Uberlandia", "", 563_536),
    ]
    let lines = places.enumerated().map { number, place in
      GazetteerWorld.line(number + 1, place.0, place.1, 48 + Double(number), 11, "XX", "", place.2, "UTC")
    }
    let catalog = try GazetteerWorld.catalog([lines.joined(separator: "\n")])
    #expect(try catalog.catalog.suggest(typed).first?.text.hasPrefix(first) == true)
  }

  @Test("take St. for the whole word, and for the saint of a proper name")
  func saints() throws {
    let places = [
      ("Saint Petersburg", "St Petersburg", 5_351_935), ("Luanda", "Saint Paul de Loanda,St Paul de Loanda", 2_776_168),
      ("Sankt Gallen", "", 75_833), ("St. Louis", "", 279_695), ("Stuttgart", "", 589_793),
    ]
    let lines = places.enumerated().map { number, place in
      GazetteerWorld.line(number + 1, place.0, place.1, 48 + Double(number), 11, "XX", "", place.2, "UTC")
    }
    let catalog = try GazetteerWorld.catalog([lines.joined(separator: "\n")])
    let names = try catalog.catalog.suggest("st.").compactMap { $0.text.split(separator: ",").first.map(String.init) }
    #expect(names.prefix(2) == ["Saint Petersburg", "St. Louis"])
    #expect(try catalog.catalog.suggest("St. Gal").first?.text.hasPrefix("Sankt Gallen") == true)
  }

  @Test("do not take codes of countries for names, and cities for the regions that have their names")
  func noDivisions() throws {
    let temporary = try catalog()
    for code in ["us", "usa", "fr", "il", "tx"] {
      #expect(try temporary.catalog.suggest(code).contains(where: \.isWhole) == false, "\(code)")
    }
    let regions = GazetteerWorld.regions + "\nJP.40\tTokyo\tTokyo\t1850144"
    let world = try GazetteerWorld.catalog([GazetteerWorld.cities, GazetteerWorld.countries, regions])
    #expect(try world.catalog.suggest("Tokyo").map(\.box) == [nil])
    // Also by another name, if it is not much smaller.
    let cities =
      GazetteerWorld.cities + "\n"
      + GazetteerWorld.line(1, "New York City", "New York", 40.7, -74, "US", "NY", 8_800_000, "America/New_York") + "\n"
      + GazetteerWorld.line(2, "Buffalo", "Erie", 42.9, -78.9, "US", "NY", 9_000_000, "America/New_York") + "\n"
      + GazetteerWorld.line(3, "Mexico City", "Mexico", 19.4, -99.1, "MX", "09", 1_000_000, "America/Mexico_City")
      + "\n"
      + GazetteerWorld.line(4, "Puebla", "", 19, -98.2, "MX", "21", 9_000_000, "America/Mexico_City")
    let names = [
      cities, GazetteerWorld.countries + "\nMX\tMEX\t484\tMX\tMexico", "US.NY\tNew York\tNew York\t5128638",
    ]
    let states = try GazetteerWorld.catalog(names)
    #expect(try states.catalog.suggest("New York").map(\.text).first == "New York City, New York, US")
    #expect(try states.catalog.suggest("New York").map(\.box) == [nil])
    #expect(try states.catalog.suggest("Mexico").first?.text == "Mexico")
  }

  @Test("forgive typing errors if there are no completions")
  func typos() throws {
    let temporary = try catalog()
    #expect(try temporary.catalog.suggest("jaxz clu").map(\.text) == ["Jazz Club"])
    #expect(try temporary.catalog.suggest("jzaz").map(\.text).sorted() == ["Blue Jazz", "Jazz Club", "jazz"])
    #expect(try temporary.catalog.suggest("jxz").isEmpty)
  }

  @Test("correct typing errors within a budget, and read all names whatever it is")
  func budget() throws {
    let catalog = try catalog()
    let none = WorkBudget(nodes: 0)
    #expect(try catalog.catalog.suggest("jazz", within: none).count == 3)
    #expect(throws: TooExpensive(part: .nodes, limit: 0)) { try catalog.catalog.suggest("jaxz", within: none) }
  }

  @Test("follow changes of the catalog")
  func changes() throws {
    let temporary = try catalog()
    #expect(try temporary.catalog.suggest("zeb").isEmpty)
    try temporary.catalog.save([Self.listing(9, "Zebra", 1, 2)], source: "test", at: SeededWorld.now)
    #expect(try temporary.catalog.suggest("zeb").map(\.text) == ["Zebra"])
    _ = try temporary.catalog.remove(ids: ["9"])
    #expect(try temporary.catalog.suggest("zeb").isEmpty)
  }

  @Test("show the public point of a private couch")
  func privatePlaces() throws {
    let exact = Coordinate(latitude: 48.123456, longitude: 9.123456)
    var couch = Listing(id: "couch", kind: .couch, coordinate: exact)
    (couch.name, couch.publicRadiusMeters) = ("Hidden sofa", 500)
    let temporary = try TemporaryCatalog([couch])
    let shown = try #require(try temporary.catalog.listing("couch")?.coordinate)
    #expect(shown != exact)
    let found = try temporary.catalog.suggest("hidd", near: exact)
    #expect(found.map(\.coordinate) == [shown])
    #expect(found.first?.distanceMeters == Metric.wgs84.meters(from: exact, to: shown))
  }

  @Test("refuse invalid positions, numbers and prefixes")
  func badInput() throws {
    let temporary = try catalog()
    #expect(throws: QueryError.self) {
      try temporary.catalog.suggest("a", near: Coordinate(latitude: 91, longitude: 0))
    }
    #expect(throws: QueryError.self) { try temporary.catalog.suggest("a", limit: -1) }
    #expect(throws: QueryError.self) { try temporary.catalog.suggest(String(repeating: "a", count: 201)) }
  }
}
