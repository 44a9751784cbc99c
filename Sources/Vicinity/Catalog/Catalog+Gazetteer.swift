import CivilTime
import Geography

extension Catalog {
  /// The places that a name may refer to, most likely first: whole names if any match, else the most populous places of
  /// the country with that name, else prefixes of names.
  ///
  /// Case, diacritics and punctuation are ignored. A region or country may follow the name: `Paris, Texas`, `Paris,
  /// US`.
  /// - Throws: `GazetteerError.noGazetteer`.
  /// - Complexity: a few rows of an index; a prefix of many names reads as many rows.
  public func places(named text: String, limit: Int = 10) throws -> PlaceAnswer {
    try gazetteer { try $0.answer(text, limit: limit) }
  }

  /// The places with a name that starts with a prefix, most important first; for completion while typing.
  /// - Throws: `GazetteerError.noGazetteer`.
  public func places(beginningWith text: String, limit: Int = 10) throws -> PlaceAnswer {
    try gazetteer { try $0.places(beginningWith: text, limit: limit) }
  }

  /// The place that a name unambiguously refers to.
  /// - Throws: `GazetteerError` when no place has this name, or several of similar importance do.
  public func place(named text: String) throws -> Place {
    let answer = try gazetteer { reader in
      let answer = try reader.answer(text, limit: 3, onlyWhole: true)
      return answer.places.isEmpty ? try reader.answer(text, limit: 3) : answer
    }
    if let country = answer.country {
      throw GazetteerError.countryNamed(text, places: answer.places.prefix(2).map(\.name), box: country.box)
    }
    guard answer.fit == .whole, let place = answer.places.first else {
      throw GazetteerError.unknownPlace(text, similar: answer.places.map(\.description))
    }
    guard !answer.isAmbiguous else {
      throw GazetteerError.ambiguousPlace(text, choices: answer.choices.prefix(5).map(\.description))
    }
    return place
  }

  /// The city, country and time zone of a coordinate, derived from the surrounding places.
  ///
  /// - Parameters:
  ///   - coordinate: latitude and longitude in degrees.
  ///   - budget: limits how long it waits for another thread that reads all places.
  /// - Throws: `GazetteerError.noGazetteer`, `TooExpensive`.
  /// - Complexity: O(log n); the first call after an import waits until all places are read.
  public func locality(of coordinate: Coordinate, within budget: WorkBudget = .unlimited) throws -> Locality {
    let found = try read(within: budget) { worker, _, _ in
      try worker.placeMap()?.locality(of: coordinate, reading: worker)
    }
    guard let found else { throw GazetteerError.noGazetteer(path: path) }
    return found
  }

  /// The most populous places in a box, most populous first; none without a gazetteer.
  ///
  /// - Parameters:
  ///   - box: degrees, closed; may cross the antimeridian.
  ///   - least: the least population.
  ///   - sections: whether to include parts of larger places.
  ///   - budget: limits how long it waits for another thread that reads all places.
  /// - Complexity: O(log n) in typical boxes, and a row for each place; the first call after an import waits until all
  ///   places are read.
  package func mostPopulousPlaces(
    _ limit: Int, in box: BoundingBox, inhabitants least: Int = 0, sections: Bool = true,
    within budget: WorkBudget = .unlimited
  ) throws -> [Place] {
    try read(within: budget) { worker, _, _ in
      guard let map = try worker.placeMap() else { return [] }
      let reader = GazetteerReader(source: worker)
      return try map.mostPopulous(limit, in: box, inhabitants: least, sections: sections).compactMap(reader.place)
    }
  }

  /// The places indexed by position; nil without a gazetteer.
  package func placeMap() throws -> PlaceMap? {
    try read { worker, _, _ in try worker.placeMap() }
  }

  /// The query with its place name resolved.
  package func located(_ query: Query) throws -> Query {
    guard let name = query.place else { return query }
    if query.near != nil { throw QueryError.conflict("near: give either a coordinate or the name of a place") }
    var query = query
    let place = try place(named: name)
    (query.near, query.place, query.foundPlace) = (place.coordinate, nil, place.description)
    return query
  }

  /// The query with its place name resolved, and with the nights of a word for a stay: for requests that change a query
  /// or take it apart.
  package func settled(_ query: Query, at now: Instant) throws -> Query {
    let query = try located(query)
    return query.stay?.word == nil ? query : query.withNights(at: query.now ?? now)
  }

  private func gazetteer<Result>(_ body: (GazetteerReader) throws -> Result) throws -> Result {
    try read { worker, _, _ in
      let reader = GazetteerReader(source: worker)
      guard try reader.hasPlaces else { throw GazetteerError.noGazetteer(path: path) }
      return try body(reader)
    }
  }
}

extension Catalog {
  /// Imports the files of a gazetteer in one transaction: GeoNames places, countries, first-level regions and alternate
  /// names, or tables with the columns name, lat and lon; plain or gzip.
  ///
  /// Files of places replace all places, files of countries and regions replace those. Alternate names are added to the
  /// places then in the catalog; without such a file the names in the column of the places file are used.
  /// - Throws: `ImportError` for a file that cannot be read, `GazetteerError` for one that cannot be parsed.
  @discardableResult
  public func importGazetteer(_ paths: [String]) throws -> GazetteerReport {
    let files = try paths.map(GazetteerFile.init)
    return try writing().transaction { try GazetteerImport.run(files, with: $0) }
  }
}
