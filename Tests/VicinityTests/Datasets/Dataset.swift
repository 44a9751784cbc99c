import Foundation
import Geography
import Streams
import TestSupport
import Testing

/// One file of `datasets/`.
struct Dataset: Sendable, CustomTestStringConvertible {
  let name: String
  let count: Int
  /// The region that contains its listings.
  let area: BoundingBox

  var testDescription: String { name }

  static let listings = [
    Dataset(name: "stuttgart-bars", count: 64, area: BoundingBox(south: 48.69, west: 9.04, north: 48.87, east: 9.32)),
    Dataset(name: "targu-mures-events", count: 39, area: BoundingBox(south: 46.4, west: 24.4, north: 46.8, east: 25.2)),
    Dataset(
      name: "targu-mures-couches", count: 6, area: BoundingBox(south: 46.4, west: 24.4, north: 46.8, east: 25.2)),
    Dataset(
      name: "budapest-couches", count: 30, area: BoundingBox(south: 47.35, west: 18.92, north: 47.61, east: 19.34)),
    Dataset(
      name: "philadelphia-parties", count: 25, area: BoundingBox(south: 39.87, west: -75.28, north: 40.14, east: -74.96)
    ),
  ]
  static let queries = Dataset(name: "queries", count: 40, area: .world)

  /// The keys of a listing in canonical order.
  static let keys = [
    "id", "kind", "category", "name", "lat", "lon", "timezone", "tags", "price", "currency", "priceLevel", "rating",
    "ratingCount",
    "openingHours", "accessible", "starts", "ends", "recurrence", "guests", "minNights", "maxNights", "host",
    "capacity", "venue",
    "unavailable",
    "address", "phone", "url", "image", "description",
  ]

  /// The path of the file.
  var path: String { Project.root.appending(path: "datasets/\(name).jsonl").path }

  /// The lines without their breaks.
  func lines() throws -> [String] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  /// The lines, parsed.
  func objects() throws -> [JSONObject] {
    try lines().map { line in
      guard let object = try JSONParser.parse(line.utf8).object else { throw NotAnObject(line: line) }
      return object
    }
  }

  struct NotAnObject: Error { let line: String }
}
