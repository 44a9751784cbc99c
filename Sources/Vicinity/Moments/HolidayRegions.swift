import CivilTime
import CodedErrors
import Geography
import Hours
import Synchronization

/// The possible regions of a place: the actual one determines its public holidays. Codes of ISO 3166-2, `DE-BY`, or of
/// ISO 3166-1 if the region within the country is unknown, `DE`.
///
/// A place near a border may belong to either side; on the days on which they differ it is unknown whether they are
/// holidays.
struct HolidayRegions: Hashable, Sendable {
  /// In ascending order, without repetition.
  let codes: [String]

  init(_ codes: some Sequence<String>) { self.codes = Set(codes).sorted() }

  /// As stored: the codes separated by blanks.
  init(stored: String) { self.init(stored.split(separator: " ").map(String.init)) }

  var stored: String { codes.joined(separator: " ") }

  /// The region that a listing names: `DE-BY`, `de_by`, or `BY`, `Bayern` or `Bavaria` in the country of its zone.
  ///
  /// - Returns: nil for a region that the tables of holidays do not know.
  init?(named text: String, zone: String?) {
    self.init(named: text, country: zone.flatMap(ZoneCountry.withHolidays), isAnyCountry: zone == nil)
  }

  /// - Parameter isAnyCountry: whether the code of any country may be meant, and not only that of `country`.
  fileprivate init?(named text: String, country: String?, isAnyCountry: Bool) {
    let name = text.split(separator: " ").joined(separator: " ")
    guard !name.isEmpty else { return nil }
    if let (owner, region) = Self.parts(ofCode: name), let codes = Self.codes(named: region, in: owner) {
      self.init(codes)
    } else if name.count == 2, PublicHolidays(country: name) != nil, isAnyCountry || country == name.uppercased() {
      self.init([name.uppercased()])
    } else if let country, let codes = Self.codes(named: name, in: country) {
      self.init(codes)
    } else {
      return nil
    }
  }

  /// The country and the region of a code, with any separator between them: `DE-BY`, `de_by`, `DE/BY`, `DE BY`.
  fileprivate static func parts(ofCode text: String) -> (country: String, region: String)? {
    let end = text.index(text.startIndex, offsetBy: 2, limitedBy: text.endIndex) ?? text.endIndex
    guard end < text.endIndex, text[..<end].allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    let region = text[end...].dropFirst()
    guard "-_/. \u{2010}\u{2011}\u{2013}".contains(text[end]), !region.isEmpty, text[end] != " " || region.count <= 3
    else { return nil }
    return (text[..<end].uppercased(), String(region))
  }

  /// The regions of a code or name in a country.
  private static func codes(named name: String, in country: String) -> [String]? {
    let key = PublicHolidays.regionKey(name)
    if let parts = composed[country]?[key] { return parts.map { "\(country)-\($0)" } }
    guard let found = PublicHolidays(country: country, region: name) else { return nil }
    // If any name is accepted as a region without holidays of its own, a typing error would become a region.
    let isListed = found.region.map { regionsByCountry[found.country]?.contains($0) ?? false } ?? true
    return !isListed && isMisspelt(key, in: country) ? nil : [found.code]
  }

  /// Whether a key differs by a letter, or a long one by two, from the name of a region.
  private static func isMisspelt(_ key: String, in country: String) -> Bool {
    let letters = Array(key)
    guard letters.count >= 5 else { return false }
    let limit = letters.count < 10 ? 1 : 2
    return PublicHolidays.regions(of: country).contains { region in
      let known = Array(PublicHolidays.regionKey(region.name))
      return known.first == letters.first && Suggestion.editDistance(letters, known, limit: limit) <= limit
    }
  }

  /// Regions that consist of a part with holidays of its own and one without.
  private static let composed: [String: [String: [String]]] = [
    "FR": ["grandest": ["A-M", elsewhere], "ges": ["A-M", elsewhere]],
    "IT": [
      "trentinoaltoadige": ["BZ", elsewhere], "trentinosudtirol": ["BZ", elsewhere], "32": ["BZ", elsewhere],
      "trentinoaltoadigesudtirol": ["BZ", elsewhere],
    ],
  ]

  /// The regions of a first-level division of GeoNames.
  static func codes(country: String, division: String) -> [String] {
    if let (owner, region) = dependencies[country] { return ["\(owner)-\(region)"] }
    guard !division.isEmpty else { return [country] }
    switch country {
    case "AU", "CA", "DE", "ES", "FR", "IT", "PT":
      return (divisions[country]?[division] ?? []).map { $0.isEmpty ? country : "\(country)-\($0)" }.nonEmpty ?? [
        country
      ]
    // Åland is a country of its own in GeoNames.
    case "FI": return ["FI-\(elsewhere)"]
    // GeoNames has the codes of ISO 3166-2.
    case "CH", "GB", "US": return [code(country: country, region: division)]
    default: return [country]
    }
  }

  /// The name of a first-level division of GeoNames in its own language, if the tables of holidays have that very
  /// division: `Bayern` for Bavaria, whose only name in GeoNames is English.
  static func localName(country: String, division: String) -> String? {
    let codes = codes(country: country, division: division)
    guard codes.count == 1, let code = codes.first, code.hasPrefix("\(country)-") else { return nil }
    return PublicHolidays.regions(of: country).first { "\(country)-\($0.code)" == code }?.name
  }

  fileprivate static func code(country: String, region: String) -> String {
    let isKnown = regionsByCountry[country]?.contains(region) ?? false
    return "\(country)-\(isKnown ? region : elsewhere)"
  }

  private static let regionsByCountry: [String: Set<String>] = Dictionary(
    uniqueKeysWithValues: PublicHolidays.countries.map { ($0, Set(PublicHolidays.regions(of: $0).map(\.code))) })

  /// The regions within a region that may contain a coordinate: Augsburg has a holiday of its own, and the city reaches
  /// at least 3 and at most 12 km from its middle.
  static func refined(_ code: String, at coordinate: Coordinate) -> [String] {
    guard code == "DE-BY" else { return [code] }
    switch Metric.sphere.meters(from: augsburg, to: coordinate) {
    case ..<3_000: return ["DE-BY-A"]
    case ..<12_000: return [code, "DE-BY-A"]
    default: return [code]
    }
  }

  private static let augsburg = Coordinate(latitude: 48.3716, longitude: 10.8985)

  /// A region that has just the holidays of its country.
  private static let elsewhere = "00"

  /// Countries of ISO 3166-1 that the tables of holidays have as regions.
  private static let dependencies: [String: (String, String)] = [
    "AX": ("FI", "01"), "GP": ("FR", "971"), "MQ": ("FR", "972"), "GF": ("FR", "973"), "RE": ("FR", "974"),
    "YT": ("FR", "976"),
  ]

  /// By country, the regions of the first-level divisions of GeoNames (admin1CodesASCII.txt) where the codes differ;
  /// several where only a part of the division is a region of its own.
  private static let divisions: [String: [String: [String]]] = [
    "AU": single("01=ACT 02=NSW 03=NT 04=QLD 05=SA 06=TAS 07=VIC 08=WA"),
    "CA": single("01=AB 02=BC 03=MB 04=NB 05=NL 07=NS 08=ON 09=PE 10=QC 11=SK 12=YT 13=NT 14=NU"),
    "DE": single("01=BW 02=BY 03=HB 04=HH 05=HE 06=NI 07=NW 08=RP 09=SL 10=SH 11=BB 12=MV 13=SN 14=ST 15=TH 16=BE"),
    "ES": single(
      """
      07=IB 27=RI 29=MD 31=MC 32=NC 34=AS 39=CB 51=AN 52=AR 53=CN 54=CM 55=CL 56=CT 57=EX 58=GA 59=PV 60=VC CE=CE ML=ML
      """),
    "FR": ["44": ["A-M", elsewhere], "C1": ["A-M"], "B2": ["A-M", elsewhere]].merging(
      others("11 24 27 28 32 52 53 75 76 84 93 94 97 98 99 A1 A2 A3 A4 A5 A6 A7 A8 A9 B1 B3 B4 B5 B6 B7 B8 B9")
    ) { old, _ in old },
    "IT": ["17": ["BZ", elsewhere]].merging(
      others("01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 18 19 20")
    ) { old, _ in old },
    "PT": ["10": ["30"], "23": ["20"]].merging(
      others("02 03 04 05 06 07 08 09 11 13 14 16 17 18 19 20 21 22")
    ) { old, _ in old },
  ]

  private static func single(_ pairs: String) -> [String: [String]] {
    var table: [String: [String]] = [:]
    for pair in pairs.split(whereSeparator: \.isWhitespace) {
      let parts = pair.split(separator: "=").map(String.init)
      table[parts[0]] = [parts[1]]
    }
    return table
  }

  private static func others(_ divisions: String) -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: divisions.split(separator: " ").map { (String($0), [elsewhere]) })
  }
}

extension Array {
  fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}

extension PublicHolidays {
  /// The code of ISO 3166-2; all regions without holidays of their own share one, so that they share schedules too.
  fileprivate var code: String { region.map { HolidayRegions.code(country: country, region: $0) } ?? country }
}

// MARK: - Texts

extension HolidayRegions {
  /// Why a text is no region; nil for one that is, and where the country or its regions are not known.
  fileprivate static func rejection(of text: String, zone: String?) -> RowRejection? {
    guard HolidayRegions(named: text, zone: zone) == nil else { return nil }
    let code = parts(ofCode: text).flatMap { PublicHolidays(country: $0.country) == nil ? nil : $0 }
    guard let country = code?.country ?? zone.flatMap(ZoneCountry.withHolidays) else { return nil }
    let regions = PublicHolidays.regions(of: country)
    guard !regions.isEmpty else { return nil }
    let known = regions.flatMap { ["\(country)-\($0.code)", $0.name] }
    return .unknownWord(
      text, key: Field.region.rawValue, known: regions.map { "\(country)-\($0.code)" },
      suggestion: Suggestion.nearest(to: code?.region ?? text, among: known))
  }

  /// Whether one of the regions is, or contains, one of the others, or is contained in it.
  func overlaps(_ others: HolidayRegions) -> Bool {
    codes.contains { one in
      others.codes.contains { one == $0 || one.hasPrefix($0 + "-") || $0.hasPrefix(one + "-") }
    }
  }

  /// The countries whose tables have the holidays.
  var countries: Set<String> { Set(codes.map { String($0.prefix(2)) }) }
}

extension Listing {
  /// Why the text of ``region`` is not a region; nil if it is one, and if that cannot be determined.
  package var regionRejection: RowRejection? { region.flatMap { HolidayRegions.rejection(of: $0, zone: timeZone) } }

  /// - Parameter former: the listing before the change; nil for a new one.
  /// - Throws: for a newly written text that is not a region. An import accepts and reports it.
  package func checkRegion(after former: Listing?) throws(RowRejection) {
    if region != former?.region, let regionRejection { throw regionRejection }
  }
}

// MARK: - Calendars

/// The public holidays of regions, named as listings name them.
package enum RegionHolidays {
  /// The holidays of a region; nil for one that is not known, or of another country.
  ///
  /// - Parameters:
  ///   - text: the region, such as `DE-BY`, `de_by`, or `BY` and `Bayern` in a country.
  ///   - country: ISO 3166-1 code; nil where it is not known.
  package static func calendar(named text: String, country: String?) -> (any HolidayCalendar)? {
    guard let regions = HolidayRegions(named: text, country: country, isAnyCountry: country == nil),
      country.map({ regions.countries == [$0.uppercased()] }) ?? true
    else { return nil }
    return regions.calendar
  }

  /// The country of a zone, where it has but one with known holidays.
  package static func country(ofZone identifier: String) -> String? { ZoneCountry.withHolidays(ofZone: identifier) }
}

extension HolidayRegions {
  /// The public holidays there; nil when no country has a table.
  var calendar: (any HolidayCalendar)? {
    if let known = Self.calendars.withLock({ $0[codes] }) { return known }
    let made = makeCalendar()
    Self.calendars.withLock { calendars in
      if calendars.count >= Self.mostCalendars { calendars.removeAll() }
      calendars[codes] = .some(made)
    }
    return made
  }

  private func makeCalendar() -> (any HolidayCalendar)? {
    var calendars: [PublicHolidays] = []
    var isIncomplete = false
    for code in codes {
      let found = code.contains("-") ? Self.single(code).map { [$0] } : PossibleHolidays(anywhereIn: code)?.calendars
      calendars += found ?? []
      isIncomplete = isIncomplete || found == nil
    }
    guard let first = calendars.first else { return nil }
    return calendars.count == 1 && !isIncomplete ? first : PossibleHolidays(calendars, isIncomplete: isIncomplete)
  }

  /// The calendar of one region, created once, so that all schedules there share the computed years.
  private static func single(_ code: String) -> PublicHolidays? { PublicHolidays(country: code) }

  /// Shared by all schedules of the same regions, with the computed years.
  private static let calendars = Mutex<[[String]: (any HolidayCalendar)?]>([:])
  private static let mostCalendars = 2_000
}
