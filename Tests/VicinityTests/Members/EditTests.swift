import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Editing") struct EditTests {
  private let now = SignalWorld.now

  /// Appendix A of RFC 7396: document, patch, result.
  static let mergePatches = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"), (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ]

  @Test(arguments: mergePatches)
  func `a merge patch does what the standard says`(document: String, patch: String, result: String) throws {
    let merged = try JSONParser.parse(document.utf8).merged(with: JSONParser.parse(patch.utf8))
    #expect(merged.text == result)
  }

  private func patch(_ text: String) throws -> ListingPatch {
    try ListingPatch(try #require(try JSONParser.parse(text.utf8).object))
  }

  @Test(arguments: [3, 4] as [UInt64])
  func `an edited catalog equals one that was imported so`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var listings = Array(ListingGenerator(seed: seed, count: 120))
    let temporary = try TemporaryCatalog(listings)
    let patches = [
      #"{"price":7.5,"currency":"EUR"}"#, #"{"price":null}"#, #"{"tags":["jazz","live"]}"#, #"{"tags":null}"#,
      #"{"name":"Neu","description":"Ganz neu.","url":null}"#, #"{"lat":48.5,"lon":9.5}"#, #"{"rating":4.25}"#,
      #"{"openingHours":"24/7"}"#, #"{"accessible":"yes","host":"ana"}"#,
      #"{"unavailable":[["2026-12-24","2027-01-02"]]}"#,
    ]
    for _ in 0..<60 {
      let index = Int(random.next() % UInt64(listings.count))
      let patch = try patch(patches[Int(random.next() % UInt64(patches.count))])
      let form = try JSONParser.parse(listings[index].exactJSONText.utf8).merged(with: .object(patch.members))
      var decoder = ListingDecoder(isStrict: true)
      let (category, tags) = (listings[index].category, listings[index].tags)
      // Prices and rates of a couch are in one currency.
      guard listings[index].nightlyRates.isEmpty else { continue }
      listings[index] = try decoder.listing(try #require(form.object))
      if category == ListingCategory.named(by: tags, of: listings[index].kind) { listings[index].category = nil }
      listings[index] = listings[index].normalized()
      try temporary.catalog.perform(.edit(listing: listings[index].id, patch: patch), at: now)
    }
    let imported = try TemporaryCatalog(listings)
    for listing in listings {
      #expect(try temporary.catalog.listing(listing.id) == imported.catalog.listing(listing.id))
    }
    for text in ["jazz", "neu"] {
      var query = Query()
      (query.text, query.near, query.limit) = (text, Coordinate(latitude: 48.5, longitude: 9.5), 500)
      let ids = try [temporary, imported].map { try $0.catalog.answer(query, at: now).matches.map(\.id) }
      #expect(ids[0] == ids[1])
    }
    #expect(try temporary.catalog.check().isEmpty)
    #expect(try temporary.catalog.statistics().sources.map(\.name) == ["test"])
  }

  @Test func `records of members stay, and follow a moved event`() throws {
    let temporary = try SignalWorld.catalog()
    let catalog = temporary.catalog
    try catalog.rate("bar", .known(1), by: "a", at: now)
    try catalog.join("party", by: "a", at: now)
    #expect(try catalog.edit("bar") { $0.name = "Linse" })
    #expect(try catalog.listing("bar")?.rating == (4.5 * 10 + 1) / 11)
    // The rating of the source is edited.
    try catalog.perform(.edit(listing: "bar", patch: patch(#"{"rating":3}"#)), at: now)
    #expect(try catalog.listing("bar")?.rating == (3.0 * 10 + 1) / 11)
    try catalog.perform(
      .edit(listing: "party", patch: patch(#"{"starts":"2026-11-28T22:00","ends":"2026-11-29T02:00"}"#)), at: now)
    #expect(try catalog.joinedEvents(of: "a", at: now).first?.attendance.starts.description == "2026-11-28T21:00:00Z")
    #expect(try catalog.check().isEmpty)
  }

  @Test func `what is put by many at once is added once, and then replaced as it is known`() async throws {
    let catalog = try TemporaryCatalog([])
    let bar = SignalWorld.bar
    let known = try await withThrowingTaskGroup(of: Listing?.self) { group in
      for number in 0..<8 {
        group.addTask {
          var listing = bar
          listing.name = "Bar \(number)"
          var known: Listing?
          let isNew = try catalog.catalog.put(listing, source: "http", at: SignalWorld.now) { known = $0 }
          #expect(isNew == (known == nil))
          return known
        }
      }
      return try await group.reduce(into: [Listing?]()) { $0.append($1) }
    }
    // Each but the last was there when another one came.
    let last = try catalog.catalog.listing("bar")
    #expect(known.count { $0 == nil } == 1)
    #expect(Set(known.compactMap { $0?.name } + [last?.name ?? ""]).count == 8)
    #expect(throws: CancellationError.self) {
      _ = try catalog.catalog.put(bar, source: "http", at: SignalWorld.now) { _ in throw CancellationError() }
    }
    #expect(try catalog.catalog.listing("bar") == last)
    #expect(try catalog.catalog.statistics().sources.map(\.name) == ["http"])
    #expect(try catalog.catalog.check().isEmpty)
  }

  @Test func `what is shown and what is told are of one version`() throws {
    var couch = SignalWorld.couch
    (couch.publicRadiusMeters, couch.address) = (500, "Hauptstraße 1")
    let temporary = try TemporaryCatalog([couch, SignalWorld.bar])
    try temporary.catalog.rate("bar", .known(1), by: "a", at: now)
    for id in ["couch", "bar"] {
      let (current, source) = try temporary.catalog.currentAndSourceListing(id, for: nil, at: .distantPast)
      #expect(current == (try temporary.catalog.listing(id)))
      var edited: Listing?
      try temporary.catalog.edit(id) { edited = $0 }
      #expect(edited == source && current != source)
    }
    #expect(throws: CatalogError.unknownListing(id: "baz", similar: ["bar"])) {
      try temporary.catalog.currentAndSourceListing("baz", for: nil, at: .distantPast)
    }
  }

  @Test func `a private couch stays where it is shown`() throws {
    var couch = SignalWorld.couch
    (couch.publicRadiusMeters, couch.address) = (500, "Hauptstraße 1")
    let temporary = try TemporaryCatalog([couch])
    let shown = try #require(try temporary.catalog.listing("couch"))
    let outcome = try temporary.catalog.perform(.edit(listing: "couch", patch: patch(#"{"guests":3}"#)), at: now)
    #expect(outcome == .edit(listing: "couch", changed: ["guests"]))
    let after = try #require(try temporary.catalog.listing("couch"))
    #expect(after.coordinate == shown.coordinate && after.coordinate != couch.coordinate && after.guests == 3)
    #expect(try temporary.catalog.listing("couch", for: "host", at: now)?.address == "Hauptstraße 1")
  }

  @Test func `without a change nothing is written`() throws {
    let temporary = try SignalWorld.catalog()
    let outcome = try temporary.catalog.perform(.edit(listing: "bar", patch: patch(#"{"name":"Brennglas"}"#)), at: now)
    #expect(!outcome.isChanged)
    #expect(try temporary.catalog.edit("bar") { $0.tags = [] } == false)
  }

  static let refused = [
    (#"{"rating":7}"#, "invalid-listing"), (#"{"rating":"good"}"#, "invalid-listing"),
    (#"{"lat":null}"#, "invalid-listing"),
    (#"{"timezone":"Berlin"}"#, "invalid-listing"), (#"{"publicRadius":500}"#, "invalid-listing"),
  ]

  @Test(arguments: refused)
  func `a wrong value changes nothing`(text: String, code: String) throws {
    let temporary = try SignalWorld.catalog()
    let before = try temporary.catalog.listing("bar")
    do {
      try temporary.catalog.perform(
        all: [.edit(listing: "bar", patch: patch(#"{"name":"X"}"#)), .edit(listing: "bar", patch: patch(text))], at: now
      )
      Issue.record("\(text) was taken")
    } catch let failure as ActionFailure { #expect(failure.code == code && failure.index == 1) }
    #expect(try temporary.catalog.listing("bar") == before)
    #expect(throws: CatalogError.self) {
      try temporary.catalog.perform(.edit(listing: "baz", patch: patch(#"{"name":"X"}"#)), at: now)
    }
    #expect(throws: CatalogError.self) { try temporary.catalog.edit("bar") { $0.kind = .event } }
  }

  @Test(arguments: [#"{}"#, #"{"id":"x"}"#, #"{"kind":"event"}"#, #"{"pri se":3}"#])
  func `a patch names known keys`(text: String) throws {
    #expect(throws: QueryError.self) { try patch(text) }
    let action = #"{"do":"edit","listing":"bar","set":\#(text)}"#
    #expect(throws: QueryError.self) { try Action(json: JSONParser.parse(action.utf8)) }
  }

  @Test func `a patch has the keys of own fields, and those that a listing has`() throws {
    let temporary = try SignalWorld.catalog()
    let catalog = temporary.catalog
    try catalog.add(try #require(OwnField(name: "stars", type: .number)))
    #expect(throws: QueryError.self) {
      try catalog.perform(.edit(listing: "bar", patch: patch(#"{"prise":3}"#)), at: now)
    }
    #expect(throws: QueryError.self) {
      try catalog.perform(.edit(listing: "bar", patch: patch(#"{"stars":"many"}"#)), at: now)
    }
    try catalog.perform(.edit(listing: "bar", patch: patch(#"{"stars":"4.5"}"#)), at: now)
    #expect(try catalog.listing("bar")?.own == ["stars": .double(4.5)])
    try catalog.removeOwnField("stars")
    try catalog.perform(.edit(listing: "bar", patch: patch(#"{"stars":null}"#)), at: now)
    #expect(try catalog.listing("bar")?.own == [:])
  }
}
