import CivilTime
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Names in several languages") struct LanguageTests {
  private static let castle =
    #"{"id":"castle","kind":"bar","name":"Burgcafé","names":{"alt_name":"Schlosscafé","en":"Castle Café","zh-Hant":"城堡咖啡"},"lat":1,"lon":2}"#

  private func catalog() throws -> TemporaryCatalog {
    var decoder = ListingDecoder(isStrict: true)
    let castle = try decoder.listing(#require(try JSONParser.parse(Self.castle.utf8).object))
    #expect(castle.jsonText == Self.castle)
    return try TemporaryCatalog([castle])
  }

  @Test(
    "are shown as requested, and all are found",
    arguments: [
      ("en", "Castle Café"), ("en-GB", "Castle Café"), ("EN", "Castle Café"), ("zh-Hant-TW", "城堡咖啡"),
      ("zh", "Burgcafé"),
      ("de", "Burgcafé"), (nil, "Burgcafé"),
    ] as [(String?, String)])
  func shown(language: String?, name: String) throws {
    let temporary = try catalog()
    for fields in [[Field.id, .name], [.name, .description], nil] {
      for text in ["burg", "castle cafe", "咖啡", "schloss"] {
        var query = Query()
        (query.text, query.language, query.fields) = (text, language, fields)
        #expect(try Query(json: query.json) == query)
        let answer = try temporary.catalog.answer(query, at: SeededWorld.now)
        #expect(answer.matches.map { $0.fieldValue(of: .name)?.plainText } == [name], "\(text)")
      }
    }
    #expect(try temporary.catalog.listing("castle")?.names.count == 3)
    #expect(try temporary.catalog.check().isEmpty)
  }

  @Test func `are read from OSM`() throws {
    let feature = #"""
      {"type":"Feature","id":"node/1","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"amenity":"bar",
      "name":"Бар","name:en":"Bar","name:ru":"Бар","alt_name":"Барчик","name:prefix":"кафе","name:zh-Hant":"酒吧"}}
      """#.replacing("\n", with: "")
    let (sink, _) = try ImportSource(feature + "\n", name: "b.geojsonl").read()
    #expect(sink.listings.first?.names == ["en": "Bar", "alt_name": "Барчик", "zh-Hant": "酒吧"])
  }

  @Test(arguments: [#"{"names":["a"]}"#, #"{"names":{"en":5}}"#, #"{"names":{"e n":"x"}}"#])
  func `wrong ones are left out, or refused in an edit`(text: String) throws {
    let temporary = try catalog()
    let patch = try ListingPatch(try #require(try JSONParser.parse(text.utf8).object))
    #expect(throws: CatalogError.self) {
      try temporary.catalog.perform(.edit(listing: "castle", patch: patch), at: SeededWorld.now)
    }
    let row = #"{"id":"x","kind":"bar","lat":1,"lon":2,"# + text.dropFirst()
    let (sink, report) = try ImportSource(row + "\n").read()
    #expect(sink.listings.count == 1 && report.leftOut.map(\.code) == ["names"])
    #expect(throws: QueryError.self) { try Query(parsing: #"{"language":"e n"}"#.utf8) }
  }
}
