import Geography
import HTTPTypes
import ServerTestSupport
import Streams
import Testing
import TestSupport
import Vicinity

@testable import VicinityServer

@Suite("Features, tiles and the description of the interface")
struct FeatureRouteTests {
  private func ids(_ answered: ServerWorld.Answered) throws -> [String] {
    try answered.json["features"]?.array?.compactMap { $0.object?["id"]?.string } ?? []
  }

  @Test("all features come page by page, each once, with the same total", arguments: ["bars", "events", "couches"])
  func pages(collection: String) async throws {
    let world = try ServerWorld()
    var path: String? = "/collections/\(collection)/items?limit=7"
    var found: [String] = []
    var totals: Set<Int> = []
    while let asked = path {
      let answered = try await world.ask(asked)
      let page = try ids(answered)
      let json = try answered.json
      #expect(json["numberReturned"]?.integer == page.count)
      totals.insert(json["numberMatched"]?.integer ?? -1)
      found += page
      let next = json["links"]?.array?.first { $0.object?["rel"]?.string == "next" }
      path = next?.object?["href"]?.string.map { String($0.dropFirst("http://test".count)) }
    }
    var expected: [String] = []
    try world.catalog.forEachListing(nil, asTold: true, withPrivatePlaces: false) {
      if "\($0.kind.rawValue)s".replacing("couchs", with: "couches") == collection { expected.append($0.id) }
    }
    #expect(found.sorted() == expected && Set(found).count == found.count)
    #expect(totals == [expected.count])
  }

  @Test("a collection states the box of its own listings")
  func extents() async throws {
    let world = try ServerWorld()
    for (collection, kind) in [("bars", Kind.bar), ("events", .event), ("couches", .couch)] {
      var places: [Coordinate] = []
      try world.catalog.forEachListing(nil, asTold: false, withPrivatePlaces: false) {
        if $0.kind == kind { places.append($0.coordinate) }
      }
      let json = try await world.ask("/collections/\(collection)").json
      let extent = json["extent"]?.object?["spatial"]?.object?["bbox"]?.array?.first?.array?.compactMap(\.number)
      let longitudes = places.map(\.longitude).sorted(), latitudes = places.map(\.latitude).sorted()
      let expected = try [
        #require(longitudes.first), #require(latitudes.first), #require(longitudes.last), #require(latitudes.last),
      ]
      let stated = try #require(extent)
      #expect(zip(stated, expected).allSatisfy { abs($0 - $1) < 0.0002 }, "\(collection): \(stated)")
      #expect(stated[0] <= expected[0] && stated[2] >= expected[2])
    }
  }

  @Test("a form ignores empty fields, and people get errors as a page")
  func form() async throws {
    let world = try ServerWorld()
    let path = "/collections/bars/items?f=html"
    let empty = "&text=&tag=&max-price=&min-rating=&open=&bbox="
    let all = try await world.ask(path + "&limit=100")
    #expect(try await world.ask(path + "&limit=100" + empty).text.contains("<td>") && all.status == 200)
    #expect(all.text.contains("closes ") || all.text.contains("opens "))
    let some = try await world.ask(path + "&limit=100" + empty.replacing("tag=", with: "tag=wine"))
    #expect(some.status == 200 && some.text.utf8.count < all.text.utf8.count)
    let wrong = try await world.ask(path + "&max-price=abc")
    #expect(wrong.status == 400 && wrong.text.hasPrefix("<!DOCTYPE html>") && wrong.text.contains("max-price"))
    let unknown = try await world.ask("/collections/bars/items/nobody", .get, [("Accept", "text/html,*/*;q=0.8")])
    #expect(unknown.status == 404 && unknown.headers[.contentType]?.hasPrefix("text/html") == true)
    #expect(try await world.ask("/collections/bars/items?max-price=").code == "wrong-type")
    let nowhere = try await world.ask("/nowhere", .get, [("Accept", "text/html,*/*;q=0.8")])
    #expect(nowhere.status == 404 && nowhere.headers[.contentType]?.hasPrefix("text/html") == true)
  }

  @Test("the links of a page for people lead to the same features in other formats")
  func sameInOtherFormats() async throws {
    let world = try ServerWorld()
    let page = try await world.ask("/collections/events/items?f=html&limit=7")
    let count = try #require(page.text.firstMatch(of: /(\d+) found/)).1
    for format in ["geojson", "csv"] {
      let pattern = try Regex<(Substring, Substring)>("href=\"http://test([^\"]*f=\(format)[^\"]*)\"")
      let address = String(try #require(page.text.firstMatch(of: pattern)).1).replacing("&amp;", with: "&")
      let other = try await world.ask(address)
      #expect(other.status == 200, "\(other.text)")
      if format == "geojson" { #expect(try other.json["numberMatched"]?.number.map { Int($0) } == Int(count)) }
    }
    let next = String(try #require(page.text.firstMatch(of: /href="http:\/\/test([^"]*)" rel="next"/)).1)
    let second = try await world.ask(next.replacing("&amp;", with: "&"))
    let pattern = try Regex<(Substring, Substring)>("href=\"http://test([^\"]*f=geojson[^\"]*)\"")
    let address = String(try #require(second.text.firstMatch(of: pattern)).1).replacing("&amp;", with: "&")
    #expect(try await world.ask(address).status == 200)
  }

  @Test("numbers that may have a fraction have one, so that clients see their type in any feature")
  func fractions() async throws {
    let world = try ServerWorld()
    let text = try await world.ask("/collections/bars/items?limit=100").text
    let prices = text.matches(of: /"price":([^,}]*)/).map(\.1)
    #expect(!prices.isEmpty && prices.allSatisfy { $0.contains(".") })
    #expect(!text.matches(of: /"ratingCount":\d+,/).isEmpty)
  }

  @Test("boxes, times, properties and CQL2 narrow the features")
  func filters() async throws {
    let world = try ServerWorld()
    for (parameters, isAll) in [
      ("bbox=177,65,-177,70", false), ("bbox=-180,-90,180,90", true), ("bbox=9,48,-10,10,49,10", false),
      ("datetime=2026-11-27", true), ("datetime=2026-11-27/P2D", true), ("datetime=../..", true),
      ("name=Brennglas", false), ("filter=rating%20%3E%204.5", false),
      (
        "filter=%7B%22op%22%3A%22%3E%22%2C%22args%22%3A%5B%7B%22property%22%3A%22rating%22%7D%2C4.5%5D%7D&filter-lang=cql2-json",
        false
      ),
    ] {
      let answered = try await world.ask("/collections/bars/items?limit=1000&\(parameters)")
      #expect(
        try answered.status == 200 && (try ids(answered).count == 67) == isAll,
        "\(parameters): \(answered.text.prefix(300))")
    }
    let events = try await world.ask(
      "/collections/events/items?datetime=2026-11-27T18:00:00Z/2026-11-27T23:00:00Z&limit=1000")
    #expect((1..<1000).contains(try ids(events).count))
    for (interval, isAll) in [("../..", true), ("2000-01-01T00:00:00Z/..", true), ("2026-11-27T00:00:00Z/", false)] {
      let found = try await world.ask("/collections/events/items?limit=1000&datetime=\(interval)")
      #expect(try (ids(found).count == 36) == isAll, "\(interval): \(found.text.prefix(300))")
    }
    for wrong in [
      "limit=0", "limit=x", "bbox=1,2,3", "bbox=a,b,c,d", "datetime=soon", "datetime=2026-11-28/2026-11-27",
      "unknownQueryParameter12345=1", "filter=rating%20%3E",
    ] {
      #expect(try await world.ask("/collections/bars/items?\(wrong)").status == 400, "\(wrong)")
    }
    #expect(try await world.ask("/collections/pubs/items").status == 404)
    #expect(try await world.ask("/collections/bars/items/stuttgart-brennglas").status == 200)
    #expect(try await world.ask("/collections/events/items/stuttgart-brennglas").status == 404)
  }

  @Test("the clusters of a zoom add up to the total, and listings lie in one tile each", arguments: [0, 2, 5, 9])
  func tiles(zoom: Int) async throws {
    let listings = SeededWorld(seed: 17, count: 3000, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 20)
      .listings
    let world = try ServerWorld(listings) { $0.tileListings = 20 }
    let query = try Query(parsing: #"{"limit":0,"total":true}"#.utf8)
    let total = try #require(try world.catalog.answer(query, at: ServerWorld.now).total)
    var everything = Query(); everything.limit = 100_000; everything.fields = [.id]
    let shown = try world.catalog.answer(everything, at: ServerWorld.now).matches
    var counted = 0
    var ids: [String] = []
    let asked =
      zoom < 6
      ? Set((0..<1 << zoom).flatMap { x in (0..<1 << zoom).map { "\(x)/\($0)" } })
      : Set(shown.map { Self.tile(of: $0, zoom) })
    for tile in asked {
      let bytes = try await world.ask("/tiles/listings/\(zoom)/\(tile).mvt").bytes
      for feature in DecodedTile(bytes).features {
        if feature.layer == "clusters" {
          counted += Int(feature.properties["count"] ?? "") ?? 0
        } else {
          counted += 1
          ids.append(feature.properties["id"] ?? "")
        }
      }
    }
    #expect(counted == total)
    #expect(Set(ids).count == ids.count && Set(ids).isSubset(of: Set(shown.map(\.id))))
  }

  private static func tile(of match: Match, _ zoom: Int) -> String {
    for x in 0..<1 << zoom
    where MapTile(z: zoom, x: x, y: 0).box[0] <= match.coordinate.longitude
      && match.coordinate.longitude < MapTile(z: zoom, x: x, y: 0).box[2]
    {
      for y in 0..<1 << zoom where MapTile(z: zoom, x: x, y: y).contains(match.coordinate) { return "\(x)/\(y)" }
    }
    return "\((1 << zoom) - 1)/0"
  }

  @Test("tiles outside of the map are not found")
  func noTile() async throws {
    let world = try ServerWorld()
    for path in ["0/1/0.mvt", "3/8/0.mvt", "23/0/0.mvt", "1/a/0.mvt", "1/0/0", "-1/0/0.mvt"] {
      #expect(try await world.ask("/tiles/listings/\(path)").status == 404, "\(path)")
    }
    let described = try await world.ask("/tiles/listings.json?open=now")
    #expect(try described.json["tiles"]?.array?.first?.string == "http://test/tiles/listings/{z}/{x}/{y}.mvt?open=now")
  }

  @Test("the description names every route, parameter and status")
  func description() async throws {
    let world = try ServerWorld()
    let document = try await world.ask("/api").json
    #expect(document["openapi"]?.string == "3.0.3")
    let paths = try #require(document["paths"]?.object)
    for route in VicinityServer.routes {
      let operation = try #require(paths[route.path]?.object?[route.method.rawValue.lowercased()]?.object)
      let names = operation["parameters"]?.array?.compactMap { $0.object?["name"]?.string }
      #expect(names == route.parameters.map(\.name) && Set(names ?? []).count == names?.count, "\(route.path)")
    }
    for path in [
      "/", "/conformance", "/collections", "/collections/bars", "/api", "/collections/bars/items",
      "/collections/bars/items/stuttgart-brennglas",
    ] {
      let page = try await world.ask(path + "?f=html")
      #expect(page.status == 200 && page.text.hasPrefix("<!DOCTYPE html>"), "\(path)")
    }
  }

  @Test("metrics have a label for each route, whatever the paths")
  func metrics() async throws {
    let world = try ServerWorld()
    for number in 0..<300 {
      _ = try await world.ask("/random/\(number)")
      _ = try await world.ask("/v1/listings/\(number)")
    }
    let text = try await world.ask("/metrics", .get, [world.key(.admin)]).text
    #expect(text.split(separator: "\n").count < 4000)
    #expect(text.contains(#"vicinity_http_requests_total{route="none",status="404"} 300"#))
    #expect(text.contains(#"vicinity_http_requests_total{route="GET /v1/listings/{id}",status="404"} 300"#))
    #expect(try await world.ask("/metrics").status == 401)
  }

  @Test("pages show markup in names as text")
  func markup() async throws {
    var bar = Listing(id: "x<y", kind: .bar, coordinate: .init(latitude: 48, longitude: 9))
    bar.name = "<script>alert('1')</script>"
    let world = try ServerWorld([bar])
    for path in [
      "/collections/bars/items?f=html", "/collections/bars/items/x%3Cy?f=html",
      "/collections/bars/items?f=html&text=%22%3E%3Cscript%3E",
    ] {
      let page = try await world.ask(path)
      #expect(page.status == 200 && !page.text.contains("<script"), "\(path)")
    }
  }
}

/// Reads a vector tile of points, as far as the tests look at it; written from the specification, apart from the writer.
private struct DecodedTile {
  struct Feature {
    var layer: String
    var properties: [String: String]
  }

  private(set) var features: [Feature] = []

  init(_ bytes: [UInt8]) {
    for (number, layer) in Self.fields(bytes) where number == 3 {
      let fields = Self.fields(layer)
      let name = fields.first { $0.0 == 1 }.map { String(decoding: $0.1, as: UTF8.self) } ?? ""
      let keys = fields.filter { $0.0 == 3 }.map { String(decoding: $0.1, as: UTF8.self) }
      let values = fields.filter { $0.0 == 4 }.map { Self.value($0.1) }
      for (number, feature) in fields where number == 2 {
        let tags = Self.fields(feature).first { $0.0 == 2 }?.1 ?? []
        var position = 0
        var numbers: [Int] = []
        while position < tags.count { numbers.append(Self.varint(tags, &position)) }
        var properties: [String: String] = [:]
        for pair in stride(from: 0, to: numbers.count, by: 2) {
          properties[keys[numbers[pair]]] = values[numbers[pair + 1]]
        }
        features.append(Feature(layer: name, properties: properties))
      }
    }
  }

  private static func value(_ bytes: [UInt8]) -> String {
    guard let (number, content) = fields(bytes).first else { return "" }
    if number == 1 { return String(decoding: content, as: UTF8.self) }
    var position = 0
    return number == 5 ? "\(varint(content, &position))" : "number"
  }

  private static func fields(_ bytes: [UInt8]) -> [(Int, [UInt8])] {
    var position = 0
    var fields: [(Int, [UInt8])] = []
    while position < bytes.count {
      let key = varint(bytes, &position)
      let start = position
      switch key & 7 {
      case 0: _ = varint(bytes, &position)
      case 1: position += 8
      case 2:
        let count = varint(bytes, &position)
        fields.append((key >> 3, Array(bytes[position..<position + count])))
        position += count
        continue
      default: return fields
      }
      fields.append((key >> 3, Array(bytes[start..<position])))
    }
    return fields
  }

  private static func varint(_ bytes: [UInt8], _ position: inout Int) -> Int {
    var (value, shift) = (0, 0)
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return value
  }
}
