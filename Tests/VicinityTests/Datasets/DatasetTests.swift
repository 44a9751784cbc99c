import CivilTime
import Foundation
import Geography
import Streams
import Testing

@testable import Vicinity

@Suite struct DatasetTests {
  @Test(arguments: Dataset.listings) func `every line is an object with a valid position`(dataset: Dataset) throws {
    let objects = try dataset.objects()
    #expect(objects.count == dataset.count)
    for object in objects {
      let latitude = try #require(object["lat"]?.number)
      let longitude = try #require(object["lon"]?.number)
      #expect(Coordinate(latitude: latitude, longitude: longitude).isValid)
      #expect(
        dataset.area.contains(Coordinate(latitude: latitude, longitude: longitude)), "\(object["id"]?.string ?? "?")")
    }
  }

  @Test(arguments: Dataset.listings) func `every listing has what a reader of the table needs`(dataset: Dataset) throws
  {
    for object in try dataset.objects() {
      let id = object["id"]?.string ?? "?"
      #expect(Kind(rawValue: object["kind"]?.string ?? "") != nil, "\(id)")
      #expect(Zone(identifier: object["timezone"]?.string ?? "") != nil, "\(id)")
      for key in ["name", "address", "description"] { #expect(object[key]?.string?.isEmpty == false, "\(id): \(key)") }
      let tags = (object["tags"]?.array ?? []).compactMap(\.string)
      #expect(!tags.isEmpty && tags == Set(tags).sorted(), "\(id): tags")
    }
  }

  @Test(arguments: Dataset.listings) func `keys come in the canonical order`(dataset: Dataset) throws {
    for object in try dataset.objects() {
      let places = object.keys.map { Dataset.keys.firstIndex(of: $0) ?? -1 }
      #expect(places == places.sorted() && !places.contains(-1), "\(object["id"]?.string ?? "?"): \(object.keys)")
    }
  }

  @Test func `no id occurs twice and every venue exists`() throws {
    let objects = try Dataset.listings.flatMap { try $0.objects() }
    let ids = objects.compactMap { $0["id"]?.string }
    #expect(Set(ids).count == objects.count)
    let venues = objects.compactMap { $0["venue"]?.string }
    #expect(!venues.isEmpty && Set(venues).isSubset(of: ids))
  }

  @Test func `events end after they begin, in the offset of their zone`() throws {
    let events = try Dataset.listings.flatMap { try $0.objects() }.filter { $0["kind"]?.string == "event" }
    for event in events {
      let zone = try #require(Zone(identifier: event["timezone"]?.string ?? ""))
      let texts = [event["starts"]?.string ?? "", event["ends"]?.string ?? ""]
      let instants = try texts.map { try Instant(parsing: $0) }
      #expect(instants[0] < instants[1], "\(texts)")
      #expect(instants.map { $0.iso8601(in: zone) } == texts)
    }
  }

  @Test func `taken nights are in order and apart`() throws {
    let couches = try Dataset.listings.flatMap { try $0.objects() }.filter { $0["kind"]?.string == "couch" }
    for couch in couches {
      let nights = try (couch["unavailable"]?.array ?? []).map { pair in
        let days = try (pair.array ?? []).map { try LocalDate(parsing: $0.string ?? "") }
        return try #require(Nights(from: days[0], to: days[1]))
      }
      #expect(nights == Nights.merged(nights), "\(couch["id"]?.string ?? "?")")
    }
  }

  @Test func `forty-two questions say what they show and stop the clock`() throws {
    let queries = try Dataset.queries.objects()
    #expect(queries.count == 42)
    #expect(Set(queries.compactMap { $0["id"]?.string }).count == 42)
    for query in queries { _ = try Instant(parsing: query["now"]?.string ?? "") }
  }

  @Test func `together the questions use every part of a query but the cursor`() throws {
    let used = Set(try Dataset.queries.objects().flatMap(\.keys))
    let parts: Set = [
      "id", "near", "radius", "within", "kinds", "open", "during", "stay", "tags", "price", "rating", "text", "sort",
      "limit",
      "metric", "total", "now", "fields", "weights",
    ]
    #expect(used == parts)
  }
}
