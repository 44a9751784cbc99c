import Geography

/// A country or a first-level region of a gazetteer, located by its places.
struct PlaceDivision: Sendable {
  /// As people read it, such as `Bayern, Germany`.
  var description: String
  /// The folded names by which it is found; codes are left out, since `in` and `me` are words.
  var names: [String]
  /// The smallest box that covers its places.
  var box: BoundingBox
  /// That of its most populous place.
  var coordinate: Coordinate
  /// The population of its places.
  var population: Int

  /// All with places.
  ///
  /// A name that is also the name of a place within it means that place, unless the place is much smaller: *New York*
  /// is the city, and *Mexico* the country.
  /// - Complexity: reads all places, countries and regions.
  static func all(_ source: some StatementSource, _ work: WorkMeter) throws -> [PlaceDivision] {
    let extents = try Extent.all(source, work)
    guard !extents.isEmpty else { return [] }
    var countries: [String: String] = [:]
    var divisions: [PlaceDivision] = []
    let countryRows = try source.statement("SELECT country, name, keys FROM place_country ORDER BY country")
    defer { countryRows.reset() }
    while try countryRows.step() {
      try work.visitNodes()
      let (code, name) = (countryRows.string(0) ?? "", countryRows.string(1) ?? "")
      countries[code] = name
      guard let extent = extents[Key(country: code, region: nil)] else { continue }
      // The first two names are its codes.
      let names = keys(countryRows.string(2)).dropFirst(2)
      let meant = try names.filter { try !means(placeIn: Key(country: code, region: nil), $0, extent, source) }
      divisions += [extent.division(name, named: meant)].compactMap { $0 }
    }
    let regionRows = try source.statement(
      "SELECT country, region, name, keys FROM place_region ORDER BY country, region")
    defer { regionRows.reset() }
    while try regionRows.step() {
      try work.visitNodes()
      let (country, region) = (regionRows.string(0) ?? "", regionRows.string(1) ?? "")
      guard let name = regionRows.string(2)?.nonEmpty, let extent = extents[Key(country: country, region: region)]
      else { continue }
      let names = keys(regionRows.string(3)).filter { $0 != PlaceKey.of(region) }
      let meant = try names.filter { try !means(placeIn: Key(country: country, region: region), $0, extent, source) }
      divisions += [extent.division("\(name), \(countries[country] ?? country)", named: meant)].compactMap { $0 }
    }
    return divisions
  }

  /// The factor for the population of a place whose name in another language matches.
  private static let otherNameFactor = 4.0

  /// Whether a name rather means a place in a division than the division.
  private static func means(
    placeIn key: Key, _ name: String, _ extent: Extent, _ source: some StatementSource
  ) throws -> Bool {
    let rows = try source.rows(
      """
      SELECT p.country, p.region, p.population, n.is_own FROM place_name n JOIN place p ON p.place_id = n.place_id
      WHERE n.key = ?1
      """, name
    ) { row in
      let isInside = row.string(0) == key.country && (key.region == nil || row.string(1) == key.region)
      let factor = row.int(3) == 1 ? PlaceAnswer.ownNameFactor : otherNameFactor
      return isInside && Double(row.int(2)) * factor >= Double(extent.population)
    }
    return rows.contains(true)
  }

  /// The names in a list that bars delimit.
  private static func keys(_ text: String?) -> [String] { (text ?? "").split(separator: "|").map(String.init) }

  private struct Key: Hashable {
    let country: String
    /// Nil for the country as a whole.
    let region: String?
  }

  /// The extent of a division, according to its places.
  private struct Extent {
    var coordinates: [Coordinate] = []
    var population = 0
    var largest = (population: -1, coordinate: Coordinate(latitude: 0, longitude: 0))

    static func all(_ source: some StatementSource, _ work: WorkMeter) throws -> [Key: Extent] {
      var extents: [Key: Extent] = [:]
      let rows = try source.statement(
        "SELECT place_id, latitude, longitude, country, region, population, is_section FROM place")
      defer { rows.reset() }
      while try rows.step() {
        try work.visitNodes()
        let row = StoredRow(rows, of: "place", rows.int(0))
        let coordinate = try row.coordinate(1, 2)
        let (country, region) = (rows.string(3) ?? "", rows.string(4) ?? "")
        let population = rows.int(6) == 1 ? 0 : try row.int(5, in: StoredRange.population) ?? 0
        for key in [Key(country: country, region: nil), Key(country: country, region: region)] {
          extents[key, default: Extent()].add(coordinate, population)
        }
      }
      return extents
    }

    private mutating func add(_ coordinate: Coordinate, _ inhabitants: Int) {
      coordinates.append(coordinate)
      population += inhabitants
      if inhabitants > largest.population { largest = (inhabitants, coordinate) }
    }

    /// Nil without a name.
    func division(_ description: String, named names: [String]) -> PlaceDivision? {
      guard !names.isEmpty, let box = BoundingBox(covering: coordinates) else { return nil }
      return PlaceDivision(
        description: description, names: names, box: box, coordinate: largest.coordinate, population: population)
    }
  }
}
