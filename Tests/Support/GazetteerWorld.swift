import Foundation

@testable import Vicinity

/// Small gazetteers for tests.
package enum GazetteerWorld {
  /// Lines of a GeoNames file.
  package static func line(
    _ id: Int, _ name: String, _ alternates: String, _ latitude: Double, _ longitude: Double, _ country: String,
    _ region: String, _ population: Int, _ zone: String, code: String = "PPL"
  ) -> String {
    let cells = [
      "\(id)", name, PlaceKey.of(name), alternates, "\(latitude)", "\(longitude)", "P", code, country, "", region, "",
      "", "",
      "\(population)", "", "", zone, "2026-01-01",
    ]
    return cells.joined(separator: "\t")
  }

  package static let cities = [
    line(2_988_507, "Paris", "Parigi,Париж,巴黎,PAR", 48.85341, 2.3488, "FR", "11", 2_138_551, "Europe/Paris"),
    line(4_717_560, "Paris", "PRX,Парис", 33.66094, -95.55551, "US", "TX", 24_782, "America/Chicago"),
    line(
      665_024, "Târgu Mureş", "Marosvásárhely,Neumarkt,Târgu Mureș", 46.54245, 24.55747, "RO", "27", 116_033,
      "Europe/Bucharest"),
    line(1_850_147, "Tokyo", "東京,Tokio,도쿄", 35.6895, 139.69171, "JP", "40", 9_733_276, "Asia/Tokyo"),
    line(4_250_542, "Springfield", "", 39.80172, -89.64371, "US", "IL", 114_394, "America/Chicago"),
    line(4_409_896, "Springfield", "", 37.21533, -93.29824, "US", "MO", 170_188, "America/Chicago"),
    line(4_951_788, "Springfield", "", 42.10148, -72.58981, "US", "MA", 155_929, "America/New_York"),
    line(4_140_963, "Washington", "Washington D.C.", 38.89511, -77.03637, "US", "DC", 689_545, "America/New_York"),
    line(2_198_148, "Suva", "", -18.14161, 178.44149, "FJ", "01", 77_366, "Pacific/Fiji"),
    line(6_692_000, "Westminster", "", 51.5, -0.11667, "GB", "ENG", 255_324, "Europe/London", code: "PPLX"),
    line(2_643_743, "London", "Londra", 51.50853, -0.12574, "GB", "ENG", 8_961_989, "Europe/London"),
  ].joined(separator: "\n")

  package static let countries = """
    #ISO\tISO3\tISO-Numeric\tfips\tCountry
    FR\tFRA\t250\tFR\tFrance
    US\tUSA\t840\tUS\tUnited States
    RO\tROU\t642\tRO\tRomania
    JP\tJPN\t392\tJA\tJapan
    FJ\tFJI\t242\tFJ\tFiji
    GB\tGBR\t826\tUK\tUnited Kingdom
    """

  package static let regions = """
    US.TX\tTexas\tTexas\t4736286
    US.IL\tIllinois\tIllinois\t4896861
    US.MO\tMissouri\tMissouri\t4398678
    US.MA\tMassachusetts\tMassachusetts\t6254926
    US.DC\tWashington, D.C.\tWashington, D.C.\t4138106
    RO.27\tMureş\tMures\t672628
    """

  /// A catalog with these files as its gazetteer.
  package static func catalog(
    _ files: [String] = [cities, countries, regions], listings: [Listing] = []
  ) throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog(listings)
    _ = try temporary.catalog.importGazetteer(try write(files, in: temporary.folder))
    return temporary
  }

  package static func write(_ files: [String], in folder: URL) throws -> [String] {
    try files.enumerated().map { index, text in
      let file = folder.appending(path: "gazetteer-\(index).txt")
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
  }
}
