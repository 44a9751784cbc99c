import Foundation

extension Zone {
  /// The zone meant by a name in another program's file; nil for an unknown name.
  ///
  /// An IANA identifier, also at the end of a path such as `/mozilla.org/20070129_1/Europe/Berlin`; or a zone of
  /// Windows by its identifier, `W. Europe Standard Time`, or by its display name, `(UTC+01:00) Amsterdam, Berlin,
  /// Bern, Rome, Stockholm, Vienna`, also after the prefix `tzone://Microsoft/` of Exchange.
  public static func named(_ name: String) -> Zone? {
    var name = name.trimmingCharacters(in: .whitespaces)
    let exchange = "tzone://microsoft/"
    if name.lowercased().hasPrefix(exchange) { name = String(name.dropFirst(exchange.count)) }
    return byPath(name) ?? ofWindows(name) ?? shown(name)
  }

  private static func byPath(_ name: String) -> Zone? {
    if let zone = Zone(identifier: name) { return zone }
    let parts = name.split(separator: "/")
    for count in [3, 2] where parts.count > count {
      if let zone = Zone(identifier: parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return nil
  }

  /// Windows has a second name for a zone in summer, which some programs write.
  private static func ofWindows(_ name: String) -> Zone? {
    let name = name.lowercased()
    let standard = name.replacing("daylight time", with: "standard time").replacing(
      "summer time", with: "standard time")
    return [name, standard].lazy.compactMap { WindowsZones.zones[$0] }.first.flatMap(Zone.init(identifier:))
  }

  /// A zone as Windows shows it: an offset, then cities or a region.
  private static func shown(_ name: String) -> Zone? {
    guard let match = name.wholeMatch(of: /\((?:UTC|GMT)([+\-−]\d{2}:?\d{2})?\)\s*(.+)/.ignoresCase()) else {
      return nil
    }
    let places = String(match.2).trimmingCharacters(in: .whitespaces)
    if let known = WindowsZones.displayNames[places.lowercased()] { return Zone(identifier: known) }
    let offset = match.1.map { seconds(String($0)) } ?? 0
    let cities = places.split(separator: ",").map { city in
      city.trimmingCharacters(in: .whitespaces).replacing(" ", with: "_").lowercased()
    }
    return cities.lazy.compactMap { city in
      identifiers[city]?.lazy.compactMap(Zone.init(identifier:)).first { $0.standardOffset == offset }
    }.first
  }

  /// The identifiers of the zones of each city.
  private static let identifiers: [String: [String]] = Dictionary(
    grouping: TimeZone.knownTimeZoneIdentifiers, by: { ($0.split(separator: "/").last ?? "").lowercased() })

  /// The smaller of the offsets in January and July 2025, taken as the offset without summer time.
  private var standardOffset: Int {
    min(offset(at: Instant(secondsSince1970: 1_736_899_200)), offset(at: Instant(secondsSince1970: 1_752_537_600)))
  }

  private static func seconds(_ offset: String) -> Int {
    let digits = offset.filter(\.isNumber).compactMap(\.wholeNumberValue)
    guard digits.count == 4 else { return 0 }
    let seconds = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60
    return offset.hasPrefix("+") ? seconds : -seconds
  }
}
