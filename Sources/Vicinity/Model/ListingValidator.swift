import CivilTime
import Geography

/// Validates listings of any format.
///
/// The allowed ranges are no wider than those of the catalog's tables (`Schema.tables`).
package struct ListingValidator {
  /// Known valid zones: a file has few, and looking one up costs more than comparing.
  private var knownZones: Set<String> = []
  /// Recurrences known to be within their limits, for the same reason.
  private var knownRecurrences: Set<String> = []
  private static let mostKnown = 10_000

  package init() {}

  /// - Throws: the first error found.
  package mutating func validate(_ listing: Listing) throws(RowRejection) {
    try checkIdentity(listing)
    try checkCategory(listing)
    try checkCoordinate(listing.coordinate)
    if let zone = listing.timeZone { try checkZone(zone) }
    try checkPrice(listing)
    try checkEvent(listing)
    try checkCouch(listing)
    for row in Field.table { try check(row, of: listing) }
    try checkTags(listing)
    try checkTexts(listing.names, .names, keys: "language tags such as en or zh-Hant")
    try checkTexts(listing.links, .links, keys: "names such as instagram")
    try checkOwn(listing)
    try checkRecurrence(listing)
  }

  private func checkIdentity(_ listing: Listing) throws(RowRejection) {
    guard !listing.id.isEmpty else { throw .missing(key: "id", suggestion: nil) }
    guard !listing.id.utf8.contains(0) else {
      throw .wrongType(key: "id", expected: "text without zero bytes", found: "text with a zero byte")
    }
    let bytes = listing.id.utf8.count
    guard bytes <= FieldRange.id.upperBound else {
      throw .textTooLong(key: "id", bytes: bytes, limit: FieldRange.id.upperBound)
    }
  }

  private func checkCategory(_ listing: Listing) throws(RowRejection) {
    guard let category = listing.category, category.kind != listing.kind else { return }
    throw .unknownWord(
      category.rawValue, key: "category of a \(listing.kind.rawValue)",
      known: ListingCategory.all(of: listing.kind).map(\.rawValue), suggestion: nil)
  }

  private func checkCoordinate(_ coordinate: Coordinate) throws(RowRejection) {
    try Self.checkDegrees(coordinate)
    guard coordinate.isValid else {
      throw .coordinateOutOfRange(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
  }

  /// Numbers far beyond the range of degrees are meters.
  package static func checkDegrees(_ coordinate: Coordinate) throws(RowRejection) {
    let largest = max(abs(coordinate.latitude), abs(coordinate.longitude))
    guard largest > 1000, largest.isFinite else { return }
    throw .coordinateNotDegrees(x: coordinate.longitude, y: coordinate.latitude)
  }

  private mutating func checkZone(_ zone: String) throws(RowRejection) {
    guard !knownZones.contains(zone) else { return }
    guard Zone(identifier: zone) != nil else {
      throw .unknownTimeZone(zone, suggestion: ZoneNames.nearest(to: zone))
    }
    knownZones.insert(zone)
  }

  private func checkPrice(_ listing: Listing) throws(RowRejection) {
    guard let price = listing.price else { return }
    guard price.minorUnits >= 0 else { throw .negativePrice(price.amount) }
    guard price.amount <= Price.greatestAmount else {
      throw .outOfRange(key: "price", value: price.amount, allowed: "at most 10^12")
    }
    if let currency = price.currency, !Price.isCurrencyCode(currency) { throw .malformedCurrency(currency) }
  }

  private func checkEvent(_ listing: Listing) throws(RowRejection) {
    try checkTime("starts", listing.starts)
    try checkTime("ends", listing.ends)
    try checkDays(listing)
    guard let ends = listing.ends else { return }
    guard let starts = listing.starts else { throw .missing(key: "starts", suggestion: "ends") }
    guard starts < ends else { throw .endNotAfterStart(starts: starts, ends: ends) }
  }

  private func checkDays(_ listing: Listing) throws(RowRejection) {
    guard listing.allDay else { return }
    guard let starts = listing.starts else { throw .missing(key: "starts", suggestion: "allDay") }
    guard let name = listing.timeZone, let zone = Zone(identifier: name) else {
      throw .localTimeWithoutZone(key: "starts", text: starts.description)
    }
    for (key, time) in [("starts", starts), ("ends", listing.ends ?? starts)] where !zone.isMidnight(time) {
      throw .allDayNotMidnight(key: key, time: time, zone: name)
    }
  }

  /// Rejects recurrences so frequent that they would slow down every search nearby. An invalid recurrence takes place
  /// once, which the report mentions.
  private mutating func checkRecurrence(_ listing: Listing) throws(RowRejection) {
    guard let text = listing.recurrence, !knownRecurrences.contains(text) else { return }
    guard let set = try? listing.recurrenceSet() else { return }
    if let excess = RecurrenceLimits.excess(of: set) { throw .recurrenceTooOften(text, excess: excess) }
    if knownRecurrences.count == Self.mostKnown { knownRecurrences.removeAll(keepingCapacity: true) }
    knownRecurrences.insert(text)
  }

  private func checkCouch(_ listing: Listing) throws(RowRejection) {
    if let radius = listing.publicRadiusMeters { try checkPublicRadius(radius, of: listing.kind) }
    if let fewest = listing.minNights, let most = listing.maxNights, fewest > most {
      throw .nightLimitsCrossed(minimum: fewest, maximum: most)
    }
    try checkRates(listing)
    let days = LocalDate.fourDigitYears
    for nights in listing.unavailable where !days.contains(nights.from) || !days.contains(nights.to) {
      throw .nightsNotUnderstood("[\(nights.from), \(nights.to)]")
    }
  }

  private func checkRates(_ listing: Listing) throws(RowRejection) {
    let rates = listing.nightlyRates.sorted { $0.nights < $1.nights }
    if let (_, second) = NightlyRate.firstOverlap(in: rates) { throw .ratesOverlap(night: second.nights.from) }
    let days = LocalDate.fourDigitYears
    for rate in rates {
      guard days.contains(rate.nights.from), days.contains(rate.nights.to) else {
        throw .ratesNotUnderstood("[\(rate.nights.from), \(rate.nights.to)]")
      }
      if let price = rate.price { try checkMoney(price, in: listing.rateCurrency) }
      if let fewest = rate.minNights { try check("nightlyRates.minNights", Double(fewest), 1...1e6, "1 to 10^6") }
      if let most = rate.maxNights { try check("nightlyRates.maxNights", Double(most), 1...1e9, "1 to 10^9") }
    }
  }

  private func checkMoney(_ price: Price, in currency: String?) throws(RowRejection) {
    guard price.minorUnits >= 0 else { throw .negativePrice(price.amount) }
    guard price.amount <= Price.greatestAmount else {
      throw .outOfRange(key: "nightlyRates.price", value: price.amount, allowed: "at most 10^12")
    }
    if let code = price.currency, !Price.isCurrencyCode(code) { throw .malformedCurrency(code) }
    guard price.currency == currency else {
      throw .outOfRange(
        key: "nightlyRates.price in \(price.currency ?? "no currency")", value: price.amount,
        allowed: "in \(currency ?? "no currency"), as the couch")
    }
  }

  /// Rejects a radius on a listing that would be shown although its place was meant to be private.
  private func checkPublicRadius(_ radius: Double, of kind: Kind) throws(RowRejection) {
    guard radius != 0 else { return }
    let radii = ExactPoint.radii
    try check("publicRadius", radius, radii, "0, or 10 to 50000 meters")
    guard kind == .couch else {
      throw .outOfRange(
        key: "publicRadius of \(kind == .event ? "an event" : "a bar")", value: radius,
        allowed: "0: only couches have private places")
    }
  }

  /// Keeps a day away from the ends of the four-digit years, so that the time can be written in every zone.
  private func checkTime(_ key: String, _ time: Instant?) throws(RowRejection) {
    guard let time else { return }
    guard Self.seconds.contains(time.secondsSince1970) else {
      throw .timeNotUnderstood(key: key, text: time.description, expected: "a time in the years 0 to 9999")
    }
  }

  private static let seconds: ClosedRange<Int64> = {
    let days = LocalDate.fourDigitYears
    return Int64(days.lowerBound.dayNumber + 1) * 86_400...Int64(days.upperBound.dayNumber) * 86_400
  }()

  private func check(
    _ key: String, _ value: Double, _ range: ClosedRange<Double>, _ allowed: String
  ) throws(RowRejection) {
    guard range.contains(value) else { throw .outOfRange(key: key, value: value, allowed: allowed) }
  }

  // Lengths are generous: the limits reject files in a wrong format, not long texts.
  private func check(_ row: FieldDefinition, of listing: Listing) throws(RowRejection) {
    let key = row.field.rawValue
    switch row.value {
    case .text(let access, let limit):
      guard let bytes = access.get(listing)?.utf8.count, bytes > limit else { return }
      throw .textTooLong(key: key, bytes: bytes, limit: limit)
    case .whole(let access, let range, let allowed):
      guard let value = access.get(listing), !range.contains(value) else { return }
      throw .outOfRange(key: key, value: Double(value), allowed: allowed)
    case .number(let access, let range, let allowed, _):
      if let value = access.get(listing) { try check(key, value, range, allowed) }
    case .word, .composite: return
    }
  }

  private func checkTexts(_ texts: [String: String], _ field: Field, keys: String) throws(RowRejection) {
    guard texts.count <= NamedTexts.most else {
      throw .outOfRange(key: field.rawValue, value: Double(texts.count), allowed: "at most \(NamedTexts.most)")
    }
    for (key, text) in texts {
      guard NamedTexts.isKey(key) else {
        throw .wrongType(key: field.rawValue, expected: keys, found: "the key \"\(key.shortened)\"")
      }
      let bytes = text.utf8.count
      guard bytes <= NamedTexts.longest else {
        throw .textTooLong(key: field.rawValue, bytes: bytes, limit: NamedTexts.longest)
      }
    }
  }

  private func checkOwn(_ listing: Listing) throws(RowRejection) {
    guard listing.images.count <= 1_000 else {
      throw .outOfRange(key: "images", value: Double(listing.images.count), allowed: "at most 1000")
    }
    if let longest = listing.images.map(\.utf8.count).max(), longest > 10_000 {
      throw .textTooLong(key: "images", bytes: longest, limit: 10_000)
    }
    guard !listing.own.isEmpty, let bytes = OwnValues.text(of: listing.own)?.utf8.count,
      bytes > OwnValues.longest
    else { return }
    throw .textTooLong(key: "own", bytes: bytes, limit: OwnValues.longest)
  }

  private func checkTags(_ listing: Listing) throws(RowRejection) {
    let tags = listing.tags.count
    guard tags <= 1_000 else {
      throw .outOfRange(key: "the number of tags", value: Double(tags), allowed: "at most 1000")
    }
  }
}
