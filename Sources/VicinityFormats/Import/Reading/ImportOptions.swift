import CivilTime
import Geography
import Vicinity

/// The options of an import; all of them have defaults.
public struct ImportOptions: Sendable {
  /// The format; nil to guess it.
  public var format: ImportFormat?
  /// The name of the source in the catalog; nil uses the file name without its extensions.
  public var source: String?
  /// IANA zone of listings without one; nil uses that of the nearest place in the gazetteer, if any.
  public var timeZone: String?
  /// The places of the catalog's gazetteer, which provide zones for listings without one.
  var places: PlaceMap?
  /// The custom fields of the catalog.
  var ownFields: [OwnField] = []
  /// ISO 4217 currency of prices without one; nil leaves them without.
  public var currency: String?
  /// Whether day, month or year comes first in dates such as 03/04/26; nil for what the dates of the column show.
  public var dateOrder: DateOrder?
  /// The columns or properties of the fields.
  public var map = ColumnMap()
  /// Whether the first row of a table is a header.
  public var hasHeader = true
  /// OSM types to import in addition to bars, pubs, cafés and restaurants: `key=value`, `key=*`, or `*` for every
  /// feature.
  public var include: [String] = []
  /// The position of iCalendar and JSON-LD events without one; nil rejects them.
  public var near: Coordinate?
  /// A table of nights for Inside Airbnb listings.
  public var calendar: String?
  /// The maximum distance in meters of a couch's public point from its location, for couches without a `publicRadius`;
  /// stored in the catalog for later imports. 0 shows couches at their exact location, nil keeps the radius of the
  /// catalog.
  public var publicRadiusMeters: Double?
  /// Whether one bad row rejects the whole file.
  public var isStrict = false
  /// Put before each id, so that ids of different sources do not meet.
  public var idPrefix = ""
  /// Whether listings of other sources with the same ids are replaced, and belong to this source from then on; otherwise
  /// such rows are rejected.
  public var takesOver = false
  /// Whether to remove listings of the same source that are missing from the file.
  public var replacesSource = false
  /// Whether a file without any listing may replace its source, and so remove all of its listings.
  public var allowsEmpty = false
  /// The current time: that at which new listings were added, and which decides whether places have closed or are yet to
  /// open; nil for the time of the import.
  public var now: Instant?
  /// The file for rejected rows, as JSON Lines.
  public var rejects: String?
  /// Whether rejected rows are appended to that file, as after earlier files of the same run.
  public var addsRejects = false

  /// All defaults.
  public init() {}

  /// The decoder of listings in the canonical form.
  var decoder: ListingDecoder {
    let options = self
    return ListingDecoder(.init(currency: currency) { options.zone(at: $0) }, isStrict: isStrict)
  }

  /// The zone of an event that has none: the zone of the import, else the zone of the nearest place in the gazetteer.
  func zone(at coordinate: Coordinate) -> String? { timeZone ?? places?.zone(at: coordinate) }

  /// The name of a file without folder and extensions: `bars` for `data/bars.geojson.gz`.
  public static func sourceName(of path: String) -> String {
    guard path != "-" else { return "stdin" }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? file
    return stem.isEmpty ? file : stem
  }

  /// Validates the options that do not depend on the file.
  func validate() throws(ImportError) {
    if let timeZone, Zone(identifier: timeZone) == nil {
      throw .badOption(
        "timeZone", value: timeZone,
        reason: RowRejection.unknownTimeZone(timeZone, suggestion: ZoneNames.nearest(to: timeZone)).description
          .trimmingSentence)
    }
    if let currency, !Price.isCurrencyCode(currency) {
      throw .badOption("currency", value: currency, reason: "is not an ISO 4217 code of three capitals such as EUR")
    }
    if let radius = publicRadiusMeters, radius != 0, !ExactPoint.radii.contains(radius) {
      throw .badOption("publicRadius", reason: "\(radius) m is not 0, and not from 10 m to 50 km")
    }
    if let near, abs(near.latitude) > 90 || abs(near.longitude) > 180 {
      let rejection = RowRejection.coordinateOutOfRange(latitude: near.latitude, longitude: near.longitude)
      throw .badOption("near", reason: rejection.description.trimmingSentence)
    }
    for pattern in include where pattern != "*" && !pattern.contains("=") {
      throw .badOption("include", value: pattern, reason: "write key=value such as shop=supermarket, key=* or *")
    }
  }
}
