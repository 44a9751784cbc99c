import Foundation
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity

@Suite("Named areas")
struct NamedAreaTests {
  private static func square(_ west: Double, _ south: Double, _ side: Double = 1) -> MultiPolygon {
    let corners = [(0.0, 0.0), (side, 0), (side, side), (0, side), (0, 0)]
    return MultiPolygon([
      Polygon(rings: [corners.map { Coordinate(latitude: south + $0.1, longitude: west + $0.0) }])
    ])
  }

  private static func bar(_ id: String, _ latitude: Double, _ longitude: Double) -> Listing {
    Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: latitude, longitude: longitude))
  }

  private static let bars = [
    bar("in", 48.5, 16.5), bar("edge", 48.5, 17), bar("corner", 49, 17), bar("out", 48.5, 17.5), bar("far", -20, -70),
  ]

  private func write(_ text: String) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "areas-\(UUID().uuidString).geojson").path
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func ids(_ catalog: Catalog, _ change: (inout Query) -> Void) throws -> [String] {
    var query = Query()
    change(&query)
    return try catalog.answer(query, at: SeededWorld.now).matches.map(\.id)
  }

  @Test("are queried by name, and their boundary belongs to them")
  func asked() throws {
    let catalog = try TemporaryCatalog(Self.bars)
    try catalog.catalog.save([NamedArea(name: "Neubau", source: "test", shape: Self.square(16, 48))])
    #expect(try ids(catalog.catalog) { $0.area = .named("Neubau") } == ["corner", "edge", "in"])
    #expect(try ids(catalog.catalog) { $0.area = .named("NEUBÄU") } == ["corner", "edge", "in"])
    #expect(try ids(catalog.catalog) { $0.outside = .named("Neubau") } == ["far", "out"])
    #expect(throws: QueryError.unknownWord("Neubua", path: "within.area", suggestion: "Neubau", known: ["Neubau"])) {
      try ids(catalog.catalog) { $0.area = .named("Neubua") }
    }
  }

  @Test("are changed only by their exact names, and similar ones are suggested")
  func exactNames() throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let area = NamedArea(name: "Neubau", source: "test", shape: Self.square(16, 48))
    try catalog.save([area])
    for name in ["neubau", "Neub\u{61}\u{308}u", "Neubua"] {
      let unknown = CatalogError.unknownArea(name: name, similar: "Neubau")
      #expect(throws: unknown) { try catalog.area(exactlyNamed: name) }
      #expect(throws: unknown) { try catalog.removeArea(exactlyNamed: name) { _ in } }
    }
    #expect(throws: CancellationError.self) {
      try catalog.removeArea(exactlyNamed: "Neubau") { _ in throw CancellationError() }
    }
    #expect(try catalog.area(exactlyNamed: "Neubau") == area)
    var known: [NamedArea?] = []
    #expect(try catalog.save(NamedArea(name: "neubau", source: "s", shape: area.shape)) { known.append($0) })
    #expect(try !catalog.save(area) { known.append($0) })
    #expect(known == [nil, area])
    try catalog.removeArea(exactlyNamed: "Neubau") { _ in }
    #expect(try catalog.areaSummaries().map(\.name) == ["neubau"])
  }

  @Test("keep the listings in them right, whichever comes first")
  func covered() throws {
    let catalog = try TemporaryCatalog(Self.bars)
    try catalog.catalog.save([NamedArea(name: "A", source: "test", shape: Self.square(16, 48))])
    #expect(try catalog.catalog.areaSummaries().map(\.listings) == [3])
    try catalog.catalog.save([Self.bar("out", 48.2, 16.2), Self.bar("new", 48.3, 16.3)], source: "test")
    #expect(try catalog.catalog.areaSummaries().map(\.listings) == [5])
    try catalog.catalog.save([Self.bar("in", 10, 10)], source: "test")
    try catalog.catalog.remove(ids: ["edge"])
    #expect(try catalog.catalog.areaSummaries().map(\.listings) == [3])
    try catalog.catalog.save([NamedArea(name: "A", source: "test", shape: Self.square(9.5, 9.5))])
    #expect(try catalog.catalog.areaSummaries().map(\.listings) == [1])
    #expect(try catalog.catalog.check().isEmpty)
    try catalog.catalog.removeAreas(named: ["A"])
    #expect(try catalog.catalog.areaSummaries().isEmpty)
    #expect(try catalog.catalog.check().isEmpty)
  }

  @Test("stay right when many listings are loaded at once")
  func coveredInBulk() throws {
    let catalog = try TemporaryCatalog()
    try catalog.catalog.save([NamedArea(name: "A", source: "test", shape: Self.square(16, 48))])
    let many = (0..<3000).map { Self.bar("b\($0)", 47.5 + Double($0 % 50) / 25, 15.5 + Double($0 / 50) / 30) }
    try catalog.catalog.save(many, source: "many")
    let expected = try ids(catalog.catalog) {
      $0.area = .named("A")
      $0.limit = .max
    }
    #expect(expected.count > 500)
    #expect(try catalog.catalog.areaSummaries().map(\.listings) == [expected.count])
  }

  @Test("refuse a change of listings where their contents cannot be determined")
  func withoutEngine() throws {
    let catalog = try TemporaryCatalog(Self.bars)
    try catalog.catalog.save([NamedArea(name: "A", source: "test", shape: Self.square(16, 48))])
    let plain = try Catalog(path: catalog.path, access: .readWrite)
    #expect(throws: CatalogError.needsAreaEngine) { try plain.save([Self.bar("x", 1, 1)], source: "test") }
    #expect(throws: QueryError.self) { try ids(plain) { $0.area = .named("A") } }
    #expect(try ids(plain) { $0.outside = .box(BoundingBox(south: 40, west: 10, north: 50, east: 20)) } == ["far"])
  }

  @Test("come from a file whole or not at all, and a problem has its place")
  func importing() throws {
    let bowtie = """
      {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"name":"good"},"geometry":\(Self.square(16, 48).geoJSON.text)},
        {"type":"Feature","properties":{"name":"tie"},
         "geometry":{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}}]}
      """
    let path = try write(bowtie)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let catalog = try TemporaryCatalog(Self.bars)
    let file = try AreaFile(path: path, nameProperty: "name")
    let problem = "features[1] \"tie\": Self-intersection, at longitude 1.0, latitude 1.0"
    #expect(throws: AreaFileError(path: path, problems: [problem])) {
      try catalog.catalog.importAreas(file, source: "test")
    }
    #expect(try catalog.catalog.areaSummaries().isEmpty)
    let report = try catalog.catalog.importAreas(file, source: "test", repair: true)
    #expect(report == AreaImportReport(added: 2, replaced: 0, repaired: 1, covered: 3))
    #expect(try catalog.catalog.area(named: "tie")?.shape.polygons.count == 2)
  }

  @Test("come back as GeoJSON as they went in")
  func roundTrip() throws {
    let catalog = try TemporaryCatalog()
    var shape = Self.square(170, -20, 5)
    shape.polygons[0].rings.append(Self.square(172, -18).polygons[0].rings[0].reversed())
    shape.polygons += Self.square(-180, 0.1).polygons
    try catalog.catalog.save([NamedArea(name: "A", source: "s", shape: shape)])
    let known = try #require(try catalog.catalog.area(named: "a"))
    #expect(known == NamedArea(name: "A", source: "s", shape: shape))
    #expect(try MultiPolygon(parsingGeoJSON: known.geoJSON.text.utf8) == shape)
  }

  @Test("without the property that has the name say which there are")
  func nameProperty() throws {
    let path = try write(
      #"{"type":"Feature","properties":{"Name":"x"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}"#
    )
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      throws: AreaFileError(
        path: path, problems: ["unknown key feature.properties.name; did you mean Name?"])
    ) { try AreaFile(path: path, nameProperty: "name") }
  }
}
