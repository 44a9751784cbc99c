import Streams

/// A representation that a route can give, chosen by the parameter `f` or the header field `Accept`.
package enum MediaFormat: String, CaseIterable, Sendable {
  case json, geojson, ndjson, csv, ics, html, openapi, mvt, schema, events, picture
  /// Any file: its name determines the type, no header field.
  case file

  /// The media type of the answer.
  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .geojson: "application/geo+json"
    case .ndjson: "application/x-ndjson"
    case .csv: "text/csv; charset=utf-8; header=present"
    case .ics: "text/calendar; charset=utf-8"
    case .html: "text/html; charset=utf-8"
    case .openapi: "application/vnd.oai.openapi+json;version=3.0"
    case .mvt: "application/vnd.mapbox-vector-tile"
    case .schema: "application/schema+json"
    case .events: "text/event-stream"
    case .picture: "image/*"
    case .file: "*/*"
    }
  }

  /// The media type without parameters.
  package var essence: String { String(mediaType.prefix { $0 != ";" }) }

  /// The words of the parameter `f`; JSON in its other forms is `json` there.
  package var word: String {
    switch self {
    case .openapi, .schema: "json"
    default: rawValue
    }
  }

  /// The format that a client prefers among these, whose order decides between equals; nil when it accepts none.
  ///
  /// - Parameter accept: the header field (RFC 9110, 12.5.1); nil accepts all.
  package static func preferred(_ accept: String?, among formats: [MediaFormat]) -> MediaFormat? {
    guard let accept, !accept.isEmpty else { return formats.first }
    var best: (format: MediaFormat, quality: Double, exactness: Int)?
    for format in formats {
      var match: (quality: Double, exactness: Int)?
      for range in accept.split(separator: ",") {
        let parts = range.split(separator: ";").map { $0.trimmingSpaces }
        guard let type = parts.first?.lowercased(), let exactness = format.exactness(of: type) else { continue }
        let quality = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
        if exactness > match?.exactness ?? -1 { match = (quality ?? 1, exactness) }
      }
      guard let match, match.quality > 0 else { continue }
      if match.quality > best?.quality ?? 0 { best = (format, match.quality, match.exactness) }
    }
    return best?.format
  }

  /// How exactly a media range names this format; nil when it does not.
  private func exactness(of range: String) -> Int? {
    if range == essence || self == .file { return 2 }
    // JSON in a more precise form is JSON too.
    if range == "application/json", essence.hasSuffix("+json") { return 2 }
    if range == "application/xhtml+xml", self == .html { return nil }
    if self == .picture, range.hasPrefix("image/") { return 2 }
    if range == essence.prefix(while: { $0 != "/" }) + "/*" { return 1 }
    return range == "*/*" ? 0 : nil
  }
}
