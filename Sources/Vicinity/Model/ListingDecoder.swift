import Geography
import Streams

/// Decodes a listing from a canonical JSON object, in one pass over its members.
package struct ListingDecoder {
  /// The values for listings that do not specify them.
  package struct Defaults: Sendable {
    /// The ISO 4217 currency of prices; nil leaves them without.
    package var currency: String?
    /// The zone of local times at a place.
    package var zone: @Sendable (Coordinate) -> String?

    package init(currency: String? = nil, zone: @escaping @Sendable (Coordinate) -> String? = { _ in nil }) {
      (self.currency, self.zone) = (currency, zone)
    }
  }

  private let defaults: Defaults
  /// Unknown keys, and values that were left out.
  package private(set) var remarks: ReaderRemarks

  /// - Parameter isStrict: whether every wrong value is an error.
  package init(_ defaults: Defaults = Defaults(), isStrict: Bool = false) {
    self.defaults = defaults
    remarks = ReaderRemarks(isStrict: isStrict)
  }

  /// Values that depend on others: money on its currency, local times on their zone.
  private struct Pending {
    var id: String?
    var kind: Kind?
    var latitude: Double?
    var longitude: Double?
    var price: Double?
    var currency: String?
    var starts: String?
    var ends: String?
    var allDay: Bool?
    var rates: JSONValue?
  }

  /// Decodes `object`, keeping unknown keys as own values; types are checked here, ranges by `ListingValidator`.
  ///
  /// A wrong value that the listing can do without is left out and counted in `remarks`, unless the decoder is strict.
  package mutating func listing(_ object: JSONObject) throws(RowRejection) -> Listing {
    var pending = Pending()
    var listing = Listing(id: "", kind: .bar, coordinate: Coordinate(latitude: 0, longitude: 0))
    for member in object.members where !member.value.isNull {
      if let field = Field.byKey[member.key] {
        do { try set(field, member.value, &listing, &pending) } catch { try remarks.leaveOut(field, error) }
      } else {
        if let number = member.value.number, !number.isFinite {
          try remarks.leaveOut(.own, .outOfRange(key: member.key, value: number, allowed: "a number of 64 bits"))
          continue
        }
        listing.own[member.key] = member.value
        remarks.ownKeys[member.key, default: 0] += 1
      }
    }
    try finish(&listing, pending, object)
    return listing
  }

  private mutating func finish(_ listing: inout Listing, _ pending: Pending, _ object: JSONObject) throws(RowRejection)
  {
    listing.id = try Self.required(pending.id, .id, object)
    listing.kind = try Self.required(pending.kind, .kind, object)
    listing.coordinate = Coordinate(
      latitude: try Self.required(pending.latitude, .lat, object),
      longitude: try Self.required(pending.longitude, .lon, object))
    let currency = pending.currency ?? defaults.currency
    if let amount = pending.price {
      do { listing.price = try Self.price(amount, currency: currency) } catch { try remarks.leaveOut(.price, error) }
    }
    if let rates = pending.rates {
      listing.nightlyRates = try Self.rates(rates, currency: currency)
    }
    guard pending.starts != nil || pending.ends != nil || pending.allDay != nil else { return }
    let times = EventTimes(zone: listing.timeZone ?? defaults.zone(listing.coordinate))
    listing.starts = try pending.starts.map { text throws(RowRejection) in try times.start(text) }
    listing.ends = try times.end(pending.ends, afterStart: pending.starts)
    listing.allDay = pending.allDay ?? EventTimes.areDays(pending.starts, pending.ends)
  }

  private static func required<Value>(
    _ value: Value?, _ field: Field, _ object: JSONObject
  ) throws(RowRejection) -> Value {
    if let value { return value }
    let similar = object.keys.first { Field.guess($0) == field && $0 != field.rawValue }
    throw .missing(key: field.rawValue, suggestion: similar)
  }

  static func price(_ amount: Double, currency: String?) throws(RowRejection) -> Price {
    guard amount >= 0 else { throw .negativePrice(amount) }
    if let currency, !Price.isCurrencyCode(currency) { throw .malformedCurrency(currency) }
    guard let price = Price(amount: amount, currency: currency) else {
      throw .outOfRange(key: "price", value: amount, allowed: "at most 10^12")
    }
    return price
  }
}

// MARK: - One key each

extension ListingDecoder {
  private func set(
    _ field: Field, _ value: JSONValue, _ listing: inout Listing, _ pending: inout Pending
  ) throws(RowRejection) {
    switch field.definition?.value {
    case .text(let access, _): access.set(&listing, try Self.text(value, field))
    case .whole(let access, _, _): access.set(&listing, try Self.integer(value, field))
    case .number(let access, _, _, _): access.set(&listing, try Self.number(value, field))
    case .word(let word):
      word.set(&listing, try Self.text(value, field).flatMap { text throws(RowRejection) in try word.parse(text) })
    case .composite, nil: try setComposite(field, value, &listing, &pending)
    }
  }

  private func setComposite(
    _ field: Field, _ value: JSONValue, _ listing: inout Listing, _ pending: inout Pending
  ) throws(RowRejection) {
    switch field {
    case .id: pending.id = try Self.identifier(value)
    case .kind: pending.kind = try Self.kind(value)
    case .lat: pending.latitude = try Self.number(value, field)
    case .lon: pending.longitude = try Self.number(value, field)
    case .price: pending.price = try Self.number(value, field)
    case .currency: pending.currency = try Self.text(value, field)
    case .starts: pending.starts = try Self.text(value, field)
    case .ends: pending.ends = try Self.text(value, field)
    case .allDay: pending.allDay = try Self.flag(value, field)
    case .tags: listing.tags = try Self.tags(value)
    case .names: listing.names = try Self.texts(value, field, example: #"{"en":"Castle"}"#)
    case .links: listing.links = try Self.texts(value, field, example: #"{"instagram":"https://…"}"#)
    case .images: listing.images = try Self.images(value)
    case .unavailable: listing.unavailable = try Self.nights(value)
    case .publicRadius: listing.publicRadiusMeters = try Self.number(value, field)
    case .nightlyRates: pending.rates = value
    default: break
    }
  }

  private static func identifier(_ value: JSONValue) throws(RowRejection) -> String? {
    switch value {
    case .string(let text): text.nonEmpty
    case .int(let number): String(number)
    case .double(let number):
      throw .wrongType(
        key: "id", expected: "text in quotes or a whole number of at most 63 bits", found: "the number \(number)")
    default: throw .wrongType(key: "id", expected: "text or a whole number", found: value.typeName)
    }
  }

  private static func kind(_ value: JSONValue) throws(RowRejection) -> Kind? {
    guard let text = try text(value, .kind) else { return nil }
    return try Kind.named(text)
  }

  private static func text(_ value: JSONValue, _ field: Field) throws(RowRejection) -> String? {
    guard case .string(let text) = value else {
      throw .wrongType(key: field.rawValue, expected: "text in quotes", found: value.typeName)
    }
    return text.nonEmpty
  }

  private static func flag(_ value: JSONValue, _ field: Field) throws(RowRejection) -> Bool {
    guard let flag = value.bool else {
      throw .wrongType(key: field.rawValue, expected: "true or false", found: value.typeName)
    }
    return flag
  }

  private static func number(_ value: JSONValue, _ field: Field) throws(RowRejection) -> Double {
    guard let number = value.number else {
      throw .wrongType(key: field.rawValue, expected: "a number without quotes", found: value.typeName)
    }
    return number
  }

  private static func integer(_ value: JSONValue, _ field: Field) throws(RowRejection) -> Int {
    guard let integer = value.integer else {
      throw .wrongType(key: field.rawValue, expected: "a whole number", found: value.typeName)
    }
    return integer
  }

  private static func tags(_ value: JSONValue) throws(RowRejection) -> [String] {
    guard case .array(let elements) = value else {
      throw .wrongType(key: "tags", expected: "an array of words", found: value.typeName)
    }
    var words = TagWords()
    for element in elements { words.add(try text(element, .tags) ?? "") }
    return words.sorted
  }

  private static func texts(
    _ value: JSONValue, _ field: Field, example: String
  ) throws(RowRejection) -> [String: String] {
    guard let object = value.object, object.members.allSatisfy({ $0.value.string != nil || $0.value.isNull }) else {
      throw .wrongType(key: field.rawValue, expected: "an object of texts such as \(example)", found: value.typeName)
    }
    return NamedTexts.texts(object)
  }

  private static func images(_ value: JSONValue) throws(RowRejection) -> [String] {
    guard let elements = value.array, elements.allSatisfy({ $0.string != nil }) else {
      throw .wrongType(key: "images", expected: "an array of texts", found: value.typeName)
    }
    return elements.compactMap { $0.string?.nonEmpty }
  }

  private static func nights(_ value: JSONValue) throws(RowRejection) -> [Nights] {
    var ranges: [Nights] = []
    for pair in value.array ?? [value] {
      guard let dates = pair.array, dates.count == 2, let nights = Nights(dates[0].string, dates[1].string) else {
        throw .nightsNotUnderstood(String(pair.text.prefix(80)))
      }
      ranges.append(nights)
    }
    return Nights.merged(ranges)
  }
}
