import Foundation
import Streams

/// Imports the files of a gazetteer into a catalog.
struct GazetteerImport {
  private let statements: PreparedStatements
  private let writer: PlaceWriter
  private let readsAlternates: Bool
  private var report = GazetteerReport()

  /// Imports all files in the running transaction.
  static func run(_ files: [GazetteerFile], with statements: PreparedStatements) throws -> GazetteerReport {
    let kinds = Set(files.map(\.kind))
    if kinds.contains(where: \.hasPlaces) { try PlaceWriter.clear(["place_name", "place"], with: statements) }
    if kinds.contains(.countries) { try PlaceWriter.clear(["place_country"], with: statements) }
    if kinds.contains(.regions) { try PlaceWriter.clear(["place_region"], with: statements) }
    var run = GazetteerImport(
      statements: statements, writer: try PlaceWriter(statements), readsAlternates: !kinds.contains(.alternateNames))
    for file in files.sorted(by: { $0.kind < $1.kind }) { try run.read(file) }
    let names = files.map { $0.path.split(separator: "/").last ?? "" }.joined(separator: " ")
    try statements.run("INSERT INTO place_import (files) VALUES (?1)", names)
    if kinds.contains(where: \.hasPlaces) { try RegionRenewal.run(with: statements) }
    return try run.finish()
  }

  private init(statements: PreparedStatements, writer: PlaceWriter, readsAlternates: Bool) {
    self.statements = statements
    self.writer = writer
    self.readsAlternates = readsAlternates
  }

  private mutating func read(_ file: GazetteerFile) throws {
    switch file.kind {
    case .countries: try Self.forEachLine(of: file) { try takeCountry($0) }
    case .regions: try Self.forEachLine(of: file) { try takeRegion($0) }
    case .places: try Self.forEachLine(of: file) { try takePlace($0) }
    case .alternateNames:
      if writer.numbers.isEmpty { throw GazetteerError.noPlaces(path: file.path) }
      try Self.forEachLine(of: file) { try takeName($0) }
    case .table: try readTable(file)
    }
  }

  private static func forEachLine(
    of file: GazetteerFile, _ take: (TabbedLine) throws -> Void
  ) throws {
    let lines = LineReader(file.buffer)
    while let line = try lines.next() {
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      try take(TabbedLine(line, path: file.path, number: lines.lineNumber))
    }
  }

  private func finish() throws -> GazetteerReport {
    var report = report
    report.places = try statements.count("SELECT count(*) FROM place")
    report.names = try statements.count("SELECT count(DISTINCT key) FROM place_name")
    report.countries = try statements.count("SELECT count(*) FROM place_country")
    report.regions = try statements.count("SELECT count(*) FROM place_region")
    report.withoutZone = try statements.count("SELECT count(*) FROM place WHERE zone_id IS NULL")
    return report
  }
}

// MARK: - Lines of GeoNames; columns as in its readme.txt

extension GazetteerImport {
  private mutating func takePlace(_ line: TabbedLine) throws {
    guard line.count >= 19 else { throw line.badLine("a place has 19 columns, and this line has \(line.count)") }
    let name = line[1]
    guard !name.isEmpty else { throw line.badLine("the place has no name") }
    let population = line[14].isEmpty ? 0 : try line.integer(14, "the population")
    let place = Place(
      id: try line.integer(0, "the number"), name: name, coordinate: try line.coordinate(4, 5), country: line[8],
      region: line[10], population: max(0, population), isSection: line[7] == "PPLX",
      timeZone: line[17].isEmpty ? nil : line[17])
    let alternates = readsAlternates ? line[3].split(separator: ",").map(String.init) : []
    guard try writer.add(place, names: alternates) else {
      report.repeated += 1
      return
    }
    if line[2] != name { try writer.addName(line[2], of: place.id, isOwn: true) }
  }

  private mutating func takeCountry(_ line: TabbedLine) throws {
    guard line.count >= 5, line[0].count == 2 else {
      throw line.badLine("a country has a code of two letters and at least 5 columns")
    }
    let own = line[15].split(separator: ",").compactMap { Self.name(ofCountry: line[0], in: String($0)) }
    let names = [line[0], line[1], line[4]] + own + (Self.furtherNames[line[0]] ?? [])
    try statements.run(
      "INSERT OR REPLACE INTO place_country (country, name, keys) VALUES (?1, ?2, ?3)", line[0], line[4],
      Self.keys(names))
  }

  /// The name of a country in one of its languages.
  private static func name(ofCountry code: String, in language: String) -> String? {
    Locale(identifier: language).localizedString(forRegionCode: code)
  }

  /// Common names apart from codes and full names.
  private static let furtherNames = [
    "GB": ["UK", "Great Britain", "Britain"], "US": ["America", "United States of America"], "NL": ["Holland"],
    "AE": ["UAE", "Emirates"], "CZ": ["Czechia"], "TR": ["Türkiye"], "MK": ["North Macedonia"], "SZ": ["Eswatini"],
    "CV": ["Cabo Verde"], "TL": ["Timor-Leste"], "CI": ["Côte d'Ivoire"], "MM": ["Burma"], "KR": ["Korea"],
  ]

  private func takeRegion(_ line: TabbedLine) throws {
    let code = line[0].split(separator: ".", maxSplits: 1).map(String.init)
    guard line.count >= 2, code.count == 2 else {
      throw line.badLine("a region has a code such as US.TX and a name")
    }
    // Monaco has a single one, without a name.
    guard !line[1].isEmpty else { return }
    let local = HolidayRegions.localName(country: code[0], division: code[1])
    let letters = code[1].contains(where: \.isLetter) ? [code[1]] : []
    try statements.run(
      "INSERT OR REPLACE INTO place_region (country, region, name, keys) VALUES (?1, ?2, ?3, ?4)", code[0], code[1],
      line[1], Self.keys(letters + [line[1], line[2]] + [local].compactMap(\.self)))
  }

  private mutating func takeName(_ line: TabbedLine) throws {
    let place = try line.integer(1, "the number of the place")
    // Links, identifiers and station codes are not names.
    guard writer.numbers.contains(place), !Self.otherThanNames.contains(line[2]) else {
      report.leftOut += 1
      return
    }
    try writer.addName(line[3], of: place, isOwn: false)
  }

  private static let otherThanNames: Set = [
    "link", "wkdt", "post", "iata", "icao", "faac", "tcid", "unlc", "phon", "piny",
  ]

  /// The folded names, delimited by bars.
  private static func keys(_ names: [String]) -> String {
    var keys: [String] = []
    for key in names.map(PlaceKey.of) where !key.isEmpty && !keys.contains(key) { keys.append(key) }
    return "|" + keys.joined(separator: "|") + "|"
  }
}

// MARK: - Tables with a header

extension GazetteerImport {
  private mutating func readTable(_ file: GazetteerFile) throws {
    let reader = CSVReader(file.buffer)
    guard try reader.next() else { return }
    let columns = try PlaceColumns(header: reader.record, path: file.path)
    while try reader.next() {
      let row = try columns.place(reader, path: file.path)
      if try !writer.addUnnumbered(row.place, names: row.names) { report.repeated += 1 }
    }
  }
}
