import CivilTime
import Foundation
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("The layer for other programs") struct ListingViewTests {
  @Test("shows what the listings have, in words and major units")
  func values() throws {
    let listings = SeededWorld(seed: 45, count: 300, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 1)
      .listings
    var yen = Listing(id: "yen", kind: .bar, coordinate: Coordinate(latitude: 35, longitude: 139))
    yen.price = Price(minorUnits: 1200, currency: "JPY")
    var dinar = Listing(id: "dinar", kind: .bar, coordinate: Coordinate(latitude: 29, longitude: 48))
    dinar.price = Price(minorUnits: 1250, currency: "KWD")
    let world = try TemporaryCatalog(listings + [yen, dinar])
    let rows = try TestDatabase.rows(
      """
      SELECT id, kind, name, opening_hours, starts, price, currency, tags, timezone, source, geom = (SELECT geom
      FROM listing l WHERE l.fid = v.fid) FROM listings v
      """, path: world.path)
    #expect(rows.count == 302)
    for row in rows {
      let listing = try #require(try world.catalog.listing(row[0]))
      #expect(row[1] == listing.kind.rawValue && row[2] == listing.name ?? "" && row[3] == listing.openingHours ?? "")
      #expect(row[4] == listing.starts?.description ?? "")
      #expect(Double(row[5]) == listing.price?.amount)
      // A couch may have a currency for its nightly rates only.
      #expect(listing.price == nil || row[6] == listing.price?.currency ?? "")
      let tags = listing.tags.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
      #expect(row[7] == tags.joined(separator: "; "))
      #expect(row[8] == listing.timeZone ?? "" && row[9] == "test" && row[10] == "1")
    }
  }

  @Test("is a layer with a style; of the tables only those of areas and listings are layers")
  func layers() throws {
    let world = try TemporaryCatalog([Listing(id: "a", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))])
    let layers = try TestDatabase.rows(
      "SELECT table_name, data_type, min_x FROM gpkg_contents ORDER BY 1", path: world.path)
    #expect(layers.map { $0[0] } == ["area", "layer_styles", "listing", "listings"])
    // The extent grows with the listings, like that of the table.
    #expect(layers[2][2] == layers[3][2] && Double(layers[3][2]) == 9)
    let style = try #require(
      try TestDatabase.rows("SELECT styleQML FROM layer_styles WHERE f_table_name = 'listings'", path: world.path).first
    )
    #expect(XMLText.isWellFormed(style[0]))
  }
}

/// XML that a parser of the system reads.
private enum XMLText {
  static func isWellFormed(_ text: String) -> Bool {
    // Elements open and close in order; attributes have no angle brackets here.
    var open: [Substring] = []
    for tag in text.split(separator: "<").dropFirst() {
      guard let end = tag.firstIndex(of: ">") else { return false }
      let body = tag[..<end]
      if body.first == "!" || body.last == "/" { continue }
      let name = body.prefix { $0 != " " }
      if name.first == "/" {
        guard open.popLast() == name.dropFirst() else { return false }
      } else {
        open.append(name)
      }
    }
    return open.isEmpty
  }
}
