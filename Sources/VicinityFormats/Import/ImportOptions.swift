import CivilTime
import Geography
import Vicinity

/// How a file is to be imported; everything has a default.
public struct ImportOptions: Sendable {
  /// Says the format instead of having it guessed.
  public var format: ImportFormat?
  /// What the source is called in the catalog; nil is the file name without its endings.
  public var source: String?
  /// IANA zone of listings that name none; nil takes that of the nearest place of the gazetteer, or leaves them without.
  public var timeZone: String?
  /// The places of the catalog's gazetteer, which give listings without zone that of the nearest one.
  var places: PlaceMap?
  /// ISO 4217 currency of prices that name none; nil leaves them without.
  public var currency: String?
  /// Which column or property holds which field.
  public var map = ColumnMap()
  /// Whether the first row of a table is a header.
  public var hasHeader = true
  /// OSM types to import beside bars, pubs, cafés and restaurants: `key=value`, `key=*`, or `*` for every feature.
  public var include: [String] = []
  /// Where events of iCalendar and JSON-LD are that do not say it; nil rejects them.
  public var near: Coordinate?
  /// A table of nights for Inside Airbnb listings.
  public var calendar: String?
  /// How far from its place, in meters, the public point of a couch may lie that names no `publicRadius`; kept in the catalog for later
  /// imports as well. 0 shows couches where they are, nil leaves the radius that the catalog has.
  public var publicRadius: Double?
  /// Whether one bad row refuses the file.
  public var isStrict = false
  /// Whether listings of the same source that the file no longer has are removed.
  public var replacesSource = false
  /// Where rejected rows are written, as JSON Lines.
  public var rejects: String?
  /// Whether rejected rows are added to what that file holds, as of the files imported before.
  public var addsRejects = false

  /// All defaults.
  public init() {}

  /// The name of a file without folder, compression and format endings: `bars` for `data/bars.geojson.gz`.
  public static func sourceName(of path: String) -> String {
    guard path != "-" else { return "stdin" }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? file
    return stem.isEmpty ? file : stem
  }

  /// Checks what can be checked without the file.
  func validate() throws(ImportError) {
    if let timeZone, Zone(identifier: timeZone) == nil {
      throw .badOption(
        "--timezone \(timeZone)",
        reason: RowFault.unknownTimeZone(timeZone, suggestion: ZoneNames.nearest(to: timeZone)).description
          .trimmingSentence)
    }
    if let currency, !Price.isCurrencyCode(currency) {
      throw .badOption("--currency \(currency)", reason: "is not an ISO 4217 code of three capitals such as EUR")
    }
    if let publicRadius, publicRadius != 0, !ExactPoint.radii.contains(publicRadius) {
      throw .badOption("--public-radius", reason: "\(publicRadius) m is not 0, and not from 10 m to 50 km")
    }
    if let near, abs(near.latitude) > 90 || abs(near.longitude) > 180 {
      let fault = RowFault.coordinateOutOfRange(latitude: near.latitude, longitude: near.longitude)
      throw .badOption("--near", reason: fault.description.trimmingSentence)
    }
    for pattern in include where pattern != "*" && !pattern.contains("=") {
      throw .badOption("--include \(pattern)", reason: "write key=value such as shop=supermarket, key=* or *")
    }
  }
}

extension String {
  /// The text without a full stop at its end, for use inside another sentence.
  var trimmingSentence: String { hasSuffix(".") ? String(dropLast()) : self }
}
