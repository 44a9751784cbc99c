import CivilTime
import Geography

/// Writes places and their names into the tables of the gazetteer.
final class PlaceWriter {
  private let statements: PreparedStatements
  private let insertPlace: Statement
  private let insertName: Statement
  private var zones: [String: Int?] = [:]
  /// The number of the next place from a source without ids.
  private var nextNumber: Int
  private(set) var numbers: Set<Int>

  init(_ statements: PreparedStatements) throws {
    self.statements = statements
    insertPlace = try Statement(
      """
      INSERT INTO place (place_id, name, latitude, longitude, country, region, population, is_section, zone_id)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, on: statements.connection)
    insertName = try Statement(
      """
      INSERT INTO place_name (key, place_id, is_own) VALUES (?1, ?2, ?3)
      ON CONFLICT (key, place_id) DO UPDATE SET is_own = 1 WHERE excluded.is_own = 1 AND is_own = 0
      """, on: statements.connection)
    numbers = Set(try statements.rows("SELECT place_id FROM place") { $0.int(0) })
    nextNumber = min(0, numbers.min() ?? 0) - 1
  }

  /// Empties tables that the import refills.
  static func clear(_ tables: [String], with statements: PreparedStatements) throws {
    for table in tables { try statements.run("DELETE FROM \(table)") }
  }

  /// Adds a place; false when its number is already taken.
  func add(_ place: Place, names: [String]) throws -> Bool {
    guard numbers.insert(place.id).inserted else { return false }
    insertPlace.bind(1, Int64(place.id))
    insertPlace.bind(2, Optional(place.name))
    insertPlace.bind(3, place.coordinate.latitude)
    insertPlace.bind(4, place.coordinate.longitude)
    insertPlace.bind(5, Optional(place.country))
    insertPlace.bind(6, Optional(place.region))
    insertPlace.bind(7, Int64(place.population))
    insertPlace.bind(8, Int64(place.isSection ? 1 : 0))
    insertPlace.bind(9, try place.timeZone.flatMap(zone))
    try insertPlace.run()
    try addName(place.name, of: place.id, isOwn: true)
    for name in names { try addName(name, of: place.id, isOwn: false) }
    return true
  }

  /// Adds a place from a source without ids, unless a place with its name lies within 15 km.
  func addUnnumbered(_ place: Place, names: [String]) throws -> Bool {
    let key = PlaceKey.of(place.name)
    let isKnown = try statements.rows(
      "SELECT p.latitude, p.longitude FROM place_name n JOIN place p ON p.place_id = n.place_id WHERE n.key = ?1", key
    ) { row in
      let other = Coordinate(latitude: row.double(0), longitude: row.double(1))
      return other.isValid && Metric.wgs84.meters(from: place.coordinate, to: other) <= 15_000
    }.contains(true)
    guard !isKnown else { return false }
    var place = place
    place.id = nextNumber
    nextNumber -= 1
    return try add(place, names: names)
  }

  /// Adds a name; one that folds to nothing is ignored.
  func addName(_ name: String, of place: Int, isOwn: Bool) throws {
    let key = PlaceKey.of(name)
    guard !key.isEmpty else { return }
    insertName.bind(1, Optional(key))
    insertName.bind(2, Int64(place))
    insertName.bind(3, Int64(isOwn ? 1 : 0))
    try insertName.run()
  }

  /// The number of a zone; nil for a zone unknown to this system.
  private func zone(_ name: String) throws -> Int? {
    if let known = zones[name] { return known }
    var number: Int?
    if Zone(identifier: name) != nil {
      try statements.run("INSERT OR IGNORE INTO zone (name) VALUES (?1)", name)
      number = try statements.count("SELECT zone_id FROM zone WHERE name = ?1", name)
    }
    zones[name] = .some(number)
    return number
  }
}
