import Geography
import Streams
import Vicinity

/// What the values of a table show about its columns, before its rows are read: which column is the position, and
/// whether day or month comes first in its dates.
struct TableSurvey {
  /// The column with positions; nil where latitude and longitude have columns, and where no column has positions.
  private(set) var position: String?
  /// Which of two numbers in the column of positions comes first; nil without such a column.
  private(set) var positionOrder: PositionText.Order?
  /// Whether day or month comes first in dates; nil when none of them shows it, or some contradict others.
  private(set) var dateOrder: DateOrder?

  /// The number of rows whose values decide which column is the position.
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
    let mapped = try options.map.positionColumn.map { try TableColumns.index(of: $0, header, source.path) }
    guard mapped != nil || TableColumns.lacksPosition(header, options.map) else { return }
    let candidates = mapped.map { [$0] } ?? header.indices.filter { Self.isPositionName(header[$0]) }
    guard !candidates.isEmpty else { return }
    var columns = [Int: PositionColumn](uniqueKeysWithValues: candidates.map { ($0, PositionColumn()) })
    try Self.forEachRow(source, limit: Self.sample) { value in
      for index in candidates { columns[index]?.note(value(index)) }
    }
    guard let column = mapped ?? candidates.first(where: { columns[$0]?.isPosition ?? false }) else { return }
    if mapped == nil { position = header[column] }
    let name = header.indices.contains(column) ? Field.simplified(header[column]) : ""
    let isReversed = Self.longitudeFirst.contains(name) || columns[column]?.isReversed ?? false
    positionOrder = isReversed ? .longitudeFirst : .latitudeFirst
  }

  /// What the values of a column show.
  private struct PositionColumn {
    private var given = 0
    private var understood = 0
    /// Positions whose first number can only be a latitude, or only be a longitude.
    private var (latitudes, longitudes) = (0, 0)

    mutating func note(_ text: String?) {
      guard let text, !text.isEmpty else { return }
      given += 1
      guard let found = try? PositionText.coordinate(in: text) else { return }
      if found.isValid {
        if found.latitude != 0 || found.longitude != 0 { understood += 1 }
        if abs(found.longitude) > 90 { latitudes += 1 }
      } else if Coordinate(latitude: found.longitude, longitude: found.latitude).isValid {
        longitudes += 1
      }
    }

    var isPosition: Bool { 2 * (understood + longitudes) > given }

    /// Whether longitudes come first: a few wrong rows among many do not show it.
    var isReversed: Bool { longitudes > latitudes && 20 * longitudes > understood + longitudes }
  }

  /// Whether a name is one of `names`, also within an object, or that of links, which may be those of a map.
  private static func isPositionName(_ name: String) -> Bool {
    names.contains(Field.simplified(name)) || links.contains(Field.simplified(name))
      || name.split(separator: ".").last.map { names.contains(Field.simplified(String($0))) } ?? false
  }

  private static let links: Set = ["link", "url"]

  /// Column names of databases, open data portals and map services, simplified.
  static let names: Set = longitudeFirst.union([
    "geom", "thegeom", "geometry", "wkt", "wkbgeometry", "geometrywkt", "ewkt", "shape", "geoshape", "geo", "geopoint",
    "geopoint2d", "geolocation", "location", "locationpoint", "point", "position", "coordinates", "coordinate",
    "coords",
    "coord", "koordinaten", "coordonnees", "coordenadas", "coordinate2d", "latlng", "latlon", "latlong",
    "latitudelongitude", "gps", "gpscoordinates", "gpscoords", "gpskoordinaten", "geocoordinates", "georeference",
    "maplink", "mapurl", "map", "maps", "googlemaps", "googlemapslink", "googlemapsurl", "mapsurl", "mapslink",
    "osmlink",
    "openstreetmap", "geojson", "geouri", "locationcoordinates",
  ])

  private static let longitudeFirst: Set = ["lonlat", "lnglat", "longlat", "longitudelatitude", "xy"]

  // MARK: Dates

  private mutating func findDateOrder(_ source: TableSource, _ columns: TableColumns, _ options: ImportOptions) throws {
    var evidence = DateOrderEvidence()
    try Self.forEachRow(source, limit: .max) { value in
      let texts = columns.texts(value)
      for text in [texts[.starts], texts[.ends]] {
        if let text, !EventTimes.isISO(text), let date = DateText(text) { evidence.add(date) }
      }
    }
    dateOrder = evidence.order
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
