import Streams

/// Why a text cannot be drawn as a map.
public enum MapError: Error, Hashable, Sendable {
  /// The text is not JSON.
  case notJSON(JSONSyntaxError)
  /// A part has the wrong form; its path is written as `features[3].geometry`.
  case wrongForm(path: String, expected: String, found: String)
  /// A position is out of range.
  case outOfRange(path: String, found: String, mayBeSwapped: Bool)
  /// There is nothing to draw.
  case empty
}

extension MapError: CustomStringConvertible {
  /// What is wrong, where, and what to write instead.
  public var description: String {
    switch self {
    case .notJSON(let error): "\(error); a map is drawn from GeoJSON, such as vicinity near … --format geojson writes"
    case .wrongForm(let path, let expected, let found):
      "\(path.isEmpty ? "the text" : path): expected \(expected), found \(found)"
    case .outOfRange(let path, let found, let mayBeSwapped):
      "\(path): \(found) is not [longitude, latitude] within -180...180 and -90...90"
        + (mayBeSwapped ? ". Are latitude and longitude swapped?" : "")
    case .empty: "there is nothing to draw: no feature has a position"
    }
  }
}
