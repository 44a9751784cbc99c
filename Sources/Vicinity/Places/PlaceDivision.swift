import Geography

/// A country or a first-level region of a gazetteer, as far as its places say where it is.
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
  /// A name that is also the own name of one of its places means that place, unless the place is much smaller: *New York*
  /// is the city, and *Quebec* the province.
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
      divisions += [extent.division(name, named: names)].compactMap { $0 }
    }
    let regionRows = try source.statement(
      "SELECT country, region, name, keys FROM place_region ORDER BY country, region")
    defer { regionRows.reset() }
    while try regionRows.step() {
      try work.visitNodes()
      let (country, region) = (regionRows.string(0) ?? "", regionRows.string(1) ?? "")
      guard let extent = extents[Key(country: country, region: region)] else { continue }
      let name = regionRows.string(2) ?? ""
      let names = keys(regionRows.string(3)).filter { $0 != PlaceKey.of(region) }
      divisions += [extent.division("\(name), \(countries[country] ?? country)", named: names[...])].compactMap { $0 }
    }
    return divisions
  }

  /// The names in a list that bars delimit.
  private static func keys(_ text: String?) -> [String] { (text ?? "").split(separator: "|").map(String.init) }

  private struct Key: Hashable {
    let country: String
    /// Nil for the country as a whole.
    let region: String?
  }

  /// What is known of a division by its places.
  private struct Extent {
    var coordinates: [Coordinate] = []
    var population = 0
    var largest = (population: -1, coordinate: Coordinate(latitude: 0, longitude: 0))
    /// The most inhabitants of a place by its own folded name.
    var places: [String: Int] = [:]

    static func all(_ source: some StatementSource, _ work: WorkMeter) throws -> [Key: Extent] {
      var extents: [Key: Extent] = [:]
      let rows = try source.statement(
        "SELECT place_id, latitude, longitude, country, region, population, is_section, name FROM place")
      defer { rows.reset() }
      while try rows.step() {
        try work.visitNodes()
        let row = StoredRow(rows, of: "place", rows.int(0))
        let coordinate = try row.coordinate(1, 2)
        let (country, region) = (rows.string(3) ?? "", rows.string(4) ?? "")
        let population = rows.int(6) == 1 ? 0 : try row.int(5, in: StoredRange.population) ?? 0
        let name = PlaceKey.of(rows.string(7) ?? "")
        for key in [Key(country: country, region: nil), Key(country: country, region: region)] {
          extents[key, default: Extent()].add(coordinate, population, name)
        }
      }
      return extents
    }

    private mutating func add(_ coordinate: Coordinate, _ inhabitants: Int, _ name: String) {
      coordinates.append(coordinate)
      population += inhabitants
      if inhabitants > largest.population { largest = (inhabitants, coordinate) }
      places[name] = max(places[name] ?? 0, inhabitants)
    }

    /// Nil if all its names mean places, or it has no name.
    func division(_ description: String, named names: ArraySlice<String>) -> PlaceDivision? {
      let meant = names.filter { name in
        places[name].map { Double($0) * PlaceAnswer.ownNameFactor < Double(population) } ?? true
      }
      guard !meant.isEmpty, let box = BoundingBox(covering: coordinates) else { return nil }
      return PlaceDivision(
        description: description, names: meant, box: box, coordinate: largest.coordinate, population: population)
    }
  }
}
