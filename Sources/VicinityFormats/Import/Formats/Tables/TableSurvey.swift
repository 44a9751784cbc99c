import Geography
import Streams
import Vicinity

/// What the values of a table show about its columns, before its rows are read: which column is the position, and
/// whether day or month comes first in its dates.
struct TableSurvey {
  /// The column with positions; nil where latitude and longitude have columns, and where no column has positions.
  private(set) var position: String?
  /// Which of two numbers in that column comes first.
  private(set) var positionOrder = PositionText.Order.latitudeFirst
  /// Whether day or month comes first in dates; nil when none of them shows it, or some contradict others.
  private(set) var dateOrder: DateOrder?

  /// The number of rows whose values decide which column is the position, and whether dates have to be compared at all.
  private static let sample = 1000

  /// - Throws: errors of reading, and of the columns that the map names.
  init(_ source: TableSource, _ options: ImportOptions) throws {
    let header = source.columnNames
    try findPosition(source, header, options)
    guard options.dateOrder == nil else { return }
    let columns = try? TableColumns(header: header, map: options.map, position: position, path: "")
    if let columns, columns.hasTimes { try findDateOrder(source, columns, options) }
  }

  // MARK: Positions

  private mutating func findPosition(_ source: TableSource, _ header: [String], _ options: ImportOptions) throws {
    let mapped = options.map.positionColumn
    guard mapped != nil || TableColumns.lacksPosition(header, options.map) else { return }
    let candidates = header.indices.filter { index in
      mapped.map { $0 == header[index] } ?? Self.names.contains(Field.simplified(header[index]))
    }
    guard !candidates.isEmpty else { return }
    var counts: [Int: (understood: Int, given: Int, beyond: Int)] = [:]
    try Self.forEachRow(source, limit: Self.sample) { value in
      for index in candidates {
        guard let text = value(index), !text.isEmpty else { continue }
        counts[index, default: (0, 0, 0)].given += 1
        guard let found = try? PositionText.coordinate(in: text) else { continue }
        if !found.isValid {
          let swapped = Coordinate(latitude: found.longitude, longitude: found.latitude)
          if swapped.isValid { counts[index]?.beyond += 1 }
        } else if found.latitude != 0 || found.longitude != 0 {
          counts[index]?.understood += 1
        }
      }
    }
    func isPosition(_ index: Int) -> Bool {
      counts[index].map { 2 * ($0.understood + $0.beyond) > $0.given } ?? false
    }
    guard let column = candidates.first(where: isPosition) else { return }
    if mapped == nil { position = header[column] }
    // A latitude beyond 90 is a longitude.
    let isReversed = Self.longitudeFirst.contains(Field.simplified(header[column])) || (counts[column]?.beyond ?? 0) > 0
    positionOrder = isReversed ? .longitudeFirst : .latitudeFirst
  }

  /// Column names of databases, open data portals and map services, simplified.
  static let names: Set = longitudeFirst.union([
    "geom", "thegeom", "geometry", "wkt", "wkbgeometry", "geometrywkt", "ewkt", "shape", "geoshape", "geo", "geopoint",
    "geopoint2d", "geolocation", "location", "locationpoint", "point", "position", "coordinates", "coordinate",
    "coords",
    "coord", "koordinaten", "coordonnees", "coordenadas", "coordinate2d", "latlng", "latlon", "latlong",
    "latitudelongitude", "gps", "gpscoordinates", "gpscoords", "gpskoordinaten", "geocoordinates", "georeference",
    "maplink", "mapurl", "map", "maps", "googlemaps", "googlemapslink", "googlemapsurl", "mapsurl", "mapslink",
    "osmlink",
    "openstreetmap", "geojson", "geouri",
  ])

  private static let longitudeFirst: Set = ["lonlat", "lnglat", "longlat", "longitudelatitude", "xy"]

  // MARK: Dates

  private mutating func findDateOrder(_ source: TableSource, _ columns: TableColumns, _ options: ImportOptions) throws {
    var orders: Set<DateOrder> = []
    var (rows, isNeeded) = (0, false)
    try Self.forEachRow(source, limit: .max) { value in
      rows += 1
      guard isNeeded || rows <= Self.sample else { return }
      let texts = columns.texts(value)
      for text in [texts[.starts], texts[.ends]] {
        guard let text, !EventTimes.isISO(text), let date = DateText(text) else { continue }
        if date.orders.count == 1 { orders.formUnion(date.orders) } else { isNeeded = isNeeded || date.isEither }
      }
    }
    if orders.count == 1 { dateOrder = orders.first }
  }

  // MARK: Rows

  private static func forEachRow(
    _ source: TableSource, limit: Int, _ body: ((Int) -> String?) -> Void
  ) throws {
    let table = try source.look()
    var rows = 0
    while rows < limit, try table.next() {
      rows += 1
      body { table.field($0) }
    }
  }
}
