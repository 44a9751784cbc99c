import CivilTime
import Geography
import Streams
import Vicinity

/// Fills a listing from texts under the names of a column map: columns of a table, or properties of a feature.
struct MappedListing {
  private let options: ImportOptions
  /// Values that were left out.
  private(set) var remarks: ReaderRemarks
  private let status: PlaceStatus
  /// Whether day or month comes first in dates that can be read both ways; nil while nothing has decided it.
  private let dateOrder: DateOrder?
  /// Which of two numbers comes first in the single column of latitude and longitude; nil where each has a column.
  private let positionOrder: PositionText.Order?

  init(_ options: ImportOptions, dateOrder: DateOrder? = nil, positionOrder: PositionText.Order? = nil) {
    self.options = options
    self.dateOrder = options.dateOrder ?? dateOrder
    self.positionOrder = positionOrder ?? (options.map.positionColumn == nil ? nil : .latitudeFirst)
    status = PlaceStatus(now: options.now ?? .now)
    remarks = ReaderRemarks(isStrict: options.isStrict)
  }

  /// Sets every mapped field that has a value.
  ///
  /// - Parameter value: the text of a column or property; nil when absent or empty.
  mutating func apply(_ value: (String) -> String?, _ map: ColumnMap, to listing: inout Listing) throws(RowRejection) {
    var texts: [Field: String] = [:]
    for (field, origin) in map.origins {
      if let text = Self.text(origin, field, value) { texts[field] = text }
    }
    try apply(texts, to: &listing)
  }

  /// Sets the operating status from columns of common exports, such as `is_closed`, unless it is set already; events
  /// have a status field of their own.
  ///
  /// - Parameter value: the text of a column by its name in lower case; nil when absent or empty.
  func applyStatus(_ value: (String) -> String?, to listing: inout Listing) {
    guard listing.kind != .event, listing.operatingStatus == nil else { return }
    listing.operatingStatus = status.status { $0 == "opening_hours" ? listing.openingHours : value($0) }
  }

  /// Sets the fields of `texts`.
  mutating func apply(_ texts: [Field: String], to listing: inout Listing) throws(RowRejection) {
    for (field, text) in texts where field != .status && field != .category {
      do { try set(field, text, &listing) } catch { try remarks.leaveOut(field, error) }
    }
    if let text = texts[.category] { Self.setCategory(HTMLText.decoded(text), hasTags: texts[.tags] != nil, &listing) }
    listing.coordinate = try coordinate(texts) ?? listing.coordinate
    setPrice(texts, &listing)
    if texts[.starts] != nil || texts[.ends] != nil { try setTimes(texts, &listing) }
    if texts[.kind] == nil { listing.kind = Self.kind(of: texts) }
    if let text = texts[.status] { try setStatus(text, &listing) }
    if listing.kind == .event { listing.status = listing.status ?? remarks.statusByTitle(listing.name) }
  }

  /// Sets the catalog's custom fields that have a value; a value of another type is left out and counted.
  ///
  /// - Parameter value: the text of a column or property; nil when absent or empty.
  mutating func applyOwn(_ value: (String) -> String?, to listing: inout Listing) {
    for field in options.ownFields {
      guard let text = value(field.name) else { continue }
      if let json = field.type.json(of: text) {
        listing.own[field.name] = json
      } else {
        remarks.leaveOut("\(field.name) is not a \(field.type.rawValue)", example: text)
      }
    }
  }

  private mutating func setTimes(_ texts: [Field: String], _ listing: inout Listing) throws(RowRejection) {
    let zone = listing.timeZone ?? options.zone(at: listing.coordinate)
    let texts = try isoTimes(texts, in: zone.flatMap(Zone.init(identifier:)))
    let times = EventTimes(zone: zone)
    if let text = texts[.starts] { listing.starts = try times.start(text) }
    listing.ends = try times.end(texts[.ends], afterStart: texts[.starts]) ?? listing.ends
    if texts[.starts] != nil {
      listing.allDay =
        EventTimes.areDays(texts[.starts], texts[.ends])
        || texts[.allDay]?.lowercased() == "true" && Self.areMidnights(listing, in: zone)
    }
    remarks.mendEnd(of: &listing, in: zone.flatMap(Zone.init(identifier:)))
  }

  /// Start and end in ISO 8601, from the forms of lists.
  /// - Parameter zone: that of the place, if it is known.
  private func isoTimes(_ texts: [Field: String], in zone: Zone?) throws(RowRejection) -> [Field: String] {
    var texts = texts
    if let text = texts[.starts], !EventTimes.isISO(text) {
      let (start, end) = try iso(.starts, text, in: zone)
      texts[.starts] = start
      texts[.ends] = texts[.ends] ?? end
    }
    if let text = texts[.ends], !EventTimes.isISO(text) {
      if DateText(text) == nil, let end = texts[.starts].flatMap({ DateText.end(at: text, afterStart: $0, in: zone) }) {
        texts[.ends] = end
      } else {
        let (start, end) = try iso(.ends, text, in: zone)
        texts[.ends] = end ?? start
      }
    }
    return texts
  }

  /// The start of a date in a list, and its end if it has one.
  private func iso(_ field: Field, _ text: String, in zone: Zone?) throws(RowRejection) -> (String, String?) {
    func notUnderstood(_ expected: String) -> RowRejection {
      .timeNotUnderstood(key: field.rawValue, text: text.shortened, expected: expected)
    }
    guard let date = DateText(text) else { throw notUnderstood(DateText.expected) }
    do throws(DateText.Failure) {
      return (try date.start(dateOrder, in: zone), try date.end(dateOrder, in: zone))
    } catch {
      switch error {
      case .ambiguous(let days): throw .dateAmbiguous(key: field.rawValue, text: text, days: days)
      case .monthUnclear(let word):
        throw notUnderstood("the month as a number, since \(word) differs between languages")
      case .zoneUnclear(let name): throw notUnderstood("an offset such as +01:00, since \(name) is several time zones")
      case .notUnderstood: throw notUnderstood("days that exist, the first one first")
      }
    }
  }

  /// The kind of a row without one: with a start an event, with guests or nights a couch, otherwise a bar.
  ///
  /// The kind that the row names takes precedence, even if its value is wrong: a couch must not become a bar, whose
  /// location is never private.
  private static func kind(of texts: [Field: String]) -> Kind {
    if texts[.starts] != nil { return .event }
    return [Field.guests, .minNights, .maxNights].contains { texts[$0] != nil } ? .couch : .bar
  }

  private mutating func set(_ field: Field, _ text: String, _ listing: inout Listing) throws(RowRejection) {
    switch field.definition?.value {
    case .text where field == .phone && SpoiltIds.isSpoilt(text):
      remarks.leaveOut("phone spoilt by a spreadsheet", example: text)
    case .text(let access, _):
      // Tables of other programs name the zones of Windows.
      access.set(&listing, field == .timezone ? Zone.named(text)?.identifier ?? text : HTMLText.decoded(text))
    case .whole(let access, _, _):
      if field == .priceLevel, let level = PriceText.level(of: text) {
        access.set(&listing, level)
      } else {
        access.set(&listing, try Self.integer(text, field))
      }
    case .number(let access, _, _, _): access.set(&listing, try Self.number(text, field))
    case .word(let word): try setWord(word, field, text, &listing)
    case .composite, nil: try setComposite(field, text, &listing)
    }
  }

  /// Values that depend on others are set after all others.
  private mutating func setComposite(_ field: Field, _ text: String, _ listing: inout Listing) throws(RowRejection) {
    switch field {
    case .id: listing.id = text
    case .kind: listing.kind = try Kind.named(text)
    case .tags: listing.tags = Self.tags(HTMLText.decoded(text))
    case .images: listing.images = TagText.tags(in: text)
    case .names: listing.names = texts(text, field) ?? listing.names
    case .links: listing.links = texts(text, field) ?? listing.links
    case .publicRadius: listing.publicRadiusMeters = try Self.number(text, field)
    default: break
    }
  }

  /// The texts of a JSON object; a column with that name may contain anything else, which is left out and counted.
  private mutating func texts(_ text: String, _ field: Field) -> [String: String]? {
    if let object = (try? JSONParser.parse(text.utf8))?.object { return NamedTexts.texts(object) }
    remarks.leaveOut("\(field.rawValue) not understood", example: text)
    return nil
  }

  /// Whether an event begins at midnight, and ends at one.
  private static func areMidnights(_ listing: Listing, in zone: String?) -> Bool {
    guard let zone = zone.flatMap(Zone.init(identifier:)) else { return false }
    return [listing.starts, listing.ends].allSatisfy { time in
      time.map { zone.localDateTime(at: $0).secondOfDay == 0 } ?? true
    }
  }

  /// A column `status` is the status of an event, or says whether a place is in business.
  private mutating func setStatus(_ text: String, _ listing: inout Listing) throws(RowRejection) {
    if listing.kind != .event {
      do throws(RowRejection) {
        listing.operatingStatus = try OperatingStatus.named(text) ?? listing.operatingStatus
        return
      } catch {}
    }
    do { try set(.status, text, &listing) } catch { try remarks.leaveOut(.status, error) }
  }

  /// A column with that name may contain anything, so unknown words are left out and counted, unless the import is
  /// strict.
  private mutating func setWord(
    _ word: FieldWord, _ field: Field, _ text: String, _ listing: inout Listing
  ) throws(RowRejection) {
    do throws(RowRejection) { word.set(&listing, try word.parse(text)) } catch {
      if options.isStrict { throw error }
      remarks.leaveOut("\(field.rawValue) not understood", example: text)
    }
  }

  /// A column with that name may contain anything. What is no category is tags, as is all of it without a column of
  /// tags: people search for it.
  private static func setCategory(_ text: String, hasTags: Bool, _ listing: inout Listing) {
    do throws(RowRejection) {
      listing.category = try ListingCategory.named(text)
      if hasTags { return }
    } catch {}
    listing.tags += tags(text)
  }

  /// Prices in tables are often prose; a price without an amount is left out and counted, and the row is imported.
  private mutating func setPrice(_ texts: [Field: String], _ listing: inout Listing) {
    guard let text = texts[.price] else { return }
    if let level = PriceText.level(of: text) {
      listing.priceLevel = listing.priceLevel ?? level
      return
    }
    let price = PriceText.price(
      in: text, defaultCurrency: texts[.currency]?.uppercased() ?? options.currency,
      zone: listing.timeZone ?? options.zone(at: listing.coordinate))
    if let price { listing.price = price } else { remarks.leaveOut("price not understood", example: text) }
  }
}

// MARK: - Texts to values

extension MappedListing {
  private static func text(_ origin: ColumnMap.Origin, _ field: Field, _ value: (String) -> String?) -> String? {
    switch origin {
    case .constant(let text): text
    case .columns(let columns): ColumnMap.joinedText(columns.map(value), for: field)
    }
  }

  /// The position in two columns of angles, or in a single column that is mapped to both.
  private func coordinate(_ texts: [Field: String]) throws(RowRejection) -> Coordinate? {
    guard texts[.lat] != nil || texts[.lon] != nil else { return nil }
    guard let latitude = texts[.lat], let longitude = texts[.lon] else { throw .coordinateMissing }
    if let positionOrder { return try PositionText.coordinate(in: latitude, order: positionOrder) }
    let coordinate = Coordinate(
      latitude: try Self.degrees(latitude, .lat), longitude: try Self.degrees(longitude, .lon))
    try ListingValidator.checkDegrees(coordinate)
    return coordinate
  }

  /// A number, or an angle with degrees, minutes and the letter of a hemisphere.
  private static func degrees(_ text: String, _ field: Field) throws(RowRejection) -> Double {
    do throws(RowRejection) { return try number(text, field) } catch {
      guard let angle = AngleText(text), angle.axis != (field == .lat ? .longitude : .latitude) else { throw error }
      return angle.degrees
    }
  }

  /// A number with a decimal point, or a decimal comma if there is no point.
  static func number(_ text: String, _ field: Field) throws(RowRejection) -> Double {
    if let number = Double(text) { return number }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 2, let number = Double("\(parts[0]).\(parts[1])") { return number }
    throw .notANumber(key: field.rawValue, text: text)
  }

  /// A whole number, also with separators of thousands: `1.234`, `1,234`, `1 234`.
  static func integer(_ text: String, _ field: Field) throws(RowRejection) -> Int {
    if let number = Double(text), let integer = Int(exactly: number) { return integer }
    if text.wholeMatch(of: /[1-9][0-9]{0,2}(?:[.,'\u{A0} ][0-9]{3})+/) != nil,
      let integer = Int(text.filter(\.isASCIIDigit))
    {
      return integer
    }
    guard let integer = Int(exactly: try number(text, field)) else {
      throw .wrongType(key: field.rawValue, expected: "a whole number", found: "\"\(text)\"")
    }
    return integer
  }

  private static func tags(_ text: String) -> [String] {
    // Objects have no names that could be tags.
    guard !text.hasPrefix("{"), !text.hasPrefix("[{") else { return [] }
    var words = TagWords()
    for word in TagText.tags(in: text) { words.add(word) }
    return words.sorted
  }
}
