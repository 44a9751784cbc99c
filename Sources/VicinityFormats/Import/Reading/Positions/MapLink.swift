import Geography
import Streams

/// The position in the link of a map service, or in a `geo:` URI (RFC 5870).
enum MapLink {
  /// The position that a link names; nil for other texts, for short links, which only their service can resolve, and
  /// for links of Baidu, whose degrees (BD-09) are not those of WGS 84.
  ///
  /// Amap has the degrees of GCJ-02, within China up to some 700 m away from WGS 84; they are taken as they are.
  static func position(in text: String) -> Coordinate? {
    guard let link = Link(text), !link.isOf(["baidu"]) else { return nil }
    if link.scheme == "geo" { return uri(link) }
    return marked(link.text) ?? path(link, isView: false) ?? query(link) ?? fragment(link) ?? path(link, isView: true)
  }

  // MARK: Links

  private struct Link {
    /// Without the escapes of a URL.
    let text: String
    /// In lower case; empty for `maps.google.com/?q=48.77,9.18`.
    let scheme: String
    /// The parts of the name of the server, in lower case.
    let host: Set<Substring>
    /// The folders and the file.
    let path: [Substring]
    /// By their names in lower case; the first of each.
    private(set) var parameters: [String: Substring] = [:]

    /// Nil for a text that is no link.
    init?(_ original: String) {
      let text = original.removingPercentEncoding ?? original
      self.text = text
      var rest = Substring(text)
      if let mark = text.firstRange(of: "://") {
        scheme = text[..<mark.lowerBound].lowercased()
        rest = text[mark.upperBound...]
        guard scheme.allSatisfy(\.isLetter), !scheme.isEmpty else { return nil }
      } else if let known = ["geo", "google.navigation"].first(where: { text.lowercased().hasPrefix($0 + ":") }) {
        scheme = known
        rest = text.dropFirst(known.count + 1)
      } else {
        // `www.google.com/maps/…`, without a space and with letters at the end of the server.
        scheme = ""
        let host = text.prefix { $0 != "/" }
        guard host.count < text.count, host.contains("."), host.last?.isLetter == true,
          host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) })
        else { return nil }
      }
      let name = ["geo", "google.navigation"].contains(scheme) ? "" : rest.prefix { !"/?#".contains($0) }
      host = Set(name.lowercased().split(separator: ".").map { Substring($0) })
      let parts = rest.dropFirst(name.count).split(omittingEmptySubsequences: false) { "?&#".contains($0) }
      path = rest.dropFirst(name.count).split { "/?#".contains($0) }
      for part in scheme == "google.navigation" ? parts : Array(parts.dropFirst()) {
        guard let sign = part.firstIndex(of: "=") else { continue }
        let name = part[..<sign].lowercased()
        if parameters[name] == nil { parameters[name] = part[part.index(after: sign)...] }
      }
    }

    func isOf(_ services: Set<Substring>) -> Bool { !host.isDisjoint(with: services) }

    /// Whether a service has longitude first, in a parameter or in a path.
    func isReversed(_ parameter: String?) -> Bool {
      if isOf(["2gis", "amap", "gaode", "mapy"]) { return true }
      guard let parameter, isOf(["yandex"]) else { return false }
      return ["ll", "sll", "pt", "whatshere[point]", "poi[point]"].contains(parameter)
    }
  }

  /// `geo:48.77,9.18` and Android's `geo:0,0?q=48.77,9.18(Name)`, whose query is the place.
  private static func uri(_ link: Link) -> Coordinate? {
    if let place = link.parameters["q"].flatMap({ pair($0) }) { return place }
    let found = pair(link.text.dropFirst(4), isWhole: true)
    return found.flatMap { link.parameters["q"] != nil && $0.latitude == 0 && $0.longitude == 0 ? nil : $0 }
  }

  /// Google's place, `!3d48.77!4d9.18`, rather than the middle of the map after `@`; the destination of a way,
  /// `!1d9.18!2d48.77`; the middle of an embedded map, `!2d9.18!3d48.77`.
  private static func marked(_ link: String) -> Coordinate? {
    numbers("!3d", "!4d", link).map { Coordinate(latitude: $0, longitude: $1) }
      ?? numbers("!2d", "!3d", link).map { Coordinate(latitude: $1, longitude: $0) }
      ?? numbers("!1d", "!2d", link).map { Coordinate(latitude: $1, longitude: $0) }
  }

  /// The last two numbers that follow two marks, one after the other.
  private static func numbers(_ first: String, _ second: String, _ link: String) -> (Double, Double)? {
    link.ranges(of: first).reversed().lazy.compactMap { start in
      let one = link[start.upperBound...].prefix(while: isNumeric)
      let rest = link[one.endIndex...]
      guard rest.hasPrefix(second), let value = Double(one),
        let other = Double(rest.dropFirst(second.count).prefix(while: isNumeric))
      else { return nil }
      return (value, other)
    }.first
  }

  // MARK: Parameters

  private static func query(_ link: Link) -> Coordinate? {
    if let place = angles.lazy.compactMap({ angle(link, $0, $1) }).first { return place }
    for name in names {
      guard let value = link.parameters[name], let found = place(value) else { continue }
      return link.isReversed(name) ? Coordinate(latitude: found.longitude, longitude: found.latitude) : found
    }
    return link.isOf(["mapy"]) ? angle(link, "y", "x") : nil
  }

  /// Two parameters with a latitude and a longitude.
  private static func angle(_ link: Link, _ latitude: String, _ longitude: String) -> Coordinate? {
    guard let one = link.parameters[latitude].flatMap({ Double($0) }),
      let two = link.parameters[longitude].flatMap({ Double($0) })
    else { return nil }
    return Coordinate(latitude: one, longitude: two)
  }

  private static let angles = [
    ("mlat", "mlon"), ("lat", "lon"), ("lat", "lng"), ("lat", "long"), ("latitude", "longitude"),
  ]

  /// Places before the middle of the map.
  private static let names = [
    "query", "q", "destination", "daddr", "pt", "whatshere[point]", "poi[point]", "coordinate", "position", "location",
    "latlng", "dest", "to", "id", "text", "where1", "sp", "rtp", "viewpoint", "cbll", "ll", "sll", "m", "center", "cp",
    "map",
  ]

  /// OpenStreetMap's `#map=17/48.77/9.18`, and `#17/48.77/9.18` of other maps.
  private static func fragment(_ link: Link) -> Coordinate? {
    let parts = link.text.split(separator: "#").last?.split { "/=&".contains($0) } ?? []
    let numbers = parts.drop { Double($0) == nil }.prefix(3)
    guard link.text.contains("#"), numbers.count == 3, let zoom = numbers.first.flatMap({ Double($0) }), zoom <= 24
    else { return nil }
    return pair(Substring(numbers.dropFirst().joined(separator: ",")))
  }

  /// `/place/48.77,9.18` or, as the view of a map, `/@48.77,9.18,17z`.
  private static func path(_ link: Link, isView: Bool) -> Coordinate? {
    for part in link.path.reversed() where (part.first == "@") == isView {
      guard let found = place(isView ? part.dropFirst() : part) else { continue }
      return link.isReversed(nil) ? Coordinate(latitude: found.longitude, longitude: found.latitude) : found
    }
    return nil
  }

  // MARK: Numbers

  /// Two numbers, or two angles with degrees and minutes.
  private static func place(_ text: Substring) -> Coordinate? {
    let prefixes = ["loc:", "point.", "ll.", "~pos.", "pos."]
    let text = prefixes.first { text.hasPrefix($0) }.map { text.dropFirst($0.count) } ?? text
    if let found = pair(text) { return found }
    return text.contains("°") ? PositionText.pair(String(text).replacing("+", with: " "), .latitudeFirst) : nil
  }

  /// Two numbers at the start of a text, with `,`, `~`, `_` or `;` between them.
  /// - Parameter isWhole: whether they may be whole degrees: a part of a link may be anything.
  private static func pair(_ text: Substring, isWhole: Bool = false) -> Coordinate? {
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
