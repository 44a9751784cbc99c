import CodedErrors
import Foundation
import Streams

/// The names of the IANA time zones.
package enum ZoneNames {
  private static let all = TimeZone.knownTimeZoneIdentifiers

  /// The known name that was most likely meant: for a misspelling, or only a city; nil when none is near.
  package static func nearest(to name: String) -> String? {
    let wanted = name.split(separator: "/").last.map { $0.lowercased().filter { $0.isLetter } } ?? ""
    let byCity = all.first { known in
      known.split(separator: "/").last.map { $0.lowercased().filter { $0.isLetter } } == wanted
    }
    return byCity ?? Suggestion.nearest(to: name, among: all)
  }
}
