import CivilTime
import Foundation
import Geography
import Hours

/// Finds the regions that decide the public holidays of a listing: its own region field, else the places of the
/// gazetteer around it.
///
/// A point near a border may belong to either side: every place is considered that is within twice the distance of the
/// nearest one plus 2 km. Among these, places in the country of the time zone take precedence. If the field, the zone
/// and the places contradict each other, all of their regions are possible. Belongs to one write transaction.
final class RegionFinder {
  private let statement: Statement
  /// How many listings named a region that no place around them is in.
  private(set) var misplaced = 0
  /// Whether hours mention public holidays, by their text.
  private var mentions: [String: Bool] = [:]
  /// The places of bands of half a degree of latitude, by longitude.
  private var bands: [Int: [Spot]] = [:]

  private struct Spot {
    var coordinate: Coordinate
    var country: String
    var division: String

    /// The country whose holiday table contains it.
    var owner: String { String(HolidayRegions.codes(country: country, division: "")[0].prefix(2)) }
  }

  /// A place further away says nothing.
  static let reachMeters = 50_000.0
  private static let slackMeters = 2_000.0
  private static let bandsPerDegree = 2.0

  init(_ source: some StatementSource) throws {
    statement = try source.statement(
      "SELECT latitude, longitude, country, region FROM place WHERE latitude >= ?1 AND latitude < ?2")
  }

  /// The regions as stored with a schedule; nil for hours that do not mention public holidays, and where only the zone
  /// is known.
  func regions(of hours: String, region: String?, zone: String?, at coordinate: Coordinate) throws -> String? {
    guard mentionsHolidays(hours) else { return nil }
    return try regions(region, zone, coordinate)?.stored
  }

  func mentionsHolidays(_ hours: String) -> Bool {
    if let known = mentions[hours] { return known }
    var mentioned = false
    do throws(OpeningHoursError) {
      mentioned = try OpeningHours(parsing: hours).usesPublicHolidays
    } catch {
      // Hours that are not understood are unknown on every day.
    }
    if mentions.count >= Self.mostHours { mentions.removeAll() }
    mentions[hours] = mentioned
    return mentioned
  }

  private static let mostHours = 50_000

  private func regions(_ named: String?, _ zone: String?, _ coordinate: Coordinate) throws -> HolidayRegions? {
    let zoneCountry = zone.flatMap(ZoneCountry.withHolidays)
    let near = try places(around: coordinate)
    let around = around(coordinate, near, zoneCountry)
    guard let named = named.flatMap({ HolidayRegions(named: $0, zone: zone) }) else { return around }
    if let around {
      if named.overlaps(regions(of: near, at: coordinate)) { return narrowed(named, near, coordinate) }
      misplaced += 1
      return HolidayRegions(named.codes + around.codes)
    }
    guard let zoneCountry, !named.countries.contains(zoneCountry) else { return named }
    return HolidayRegions(named.codes + [zoneCountry])
  }

  /// The regions around the coordinate for a country that is named as a whole, since its places are more precise.
  private func narrowed(
    _ named: HolidayRegions, _ near: [(spot: Spot, meters: Double)], _ coordinate: Coordinate
  ) -> HolidayRegions {
    guard named.codes.count == 1, let country = named.countries.first, named.codes == [country] else { return named }
    return around(coordinate, near.filter { $0.spot.owner == country }, country) ?? named
  }

  /// The regions of the places around a coordinate; nil when none is near.
  private func around(
    _ coordinate: Coordinate, _ near: [(spot: Spot, meters: Double)], _ zoneCountry: String?
  ) -> HolidayRegions? {
    guard let nearest = near.map(\.meters).min() else { return nil }
    let limit = 2 * nearest + Self.slackMeters
    let counted = near.filter { $0.meters <= limit }
    guard let zoneCountry else { return regions(of: counted, at: coordinate) }
    let own = counted.filter { $0.spot.owner == zoneCountry }
    if !own.isEmpty { return regions(of: own, at: coordinate) }
    // The default zone of an import cannot move Salzburg to Germany, nor the next town across a border to Austria.
    return HolidayRegions(regions(of: counted, at: coordinate).codes + [zoneCountry])
  }

  private func regions(of places: [(spot: Spot, meters: Double)], at coordinate: Coordinate) -> HolidayRegions {
    let codes = places.flatMap { HolidayRegions.codes(country: $0.spot.country, division: $0.spot.division) }
    return HolidayRegions(Set(codes).flatMap { HolidayRegions.refined($0, at: coordinate) })
  }

  private func places(around coordinate: Coordinate) throws -> [(spot: Spot, meters: Double)] {
    let degrees = Self.reachMeters / 111_000
    let shrink = cos(coordinate.latitude * .pi / 180)
    // There are no opening hours where meridians meet.
    guard shrink > 0.02 else { return [] }
    let width = degrees / shrink
    let lowest = Self.band(coordinate.latitude - degrees)
    let highest = Self.band(coordinate.latitude + degrees)
    var found: [(Spot, Double)] = []
    for band in lowest...highest {
      for spot in try spots(in: band) {
        let away = abs(spot.coordinate.longitude - coordinate.longitude)
        guard min(away, 360 - away) <= width else { continue }
        let meters = Metric.sphere.meters(from: coordinate, to: spot.coordinate)
        if meters <= Self.reachMeters { found.append((spot, meters)) }
      }
    }
    return found.map { (spot: $0.0, meters: $0.1) }
  }

  private static func band(_ latitude: Double) -> Int { Int((latitude * bandsPerDegree).rounded(.down)) }

  private func spots(in band: Int) throws -> [Spot] {
    if let known = bands[band] { return known }
    statement.bind(1, Double(band) / Self.bandsPerDegree)
    statement.bind(2, Double(band + 1) / Self.bandsPerDegree)
    var spots: [Spot] = []
    while try statement.step() {
      spots.append(
        Spot(
          coordinate: Coordinate(latitude: statement.double(0), longitude: statement.double(1)),
          country: statement.string(2) ?? "", division: statement.string(3) ?? ""))
    }
    bands[band] = spots
    return spots
  }
}

/// Finds the regions of all listings whose hours mention public holidays again, after the places have changed.
enum RegionRenewal {
  static func run(with statements: PreparedStatements) throws {
    let finder = try RegionFinder(statements)
    let schedules = try Set(
      statements.rows("SELECT schedule_id, hours FROM schedule") { row in
        finder.mentionsHolidays(row.string(1) ?? "") ? row.int(0) : nil
      }.compactMap(\.self))
    guard !schedules.isEmpty else { return }
    let dictionary = try DictionaryWriter(statements)
    let update = try statements.statement("UPDATE listing SET schedule_id = ?1 WHERE fid = ?2")
    let rows = try statements.rows("SELECT fid, schedule_id FROM listing WHERE schedule_id IS NOT NULL") { row in
      schedules.contains(row.int(1)) ? row.int(0) : nil
    }
    for case let fid? in rows {
      guard let listing = try listing(fid, statements) else { continue }
      let regions = try finder.regions(
        of: listing.hours, region: listing.region, zone: listing.zone, at: listing.coordinate)
      if regions != listing.regions { try renew(listing, to: regions, dictionary, update) }
    }
  }

  private static func renew(
    _ listing: Row, to regions: String?, _ dictionary: DictionaryWriter, _ update: Statement
  ) throws {
    update.bind(1, try dictionary.schedule(hours: listing.hours, zone: listing.zoneNumber, regions: regions))
    update.bind(2, Int64(listing.fid))
    try update.run()
  }

  private struct Row {
    var fid: Int
    var hours: String
    var regions: String?
    var zoneNumber: Int?
    var zone: String?
    var region: String?
    var coordinate: Coordinate
  }

  private static func listing(_ fid: Int, _ statements: PreparedStatements) throws -> Row? {
    try statements.first(
      """
      SELECT l.fid, s.hours, s.regions, s.zone_id, z.name, d.region, l.geom
      FROM listing l JOIN schedule s ON s.schedule_id = l.schedule_id LEFT JOIN zone z ON z.zone_id = s.zone_id
        LEFT JOIN listing_detail d ON d.fid = l.fid
      WHERE l.fid = ?1
      """, fid
    ) { row in
      let stored = StoredRow(row, of: "listing", row.int(0))
      return Row(
        fid: row.int(0), hours: row.string(1) ?? "", regions: row.string(2), zoneNumber: row.optionalInt(3),
        zone: row.string(4), region: row.string(5), coordinate: try stored.coordinate(6))
    }
  }
}
