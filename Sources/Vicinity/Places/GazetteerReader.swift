import Geography

/// Looks places up in the tables of the gazetteer.
struct GazetteerReader {
  let source: any StatementSource

  /// Whether there is a gazetteer.
  var hasPlaces: Bool {
    get throws { try source.count("SELECT EXISTS (SELECT 1 FROM place)") == 1 }
  }

  /// The places that a text may refer to: by whole names if any match, else the places of the country with that name,
  /// else by prefixes of names.
  ///
  /// - Parameter onlyWhole: whether to ignore prefixes.
  func answer(_ text: String, limit: Int, onlyWhole: Bool = false) throws -> PlaceAnswer {
    let readings = PlaceQuestion(text).readings
    for reading in readings {
      let found = try places(named: reading, limit: .max, fit: .whole)
      guard let first = found.first else { continue }
      if reading.qualifiers.isEmpty, let country = try country(of: text, outweighing: first.weight, limit: limit) {
        return country
      }
      return PlaceAnswer(text: text, fit: .whole, found: found, limit: limit)
    }
    if let country = try country(of: text, outweighing: 0, limit: limit) { return country }
    for reading in onlyWhole ? [] : readings {
      let found = try places(named: reading, limit: limit, fit: .beginning)
      if !found.isEmpty { return PlaceAnswer(text: text, fit: .beginning, found: found, limit: limit) }
    }
    return PlaceAnswer(text: text, fit: .whole, found: [], limit: limit)
  }

  /// The country with a name, with its most populous places; nil if there is none, or a place with that name weighs
  /// more.
  ///
  /// - Complexity: reads the names of all countries, and all places of the country.
  private func country(of text: String, outweighing weight: Double, limit: Int) throws -> PlaceAnswer? {
    let key = PlaceKey.of(text)
    guard !key.isEmpty else { return nil }
    let named = try source.rows(
      "SELECT country, name FROM place_country WHERE instr(keys, '|' || ?1 || '|')", key
    ) { (code: $0.string(0) ?? "", name: $0.string(1) ?? "") }
    // A code, such as BOL, means a country only where no place has that name.
    let meant = named.filter { weight == 0 || PlaceKey.of($0.name) == key }
    let answers = try meant.compactMap { try country($0.code, $0.name, text: text, limit: limit) }
    // Two countries are called Congo.
    let best = answers.max { ($0.country?.population ?? 0) < ($1.country?.population ?? 0) }
    return best.flatMap { Double($0.country?.population ?? 0) > weight ? $0 : nil }
  }

  private func country(_ code: String, _ name: String, text: String, limit: Int) throws -> PlaceAnswer? {
    let places = try source.rows(Self.columns + Self.ofCountry, code, body: Self.place)
    guard let box = BoundingBox(covering: places.map(\.coordinate)) else { return nil }
    let population = places.reduce(0) { $0 + ($1.isSection ? 0 : $1.population) }
    let country = Country(code: code, name: name, box: box, population: population)
    return PlaceAnswer(text: text, country: country, places: Array(places.lazy.filter { !$0.isSection }.prefix(limit)))
  }

  /// The places with a name that starts with a text, most important first.
  func places(beginningWith text: String, limit: Int) throws -> PlaceAnswer {
    for reading in PlaceQuestion(text).readings {
      let found = try places(named: reading, limit: limit, fit: .beginning)
      if !found.isEmpty { return PlaceAnswer(text: text, fit: .beginning, found: found, limit: limit) }
    }
    return PlaceAnswer(text: text, fit: .beginning, found: [], limit: limit)
  }

  private func places(
    named reading: PlaceQuestion.Reading, limit: Int, fit: PlaceAnswer.Fit
  ) throws -> [(place: Place, weight: Double)] {
    let statement = try source.statement(fit == .whole ? Self.whole : Self.beginning)
    statement.bind(1, Optional(reading.name))
    if fit == .beginning { statement.bind(2, Optional(PlaceKey.end(ofPrefix: reading.name))) }
    defer { statement.reset() }
    var found: [(place: Place, weight: Double)] = []
    while found.count < limit, try statement.step() {
      let place = try Self.place(statement)
      guard reading.qualifiers.allSatisfy({ Self.isIn($0, place, statement) }) else { continue }
      found.append((place, statement.double(13)))
    }
    return found
  }

  /// Whether a place is in the region or country that a qualifier names.
  private static func isIn(_ qualifier: String, _ place: Place, _ row: Statement) -> Bool {
    if PlaceKey.of(place.country) == qualifier { return true }
    if row.string(11)?.contains("|\(qualifier)|") == true { return true }
    let keys = row.string(12) ?? "|\(PlaceKey.of(place.region))|"
    // A prefix of a region's name suffices: `Paris, Tex`.
    return keys.contains("|\(qualifier)|") || qualifier.count >= 3 && keys.contains("|\(qualifier)")
  }

  static func place(_ row: Statement) throws -> Place {
    let place = StoredRow(row, of: "place", row.int(0))
    return Place(
      id: place.number, name: row.string(1) ?? "", coordinate: try place.coordinate(2, 3),
      country: row.string(4) ?? "", countryName: row.string(5), region: row.string(6) ?? "",
      regionName: row.string(7)?.nonEmpty, population: try place.int(8, in: StoredRange.population) ?? 0,
      isSection: row.int(9) == 1, timeZone: row.string(10))
  }

  /// The place with this number.
  func place(_ id: Int) throws -> Place? {
    try source.first(Self.columns + "0 FROM place p \(Self.joins) WHERE p.place_id = ?1", id, body: Self.place)
  }

  private static let columns = """
    SELECT p.place_id, p.name, p.latitude, p.longitude, p.country, c.name, p.region, r.name, p.population, p.is_section, z.name,
      c.keys, r.keys,
    """
  private static let joins = """
    LEFT JOIN place_country c ON c.country = p.country
    LEFT JOIN place_region r ON r.country = p.country AND r.region = p.region
    LEFT JOIN zone z ON z.zone_id = p.zone_id
    """
  private static let weight =
    " max(p.population, 1) * (CASE max(n.is_own) WHEN 1 THEN \(PlaceAnswer.ownNameFactor) ELSE 1.0 END) AS weight "

  private static func search(_ condition: String) -> String {
    columns + weight + """
      FROM place_name n JOIN place p ON p.place_id = n.place_id \(joins)
      WHERE \(condition) GROUP BY p.place_id ORDER BY weight DESC, p.place_id
      """
  }

  private static let ofCountry = "0 FROM place p \(joins) WHERE p.country = ?1 ORDER BY p.population DESC, p.place_id"
  private static let whole = search("n.key = ?1")
  private static let beginning = search("n.key >= ?1 AND n.key < ?2")
}
