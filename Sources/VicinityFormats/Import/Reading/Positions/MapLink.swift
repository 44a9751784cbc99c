import Geography
import Streams

/// The position in the link of a map service, or in a `geo:` URI (RFC 5870).
enum MapLink {
  /// The position that a link names; nil for other texts, and for short links, which only their service can resolve.
  static func position(in text: String) -> Coordinate? {
    let lower = text.lowercased()
    if lower.hasPrefix("geo:") { return pair(text.dropFirst(4), isWhole: true) }
    guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else { return nil }
    let link = text.removingPercentEncoding ?? text
    return marked(link) ?? query(link) ?? path(link)
  }

  /// Whether a text is a short link to a map.
  static func isShort(_ text: String) -> Bool {
    ["goo.gl/", "maps.app.goo.gl/", "osm.org/go/", "maps.apple/p/", "bit.ly/"].contains {
      text.lowercased().contains($0)
    }
  }

  /// Google's place, `!3d48.77!4d9.18`, rather than the middle of the map after `@`.
  private static func marked(_ link: String) -> Coordinate? {
    guard let start = link.range(of: "!3d"), let sign = link.range(of: "!4d", range: start.upperBound..<link.endIndex),
      let latitude = Double(link[start.upperBound..<sign.lowerBound].prefix(while: isNumeric)),
      let longitude = Double(link[sign.upperBound...].prefix(while: isNumeric))
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The parameters of services; Yandex has longitude first.
  private static func query(_ link: String) -> Coordinate? {
    let isYandex = link.lowercased().contains("yandex.")
    var parameters: [String: Substring] = [:]
    for part in link.split(whereSeparator: { "?&#".contains($0) }).dropFirst() {
      guard let sign = part.firstIndex(of: "=") else { continue }
      let name = part[..<sign].lowercased()
      if parameters[name] == nil { parameters[name] = part[part.index(after: sign)...] }
    }
    for (latitude, longitude) in [("mlat", "mlon"), ("lat", "lon"), ("lat", "lng"), ("latitude", "longitude")] {
      if let one = parameters[latitude].flatMap({ Double($0) }), let two = parameters[longitude].flatMap({ Double($0) })
      {
        return Coordinate(latitude: one, longitude: two)
      }
    }
    for name in names {
      guard let value = parameters[name], let found = pair(value) else { continue }
      return isYandex && ["ll", "pt", "whatshere[point]"].contains(name)
        ? Coordinate(latitude: found.longitude, longitude: found.latitude) : found
    }
    // OpenStreetMap's `#map=17/48.77/9.18`.
    let parts = parameters["map"]?.split(separator: "/") ?? []
    guard parts.count >= 3, let latitude = Double(parts[1]), let longitude = Double(parts[2]) else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static let names = [
    "query", "q", "destination", "daddr", "coordinate", "ll", "pt", "whatshere[point]", "sll", "center", "cp", "sp",
    "map",
  ]

  /// `/@48.77,9.18,17z` and `/48.77,9.18`.
  private static func path(_ link: String) -> Coordinate? {
    for part in link.split(whereSeparator: { "/?#".contains($0) }).dropFirst(2).reversed() {
      if let found = pair(part.first == "@" ? part.dropFirst() : part) { return found }
    }
    return nil
  }

  /// Two numbers at the start of a text, with `,`, `~`, `_` or `;` between them.
  /// - Parameter isWhole: whether they may be whole degrees: a part of a link may be anything.
  private static func pair(_ text: Substring, isWhole: Bool = false) -> Coordinate? {
    let text = text.hasPrefix("loc:") ? text.dropFirst(4) : text.hasPrefix("point.") ? text.dropFirst(6) : text
    let first = text.prefix(while: isNumeric)
    let rest = text.dropFirst(first.count)
    guard isWhole || first.contains("."), let sign = rest.first, ",~_; +".contains(sign) else { return nil }
    let second = rest.dropFirst().drop { $0 == " " || $0 == "+" }.prefix(while: isNumeric)
    guard isWhole || second.contains("."), let latitude = Double(first), let longitude = Double(second) else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func isNumeric(_ character: Character) -> Bool {
    character.isASCII && (character.isNumber || character == "." || character == "-")
  }
}
