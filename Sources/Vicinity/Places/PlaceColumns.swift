import Geography
import Streams

/// The columns of a table of places.
struct PlaceColumns {
  private let name: Int
  private let latitude: Int
  private let longitude: Int
  private let country: Int?
  private let region: Int?
  private let population: Int?
  private let zone: Int?
  private let names: Int?

  init(header: [String], path: String) throws(GazetteerError) {
    let lowercased = header.map { $0.lowercased() }
    func column(_ names: String...) -> Int? { lowercased.firstIndex(where: names.contains) }
    guard let name = column("name"), let latitude = column("lat", "latitude"),
      let longitude = column("lon", "lng", "longitude")
    else {
      throw .unknownFile(path: path, reason: "a table of places needs the columns name, lat and lon")
    }
    (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
    (country, region) = (column("cc", "country"), column("admin1", "region"))
    (population, zone) = (column("population"), column("timezone", "zone"))
    names = column("names")
  }

  /// The place of a row, without a number, and its other names, separated by semicolons.
  func place(_ row: CSVReader, path: String) throws(GazetteerError) -> (place: Place, names: [String]) {
    func text(_ column: Int?) -> String { column.flatMap(row.field) ?? "" }
    func badLine(_ problem: String) -> GazetteerError { .badLine(path: path, line: row.recordLine, problem: problem) }
    guard let north = Double(text(latitude)), let east = Double(text(longitude)) else {
      throw badLine(
        "\"\(text(latitude).shortened)\", \"\(text(longitude).shortened)\" is not a latitude and a longitude")
    }
    let coordinate = Coordinate(latitude: north, longitude: east)
    guard coordinate.isValid else { throw badLine("\(north), \(east) is not a position on the Earth") }
    guard !text(name).isEmpty else { throw badLine("the place has no name") }
    guard let people = text(population).isEmpty ? 0 : Int(text(population)), people >= 0 else {
      throw badLine("the population \"\(text(population).shortened)\" is not a whole number")
    }
    let place = Place(
      id: 0, name: text(name), coordinate: coordinate, country: text(country), region: text(region),
      population: people, isSection: false, timeZone: text(zone).isEmpty ? nil : text(zone))
    return (place, text(names).split(separator: ";").map(String.init))
  }
}
