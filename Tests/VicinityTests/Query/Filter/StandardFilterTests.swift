import CivilTime
import Foundation
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// The examples that the OGC publishes with CQL2 (cql2/standard/schema/examples of opengeospatial/ogcapi-features), in
/// `data/filters/cql2` next to the checkout: those of the supported classes are evaluated as by brute force, all others
/// are refused.
@Suite struct StandardFilterTests {
  private static let folder = URL(fileURLWithPath: SharedFiles.folder).appending(path: "filters/cql2")
  private static let examples: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "text").path)) ?? [])
    .filter { $0.hasSuffix(".txt") }.sorted()

  /// Our fields in place of those of the examples.
  private static let fields = [
    "city": "name", "cityName": "name", "owner": "name", "material": "address", "road_class": "name",
    "etat_vol": "name", "eo:instrument": "name", "geophys:SURVEY_NAME": "address", "landsat:scene_id": "id",
    "beamMode": "name", "swathDirection": "address", "polarization": "description", "updated": "starts",
    "depth": "price", "category": "priceLevel", "eo:cloud_cover": "rating", "landsat:wrs_row": "ratingCount",
    "floors": "priceLevel", "taxes": "price", "value": "price", "swimming_pool": "allDay", "footprint": "geometry",
    "values": "tags", "layer:ids": "tags", "event_time": "starts", "starts_at": "starts", "ends_at": "ends",
    "updated_at": "starts", "built": "starts", "location": "geometry", "road": "geometry",
  ]

  /// Examples of classes that are not supported: functions, arithmetic, two properties, other spatial and temporal
  /// functions, arrays of anything but text, a literal as the first operand of a list.
  private static let unsupported: Set<String> = [
    "clause6_01", "clause6_02b", "clause6_02c", "clause7_10", "clause7_13", "clause7_16", "clause7_17", "clause7_18",
    "clause7_19", "example20", "example21", "example22", "example23", "example25", "example40", "example40-alt01",
    "example46", "example46-alt01", "example47", "example48", "example49", "example49-alt01", "example50", "example51",
    "example52", "example53", "example54", "example54-alt01", "example55", "example55-alt01", "example56", "example57",
    "example58", "example59", "example60", "example62", "example63", "example64", "example65", "example66",
    "example67", "example68", "example69", "example72", "example73", "example74", "example75", "example76", "example77",
    "example78", "example81", "example82", "example83", "example84", "example85", "example85-alt01",
  ]

  @Test(.enabled(if: !examples.isEmpty, "the examples of CQL2 are not in data/filters/cql2 beside the checkout"))
  func `the examples of the standard`() throws {
    let center = Coordinate(latitude: 32.288087, longitude: 36.319836)
    let listings = SeededWorld(seed: 31, count: 300, center: center, spreadDegrees: 30).listings
    let temporary = try TemporaryCatalog(listings)
    let catalog = temporary.catalog
    let twin = BruteForce(listings)
    var evaluated = 0
    for file in Self.examples {
      let name = String(file.dropLast(".txt".count))
      var query = Query()
      (query.limit, query.fields) = (1000, [.id])
      if Self.unsupported.contains(name) {
        #expect(throws: QueryError.self, "\(name)") { try FilterExpression(parsing: try Self.text(name)) }
        continue
      }
      query.filter = try FilterExpression(parsing: try Self.text(name))
      let expected = twin.ids(query, now: SeededWorld.now)
      #expect(try catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == expected, "\(name)")
      if let json = try Self.json(name) {
        query.filter = try FilterExpression(json: json)
        #expect(try catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == expected, "\(name) as JSON")
      }
      evaluated += 1
    }
    #expect(evaluated >= 60)
  }

  /// An example with our fields, token by token. The path of a scene is a number in some, and texts in one.
  private static func text(_ name: String) throws -> String {
    let text = try String(contentsOf: folder.appending(path: "text/\(name).txt"), encoding: .utf8)
    return try FilterLexer.tokens(of: text).map { token in
      switch token.form {
      case .name("landsat:wrs_path"): name == "example03" ? "name" : "ratingCount"
      case .name(let word), .quotedName(let word): fields[word] ?? word
      case .text(let text): FilterValue.text(text).description
      case .number(let number): FilterValue.number(number).description
      case .sign(let sign): sign
      case .end: ""
      }
    }.joined(separator: " ")
  }

  private static func json(_ name: String) throws -> JSONValue? {
    let file = folder.appending(path: "json/\(name).json")
    guard var text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    text.replace(#""landsat:wrs_path""#, with: name == "example03" ? #""name""# : #""ratingCount""#)
    for (field, ours) in fields { text.replace("\"property\": \"\(field)\"", with: "\"property\": \"\(ours)\"") }
    return try JSONParser.parse(text.utf8)
  }
}
