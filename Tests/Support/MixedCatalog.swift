import CivilTime
import Foundation
import Geography
import VicinityLab

@testable import Vicinity

/// The bytes of a sound catalog with database pages of every kind: listings of all kinds, an R-tree of two levels,
/// words, tags, members with every kind of record, recommendations, areas, places, a private couch. For tests that
/// damage copies of it.
package struct MixedCatalog: Sendable {
  package let bytes: Data

  /// Made once per test run.
  package static let shared = Result { try MixedCatalog() }

  package static let center = Coordinate(latitude: 48.77, longitude: 9.18)

  private init() throws {
    let world = SeededWorld(seed: 77, count: 130, center: Self.center, spreadDegrees: 0.05)
    let temporary = try TemporaryCatalog(world.listings + Self.special)
    let catalog = temporary.catalog
    for field in OwnWorld.fields { try catalog.add(field) }
    try catalog.perform(all: Self.actions(world), at: SeededWorld.now)
    try catalog.buildRecommendations(threads: 1)
    try catalog.save([NamedArea(name: "Kessel", source: "test", shape: Self.area)])
    let table = temporary.folder.appending(path: "places.csv")
    try Data("name,lat,lon,cc,population,timezone\nSovata,46.6,25.07,RO,10385,Europe/Bucharest\n".utf8).write(to: table)
    try catalog.importGazetteer([table.path])
    try TestDatabase.run("PRAGMA wal_checkpoint(TRUNCATE)", path: temporary.path)
    bytes = try Data(contentsOf: URL(filePath: temporary.path))
  }

  /// Listings with known properties for the members' records.
  private static var special: [Listing] {
    var couch = Listing(id: "couch-x", kind: .couch, coordinate: center)
    (couch.host, couch.guests, couch.timeZone) = ("hana", 2, "Europe/Berlin")
    couch.price = Price(minorUnits: 2500, currency: "EUR")
    var hidden = Listing(id: "couch-y", kind: .couch, coordinate: center)
    (hidden.host, hidden.publicRadiusMeters, hidden.address) = ("hana", 300, "Jazz Street 5")
    var event = Listing(id: "event-x", kind: .event, coordinate: center)
    (event.starts, event.ends, event.capacity) = (SeededWorld.now + 3600, SeededWorld.now + 7200, 1)
    event.own = ["stars": .int(4), "music": .array([.string("jazz")]), "since": .string("2005-01-31")]
    return [couch, hidden, event]
  }

  private static func actions(_ world: SeededWorld) -> [Action] {
    var random = SplitMix64(seed: 78)
    var actions: [Action] = []
    for member in ["ana", "ben", "cem"] {
      for _ in 0..<10 {
        let listing = world.listings[SeededWorld.pick(60, &random)]
        actions.append(.favorite(listing: listing.id, member: member))
        if listing.kind == .bar, let stars = Stars(Double(1 + SeededWorld.pick(5, &random))) {
          actions.append(.rate(listing: listing.id, member: member, stars: stars, text: "jazz"))
        }
        actions.append(.visit(listing: listing.id, member: member))
      }
      actions.append(.join(listing: "event-x", member: member))
    }
    if let nights = Nights(from: LocalDate(dayNumber: 20_790), to: LocalDate(dayNumber: 20_793)),
      let kept = Nights(from: LocalDate(dayNumber: 20_800), to: LocalDate(dayNumber: 20_803))
    {
      actions.append(.book(BookingRequest(listing: "couch-x", member: "ana", nights: nights)))
      actions.append(.block(listing: "couch-x", nights: kept, isBlocked: true))
    }
    return actions
  }

  private static let area: MultiPolygon = {
    let corners = [(0.0, 0.0), (0.04, 0), (0.04, 0.04), (0, 0.04), (0, 0)]
    return MultiPolygon([
      Polygon(rings: [corners.map { Coordinate(latitude: 48.75 + $0.1, longitude: 9.16 + $0.0) }])
    ])
  }()

  /// Writes the file somewhere.
  package func write(to path: String) throws { try bytes.write(to: URL(filePath: path)) }

  /// Queries that read every kind of page, as lines of a batch.
  package static let questions: [String] = {
    let near = #""near":{"lat":48.77,"lon":9.18}"#
    return [
      #"{\#(near),"limit":200,"fields":["id","name","distance","tags","price","rating","starts","ends","address"]}"#,
      #"{\#(near),"text":"jazz","limit":5}"#,
      #"{\#(near),"tags":{"any":["pub","wifi"]},"radius":3000,"limit":50}"#,
      #"{\#(near),"open":"now","limit":20,"fields":["id","opensOrCloses"]}"#,
      #"{"during":"upcoming","limit":50,"total":true,"sort":"start"}"#,
      #"{"during":"past","limit":5}"#,
      #"{"stay":{"nights":2,"between":["2026-12-01","2026-12-20"]},"limit":20,"fields":["id","windows","stayPrice"]}"#,
      #"{"within":{"bbox":[9.0,48.6,9.4,48.9]},"cluster":12}"#,
      #"{"facets":["kind","tag","priceBand","rating","area"],"limit":0,"total":true}"#,
      #"{\#(near),"sort":"recommended","member":"ana","limit":5,"explain":true}"#,
      #"{"near":"Sovata","limit":2}"#,
      #"{"within":{"area":"Kessel"},"sort":["-rating","price"],"limit":20}"#,
      #"{\#(near),"caller":"hana","kinds":["couch"],"limit":3}"#,
      #"{"plan":{\#(near),"stay":{"from":"2026-11-28","to":"2026-11-30","guests":1},"limit":2}}"#,
    ].map { $0.dropLast() + #","now":"2026-11-27T20:00:00Z"}"# }.map { String($0) }
  }()
}
