import Foundation
import Geography
import TestSupport
import Testing
import VicinityFormats
import VicinityLab

@testable import Vicinity

/// Exported listings, imported again, change nothing.
@Suite struct ExportTests {
  private func lines(of catalog: Catalog, _ ids: [String]? = nil, withPrivatePlaces: Bool = false) throws -> [String] {
    var lines: [String] = []
    try catalog.forEachListing(ids, asTold: true, withPrivatePlaces: withPrivatePlaces) {
      lines.append($0.exactJSONText)
    }
    return lines
  }

  private func report(of lines: [String], into catalog: Catalog) throws -> ImportReport {
    let folder = URL(filePath: catalog.path).deletingLastPathComponent()
    let file = folder.appending(path: "export.jsonl")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    return try Importer(path: file.path).run(into: catalog) { _ in }
  }

  @Test(arguments: TwinTests.worlds)
  func `importing an export changes nothing`(world: TwinTests.World) throws {
    var listings = SeededWorld(seed: 12, count: 200, center: world.center, spreadDegrees: world.spreadDegrees).listings
    // More digits than an answer shows.
    for index in listings.indices { listings[index].coordinate.latitude *= 1 - 1e-11 * Double(index % 3) }
    let temporary = try TemporaryCatalog(listings)
    let exported = try lines(of: temporary.catalog)
    #expect(exported.count == listings.count)
    let again = try report(of: exported, into: temporary.catalog)
    #expect(again.unchanged == listings.count)
    let other = try TemporaryCatalog([])
    _ = try report(of: exported, into: other.catalog)
    #expect(try lines(of: other.catalog) == exported)
  }

  @Test func `private places are exported only on request, and come back`() throws {
    var couch = Listing(id: "c", kind: .couch, coordinate: Coordinate(latitude: 48.7758, longitude: 9.1829))
    (couch.publicRadiusMeters, couch.address) = (500, "Hauptstraße 1")
    let temporary = try TemporaryCatalog([couch])
    #expect(try temporary.catalog.privatePlaceCount() == 1)
    let publicly = try lines(of: temporary.catalog)
    #expect(!publicly[0].contains("48.7758,") && !publicly[0].contains("Hauptstra"))
    #expect(try report(of: publicly, into: temporary.catalog).unchanged == 1)
    let privately = try lines(of: temporary.catalog, withPrivatePlaces: true)
    #expect(privately[0].contains(#""lat":48.7758,"lon":9.1829"#) && privately[0].contains(#""publicRadius":500"#))
    #expect(try report(of: privately, into: temporary.catalog).unchanged == 1)
    let other = try TemporaryCatalog([])
    _ = try report(of: privately, into: other.catalog)
    #expect(try lines(of: other.catalog, withPrivatePlaces: true) == privately)
  }

  @Test func `an unknown id is refused with similar ones`() throws {
    let temporary = try TemporaryCatalog([
      Listing(id: "bar-1", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
    ])
    #expect(try lines(of: temporary.catalog, ["bar-1"]).count == 1)
    #expect { try lines(of: temporary.catalog, ["bar-2"]) } throws: { "\($0)".contains("bar-1") }
  }
}
