import CodedErrors
import Streams

/// Why a text cannot be drawn as a map.
public enum MapError: CodedError, Hashable {
  /// The text is not JSON.
  case notJSON(JSONSyntaxError)
  /// A part has the wrong form; its path is written as `features[3].geometry`.
  case wrongForm(path: String, expected: String, found: String)
  /// A position is out of range.
  case outOfRange(path: String, found: String, mayBeSwapped: Bool)
  /// There is nothing to draw.
  case empty
}

extension MapError {
  /// Stable, for programs.
  public var code: String {
    switch self {
    case .notJSON: "not-json"
    case .wrongForm: "wrong-form"
    case .outOfRange: "out-of-range"
    case .empty: "empty-map"
    }
  }

  /// A next step that may help.
  public var remedy: Remedy? {
    if case .notJSON = self { .drawGeoJSON } else { nil }
  }

  /// The error, its location and the correction.
  public var description: String {
    switch self {
    case .notJSON(let error): "\(error)"
    case .wrongForm(let path, let expected, let found):
      "\(path.isEmpty ? "the text" : path): expected \(expected), found \(found)"
    case .outOfRange(let path, let found, let mayBeSwapped):
      "\(path): \(found) is not [longitude, latitude] within -180...180 and -90...90"
        + (mayBeSwapped ? ". Are latitude and longitude swapped?" : "")
    case .empty: "there is nothing to draw: no feature has a position"
    }
  }
}
