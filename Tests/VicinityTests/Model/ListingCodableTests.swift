import Foundation
import TestSupport
import Testing
import Vicinity
import VicinityFormats
import VicinityLab

@Suite("Listings and answers through Codable")
struct ListingCodableTests {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  /// A value with the keys of all objects in order.
  private static func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(sorted))
    case .object(let object):
      .object(JSONObject(object.members.sorted { $0.key < $1.key }.map { ($0.key, sorted($0.value)) }))
    default: value
    }
  }

  @Test("the datasets keep their form: JSON, text and Codable", arguments: Dataset.listings)
  func datasets(dataset: Dataset) throws {
    for object in try dataset.objects() {
      let listing = try Listing(json: .object(object))
      #expect(listing.json == .object(object))
      #expect(listing.json.text == listing.jsonText)
      let encoded = try Self.encoder.encode(listing)
      #expect(try JSONValue(parsing: encoded) == Self.sorted(listing.json))
      #expect(try JSONDecoder().decode(Listing.self, from: encoded) == listing)
    }
  }

  @Test("random listings keep their form", arguments: 0..<20 as Range<UInt64>)
  func randomListings(seed: UInt64) throws {
    let center = Coordinate(latitude: 48.7758, longitude: 9.1829)
    for var listing in SeededWorld(seed: seed, count: 50, center: center, spreadDegrees: 0.1).listings {
      listing.own = ["big": 9_007_199_254_740_993, "deep": ["a": [1.5, .null, true]], "vibe": "chill"]
      #expect(listing.json.text == listing.jsonText)
      let read = try Listing(parsing: listing.jsonText)
      #expect(read.jsonText == listing.jsonText)
      let encoded = try Self.encoder.encode(listing)
      #expect(try JSONValue(parsing: encoded) == Self.sorted(listing.json))
      #expect(try JSONDecoder().decode(Listing.self, from: encoded) == read)
    }
  }

  @Test("a listing that an import would reject or mend is refused with the reason")
  func refusals() throws {
    let good: JSONObject = ["id": "a", "kind": "bar", "lat": 48.7, "lon": 9.1]
    #expect(try Listing(json: .object(good)).id == "a")
    let faults: [(String, JSONValue)] = [
      ("kind", "pub"), ("lat", 91), ("price", "cheap"), ("timezone", "Mars/Base"), ("guests", 2.5), ("id", .null),
    ]
    for (key, value) in faults {
      var object = good
      object[key] = value
      #expect(throws: RowRejection.self, "\(key)") { try Listing(json: .object(object)) }
      #expect(throws: DecodingError.self, "\(key)") {
        try JSONDecoder().decode(Listing.self, from: JSONEncoder().encode(object))
      }
    }
    #expect(throws: RowRejection.notAnObject(found: "an array")) { try Listing(json: []) }
    #expect(throws: RowRejection.self) { try Listing(parsing: "{") }
  }

  @Test("an answer is encoded as the line of a batch")
  func answers() throws {
    let center = Coordinate(latitude: 48.7758, longitude: 9.1829)
    let world = SeededWorld(seed: 1, count: 200, center: center, spreadDegrees: 0.05)
    let catalog = try Catalog.inMemory(world.listings)
    var query = Query(near: center, radiusMeters: 3000, limit: 5)
    (query.id, query.total, query.facets) = ("q", true, [.kind])
    let answer = try catalog.answer(query, at: SeededWorld.now)
    #expect(try JSONValue(parsing: Self.encoder.encode(answer)) == Self.sorted(answer.json))
    let results = try #require(answer.json.object?["results"]?.array)
    #expect(results.count == 5 && answer.json.object?["total"]?.integer == answer.total)
    #expect(results.map { $0.object?["id"]?.string } == answer.matches.map(\.id))
    #expect(results.map { $0.object?["name"]?.string } == answer.matches.map(\.name))
  }

  @Test("weekly opening hours are read from the text")
  func weeklyHours() {
    var bar = Listing(id: "a", kind: .bar, coordinate: Coordinate(latitude: 48.7, longitude: 9.1))
    #expect(bar.weeklyHours == nil)
    bar.openingHours = WeeklyHours([.init(.friday, from: 17 * 60, to: 3 * 60)]).description
    #expect(bar.openingHours == "Fr 17:00-03:00")
    #expect(bar.weeklyHours?[.friday].map(\.end) == [27 * 60])
    bar.openingHours = "gone fishing"
    #expect(bar.weeklyHours == nil)
  }
}
