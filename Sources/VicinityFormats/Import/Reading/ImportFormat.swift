/// The file format of listings.
public enum ImportFormat: String, CaseIterable, Codable, Hashable, Sendable {
  /// Canonical listings, one JSON object per line or in one array.
  case jsonl
  /// A GeoJSON FeatureCollection, OSM tags as properties.
  case geojson
  /// JSON objects of other programs, in one array or one per line, read as the rows of a table.
  case json
  /// GeoJSON features, one per line (RFC 8142).
  case geojsonseq
  /// Overpass API JSON: nodes, ways and relations with tags.
  case overpass
  /// A table with a header, or with a column map.
  case csv
  /// A table of Inside Airbnb listings.
  case airbnb
  /// A table of Open Pubs.
  case openpubs
  /// iCalendar: events (RFC 5545).
  case ics
  /// JSON-LD, such as the events of schema.org, also inside a web page.
  case jsonld
  /// Events of OpenAgenda.
  case openagenda
  /// OpenStreetMap data, PBF or XML, which another program reads.
  case osm
  /// GeoParquet, such as the places of Overture Maps, which another program reads.
  case geoparquet
  /// FlatGeobuf, which another program reads.
  case flatgeobuf

  /// The name for display.
  public var title: String {
    switch self {
    case .jsonl: "canonical JSON Lines"
    case .geojson: "GeoJSON"
    case .json: "JSON of another program"
    case .geojsonseq: "GeoJSON, one feature per line"
    case .overpass: "Overpass JSON"
    case .csv: "a table"
    case .airbnb: "Inside Airbnb listings"
    case .openpubs: "Open Pubs"
    case .ics: "iCalendar"
    case .jsonld: "JSON-LD"
    case .openagenda: "OpenAgenda"
    case .osm: "OpenStreetMap data"
    case .geoparquet: "GeoParquet"
    case .flatgeobuf: "FlatGeobuf"
    }
  }
}
