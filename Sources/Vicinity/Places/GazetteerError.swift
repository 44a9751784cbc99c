import CodedErrors
import Geography
import Streams

/// Why a name cannot be resolved to a place, or files of a gazetteer cannot be imported.
public enum GazetteerError: CodedError, Hashable {
  /// The catalog has no gazetteer.
  case noGazetteer(path: String)
  /// No place has this name; `similar` are names with the same prefix.
  case unknownPlace(String, similar: [String])
  /// Several places of similar importance have this name.
  case ambiguousPlace(String, choices: [String])
  /// The name is that of a country; `places` are its most populous ones.
  case countryNamed(String, places: [String], box: BoundingBox)
  /// A file is not of a known gazetteer format.
  case unknownFile(path: String, reason: String)
  /// A line of a file cannot be parsed; nothing was imported.
  case badLine(path: String, line: Int, problem: String)
  /// The import has alternate names but no places, and the catalog has none either.
  case noPlaces(path: String)
}

extension GazetteerError {
  /// A short stable identifier of the error, for programs that read error lines.
  public var code: String {
    switch self {
    case .noGazetteer: "no-gazetteer"
    case .unknownPlace: "unknown-place"
    case .ambiguousPlace, .countryNamed: "ambiguous-place"
    case .unknownFile, .badLine, .noPlaces: "bad-gazetteer"
    }
  }
}

extension GazetteerError {
  /// A next step that may help.
  public var remedy: Remedy? {
    if case .noGazetteer = self { .addGazetteer } else { nil }
  }

  /// The error, its location and a next step.
  public var description: String {
    switch self {
    case .noGazetteer(let path):
      "\(path) has no gazetteer, so it knows no places by name."
    case .unknownPlace(let name, let similar):
      "no place is called \"\(name.shortened)\"."
        + (similar.isEmpty
          ? " The gazetteer has cities, not streets or stations: name the city, or give a coordinate."
          : " Did you mean \(similar.joined(separator: " or "))?")
    case .ambiguousPlace(let name, let choices):
      "\"\(name.shortened)\" may be \(choices.joined(separator: "; ")). Name its region or country after a comma."
    case .countryNamed(let name, let places, let box):
      "\"\(name.shortened)\" is a country. Name a place in it, such as \(places.joined(separator: " or ")), "
        + "or search its box \(box.bboxText)."
    case .unknownFile(let path, let reason):
      "\(InputError.name(path)): \(reason). A gazetteer consists of the GeoNames files cities15000.txt (or another of "
        + "places), countryInfo.txt, admin1CodesASCII.txt and alternateNamesV2.txt, "
        + "or of tables with the columns lat, lon, name and cc."
    case .badLine(let path, let line, let problem):
      "\(InputError.name(path)):\(line): \(problem). Nothing was imported."
    case .noPlaces(let path):
      "\(InputError.name(path)): names of places that the catalog does not have. Import a file of places "
        + "first, or with it; nothing was imported."
    }
  }
}
