import CodedErrors
import Geography
import Streams

extension Catalog {
  /// The named areas of the catalog, ordered by name.
  public func areaSummaries() throws -> [AreaSummary] {
    try read { worker, _, _ in try AreaTable(prepare: worker.statement).summaries() }
  }

  /// The area with this name; nil when there is none. Without an exact match, case and diacritics are ignored.
  public func area(named name: String) throws -> NamedArea? {
    try read { worker, _, _ in try AreaTable(prepare: worker.statement).area(named: name) }
  }

  /// The area with exactly this name.
  /// - Throws: `CatalogError.unknownArea`, with the most similar name.
  package func area(exactlyNamed name: String) throws -> NamedArea {
    try read { worker, _, _ in try AreaTable(prepare: worker.statement).area(exactlyNamed: name).area }
  }

  /// Imports the areas of a file in one transaction, replacing those of the same name.
  ///
  /// - Parameters:
  ///   - file: the areas with their names.
  ///   - source: the name under which the areas are stored.
  ///   - repair: repairs invalid rings instead of rejecting them.
  /// - Throws: `AreaFileError` with every invalid area and the location of its error.
  @discardableResult
  public func importAreas(_ file: AreaFile, source: String, repair: Bool = false) throws -> AreaImportReport {
    guard let areas else { throw CatalogError.needsAreaEngine }
    var report = AreaImportReport()
    let checked = try file.checked(by: areas, source: source, repair: repair, &report)
    return try save(checked, by: areas, report)
  }

  /// Saves areas in one transaction, replacing those of the same name.
  ///
  /// - Throws: `AreaFileError` for invalid shapes.
  @discardableResult
  public func save(_ named: [NamedArea]) throws -> AreaImportReport {
    guard let areas else { throw CatalogError.needsAreaEngine }
    var checked: [NamedArea] = []
    for area in named {
      do {
        checked.append(
          NamedArea(name: area.name, source: area.source, shape: try areas.checked(area.shape, repair: false)))
      } catch {
        throw AreaFileError(path: "\"\(area.name)\"", problems: [error.description])
      }
    }
    return try save(checked, by: areas, AreaImportReport())
  }

  /// Saves an area, if it passes a check in the same transaction.
  ///
  /// - Parameter check: gets the area of exactly this name, nil when there is none; throws to change nothing.
  /// - Returns: whether the area is new.
  /// - Throws: `AreaFileError` for an invalid shape; errors of `check`.
  package func save(_ area: NamedArea, checking check: (NamedArea?) throws -> Void) throws -> Bool {
    guard let areas else { throw CatalogError.needsAreaEngine }
    var area = area
    do { area.shape = try areas.checked(area.shape, repair: false) } catch {
      throw AreaFileError(path: "\"\(area.name)\"", problems: [error.description])
    }
    return try writing().transaction { statements in
      let table = AreaTable(prepare: statements.statement)
      try check(table.number(ofExactly: area.name).flatMap(table.area(inRow:)))
      let outcome = try AreaWriter(on: statements.connection, areas).write(area)
      try AreaWriter.refreshContents(on: statements.connection)
      return outcome.isNew
    }
  }

  private func save(
    _ checked: [NamedArea], by engine: any AreaEngine, _ report: AreaImportReport
  ) throws -> AreaImportReport {
    try writing().transaction { statements in
      var report = report
      let writer = try AreaWriter(on: statements.connection, engine)
      for area in checked {
        let outcome = try writer.write(area)
        if outcome.isNew { report.added += 1 } else { report.replaced += 1 }
        report.covered += outcome.listings
      }
      try AreaWriter.refreshContents(on: statements.connection)
      return report
    }
  }

  /// Removes areas by name, with the stored relation to their listings, in one transaction.
  ///
  /// Without an exact match, case and diacritics are ignored.
  /// - Throws: `CatalogError.unknownArea` for an unknown name; nothing is removed then.
  public func removeAreas(named names: [String]) throws {
    try writing().transaction { statements in
      let table = AreaTable(prepare: statements.statement)
      for name in names {
        guard let fid = try table.number(of: name) else { throw try table.unknown(name) }
        try statements.run("DELETE FROM area WHERE fid = ?1", fid)
      }
      try AreaWriter.refreshContents(on: statements.connection)
    }
  }

  /// Removes the area with exactly this name, if it passes a check in the same transaction.
  ///
  /// - Parameter check: throws to prevent the removal.
  /// - Throws: `CatalogError.unknownArea`, with the most similar name; errors of `check`.
  package func removeArea(exactlyNamed name: String, checking check: (NamedArea) throws -> Void) throws {
    try writing().transaction { statements in
      let (fid, area) = try AreaTable(prepare: statements.statement).area(exactlyNamed: name)
      try check(area)
      try statements.run("DELETE FROM area WHERE fid = ?1", fid)
      try AreaWriter.refreshContents(on: statements.connection)
    }
  }
}

extension AreaTable {
  /// The area with exactly this name, and its row.
  fileprivate func area(exactlyNamed name: String) throws -> (fid: Int, area: NamedArea) {
    guard let fid = try number(ofExactly: name), let area = try area(inRow: fid) else { throw try unknown(name) }
    return (fid, area)
  }

  fileprivate func unknown(_ name: String) throws -> CatalogError {
    let similar = try area(named: name)?.name ?? Suggestion.nearest(to: name, among: names())
    return .unknownArea(name: name, similar: similar)
  }
}

extension AreaFile {
  /// All areas in normal form.
  fileprivate func checked(
    by engine: any AreaEngine, source: String, repair: Bool, _ report: inout AreaImportReport
  ) throws -> [NamedArea] {
    var checked: [NamedArea] = []
    var problems: [String] = []
    for area in areas {
      var shapes: [MultiPolygon] = []
      for part in area.parts {
        do { shapes.append(try engine.checked(part.shape, repair: false)) } catch {
          let mended =
            repair ? Result { () throws(AreaError) in try engine.checked(part.shape, repair: true) } : .failure(error)
          switch mended {
          case .success(let shape):
            shapes.append(shape)
            report.repaired += 1
          case .failure(let error): problems.append("\(part.place) \"\(area.name)\": \(error)")
          }
        }
      }
      guard shapes.count == area.parts.count else { continue }
      let shape = shapes.count == 1 ? shapes[0] : try engine.union(shapes)
      checked.append(NamedArea(name: area.name, source: source, shape: shape))
    }
    guard problems.isEmpty else { throw AreaFileError(path: path, problems: problems) }
    return checked
  }
}
