import Areas
import Foundation
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityFormats

/// Catalogs divided into files, against the whole catalog and against sums over all listings.
struct ShardTests {
  /// A catalog of generated listings, two members' records, an area, and its parts.
  private struct Divided {
    let world: TemporaryCatalog
    let set: ShardSet
    let parts: [TemporaryShard]

    init(listings: Int = 4000, files: Int = 5, haloMeters: Double = 25_000) throws {
      world = try TemporaryCatalog(Array(ListingGenerator(seed: 47, count: listings)))
      let ids = ListingGenerator(seed: 47, count: listings).map(\.id)
      for (number, id) in ids.enumerated() where number % 100 < 2 {
        _ = try world.catalog.perform(.favorite(listing: id, member: "ana"), at: SeededWorld.now)
      }
      let folder = world.folder.appending(path: "parts").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      set = try world.catalog.divide(into: folder, files: files, haloMeters: haloMeters)
      parts = try set.files.map { try TemporaryShard(path: "\(folder)/\($0.name)") }
    }
  }

  private struct TemporaryShard {
    let catalog: Catalog
    let region: ShardRegion

    init(path: String) throws {
      catalog = try Catalog(path: path, access: .readOnly, areas: GEOSAreaEngine())
      region = try #require(try catalog.readFile { try ShardTable.region(in: $0) })
    }
  }

  /// Generated queries, and variations of them with what the generator does not ask.
  private static func lines(_ count: Int) -> [String] {
    var random = SplitMix64(seed: 5)
    return QueryGenerator(seed: 3, count: count).enumerated().map { number, query in
      var query = query
      let place = query.near ?? query.within?.center
      switch number % 16 {
      case 0: query.facets = [.kind, .tag, .category]
      case 1: query.sort = query.near == nil ? [] : [.best]
      case 2:
        query.text = ["jaz", "fox", "golld", "bergstr", "zzzzzz"][number / 16 % 5]
        query.sort = []
      case 3 where place != nil:
        query.near = nil
        query.radiusMeters = nil
        query.sort = []
        query.group = place.map { place in
          Query.Group(
            (0..<3).map { .init(Coordinate(latitude: place.latitude + 0.01 * Double($0), longitude: place.longitude)) },
            by: number % 32 == 3 ? .sum : .worst)
        }
      case 4: query.radiusMeters = query.near == nil ? nil : Double(random.next() % 80_000)
      case 5: (query.total, query.limit) = (true, 0)
      case 6: query.sort = [.name, .price]
      case 7 where query.near != nil:
        (query.sort, query.members, query.radiusMeters) = ([.recommended], ["ana"], 5000)
      case 8: query.cluster = query.near == nil || query.radiusMeters == nil ? nil : 11
      default: break
      }
      return query.json.text
    } + [#"{"limt":1}"#, "nonsense", #"{"show":"bar-2"}"#, #"{"show":"none"}"#, #"{"suggest":{"text":"fo"}}"#]
  }

  private static func answers(_ lines: [String], of catalog: Catalog, isPartial: Bool = false) throws -> [String] {
    let folder = try WorkFolder()
    let (source, target) = (folder.url.appending(path: "in"), folder.url.appending(path: "out"))
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: source)
    try Data().write(to: target)
    let (reading, writing) = (try FileHandle(forReadingFrom: source), try FileHandle(forWritingTo: target))
    let batch =
      isPartial
      ? Batch(partOf: catalog, threads: 2) { SeededWorld.now }
      : Batch(catalog: catalog, threads: 2) { SeededWorld.now }
    _ = try batch.run(reading: reading.fileDescriptor, writing: FileOutput(fileDescriptor: writing.fileDescriptor))
    return String(decoding: try Data(contentsOf: target), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `a part gives the answer of the whole catalog, or says that it cannot`() throws {
    let divided = try Divided()
    let lines = Self.lines(TwinQueries.count(usually: 600))
    let whole = try Self.answers(lines, of: divided.world.catalog)
    #expect(whole.count == lines.count)
    var answered = Array(repeating: false, count: lines.count)
    for part in divided.parts {
      for (index, answer) in try Self.answers(lines, of: part.catalog).enumerated() {
        guard !answer.contains("\"beyond-shard\"") else { continue }
        answered[index] = true
        #expect(answer == whole[index], "\(lines[index])")
      }
    }
    // Most queries have a radius within the halo of some part.
    #expect(answered.count { $0 } > lines.count * 2 / 3)
  }

  @Test func `the parts together give the answer of the whole catalog`() throws {
    let divided = try Divided()
    let lines = Self.lines(TwinQueries.count(usually: 400))
    let whole = try Self.answers(lines, of: divided.world.catalog)
    let parts = try divided.parts.map { try Self.answers(lines, of: $0.catalog, isPartial: true) }
    var merged = 0
    for index in lines.indices {
      var json = JSONWriter()
      try PartialLines.merge(parts.map { Array($0[index].utf8) }, into: &json)
      let answer = String(decoding: json.take().dropLast(), as: UTF8.self)
      guard !answer.contains("\"beyond-shard\"") else { continue }
      merged += 1
      #expect(answer == whole[index], "\(lines[index])")
    }
    #expect(merged > lines.count / 2)
  }

  @Test func `each listing is in one file's own tiles, and in every file whose halo it is in`() throws {
    let divided = try Divided(listings: 1500, files: 6, haloMeters: 40_000)
    let listings = Array(ListingGenerator(seed: 47, count: 1500))
    #expect(divided.set.files.reduce(0) { $0 + $1.ownListings } == listings.count)
    let share = listings.count / divided.set.files.count
    #expect(divided.set.files.allSatisfy { abs($0.ownListings - share) <= share / 4 })
    for part in divided.parts {
      var own = 0
      for listing in listings {
        // The slow truth: the nearest of the tiles around, by the distance to a grid of points on their edges.
        let isOwn = part.region.owner(of: listing.coordinate) == part.region.number
        if isOwn { own += 1 }
        let isHeld = part.region.own.contains { box in
          DistanceOrigin(listing.coordinate, metric: .wgs84).meters(to: box.nearest(to: listing.coordinate)) <= 40_000
        }
        guard isOwn || isHeld else { continue }
        #expect(try part.catalog.listing(listing.id) == (try divided.world.catalog.listing(listing.id)))
      }
      #expect(own == divided.set.files[part.region.number].ownListings)
      #expect(try part.catalog.check().isEmpty)
    }
  }

  @Test func `everything within a covered circle is within the halo`() {
    var random = SplitMix64(seed: 8)
    let tiles = MapTiles(zoom: 9)
    let starts = [0, tiles.count / 5, tiles.count / 2, tiles.count / 4 * 3]
    var covered = 0
    for round in 0..<TwinQueries.count(usually: 600) {
      let region = ShardRegion(number: round % 4, tiles: tiles, starts: starts, haloMeters: 50_000)
      let center = Coordinate(
        latitude: Double(random.next() % 178) - 89 + 0.3, longitude: Double(random.next() % 3600) / 10 - 180)
      let radius = Double(random.next() % 90_000)
      guard region.covers(center, radius: radius) else { continue }
      covered += 1
      for step in 0..<24 {
        let place = center.destination(azimuth: Double(step) * 15, meters: radius * (step % 2 == 0 ? 1 : 0.7))
        let isHeld =
          region.owner(of: place) == region.number
          || region.own.contains {
            DistanceOrigin(place, metric: .wgs84).meters(to: $0.nearest(to: place)) <= 50_100
          }
        #expect(isHeld, "\(center) \(radius) \(place)")
      }
    }
    #expect(covered > 50)
  }

  @Test func `tiles are numbered along a curve of neighbors, and boxes contain their tiles`() {
    let tiles = MapTiles(zoom: 6)
    var last: BoundingBox?
    for number in 0..<tiles.count {
      let boxes = tiles.boxes(of: number..<(number + 1))
      #expect(boxes.count == 1 && tiles.number(of: boxes[0].center) == number)
      if let last { #expect(last.intersects(boxes[0])) }
      last = boxes[0]
    }
    #expect(tiles.boxes(of: 0..<tiles.count) == [.world])
    // The corner of the map in the northwest, and the numbers of a larger square.
    #expect(tiles.number(of: Coordinate(latitude: 90, longitude: -180)) == 0)
    #expect(
      MapTiles(zoom: 5).number(of: Coordinate(latitude: 52.5, longitude: 13.4))
        == tiles.number(of: Coordinate(latitude: 52.5, longitude: 13.4)) >> 2)
  }

  @Test func `a part is only read, and no file remains of a division that fails`() throws {
    let divided = try Divided(listings: 200, files: 2)
    let path = divided.parts[0].catalog.path
    #expect(throws: CatalogError.isShard(path: path)) { _ = try Catalog(path: path, access: .readWrite) }
    let folder = divided.world.folder.appending(path: "others").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: "\(folder)/shard-01.gpkg"))
    #expect(throws: CatalogError.self) { try divided.world.catalog.divide(into: folder, files: 2) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["shard-01.gpkg"])
    #expect(throws: CatalogError.isShard(path: path)) { try divided.parts[0].catalog.divide(into: folder, files: 2) }
  }

  @Test func `words of removed listings are no words of the catalog`() throws {
    var listings = Array(ListingGenerator(seed: 4, count: 300))
    let place = listings[0].coordinate
    listings[7].name = "Zanzibar"
    listings[8].name = "Zanzibat"
    let world = try TemporaryCatalog(listings)
    _ = try world.catalog.remove(ids: [listings[7].id])
    let folder = world.folder.appending(path: "parts").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let set = try world.catalog.divide(into: folder, files: 2)
    let line = "{\"near\":{\"lat\":\(place.latitude),\"lon\":\(place.longitude)},\"radius\":500,\"text\":\"zanzibar\"}"
    let whole = try Self.answers([line], of: world.catalog)
    #expect(whole[0].contains("\"corrected\""))
    let parts = try set.files.map { file in
      try Self.answers([line], of: TemporaryShard(path: "\(folder)/\(file.name)").catalog)[0]
    }
    #expect(parts.contains(whole[0]))
  }

  @Test func `a division of nothing, or into more files than listings, answers as well`() throws {
    let world = try TemporaryCatalog(Array(ListingGenerator(seed: 1, count: 3)))
    let folder = world.folder.appending(path: "parts").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let set = try world.catalog.divide(into: folder, files: 7)
    #expect(set.files.count == 7 && set.files.reduce(0) { $0 + $1.ownListings } == 3)
    let empty = try TemporaryCatalog()
    let other = empty.folder.appending(path: "parts").path
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    #expect(try empty.catalog.divide(into: other, files: 3).files.allSatisfy { $0.listings == 0 })
  }
}
