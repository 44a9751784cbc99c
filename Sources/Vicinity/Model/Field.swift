import Foundation

/// Everything that a listing has, and that an answer can say of a match, by its name.
///
/// The names are the keys of JSON, the fields of a column map, and the words of `Query.fields`. What a listing has by itself has a row in
/// ``table``; the rest depends on the question, as the distance does.
public enum Field: String, Codable, CaseIterable, Hashable, Sendable {
  case id, kind, name, lat, lon, distance, bearing, tags, price, currency, priceLevel, rating, ratingCount
  case open, opensOrCloses, openComment, openRule, openingHours, accessible, timezone
  case starts, ends, allDay, recurrence, status, capacity, venue
  case guests, minNights, maxNights, advanceNotice, freeFrom, freeUntil, windows, freeNights, stayPrice, cheapestStay
  case distances, spread
  case routePosition, offset, detour
  case score, parts, because, counterfactual, leastHappy
  case host, address, phone, url, image, description
  case unavailable, nightlyRates, publicRadius
}

extension Field {
  /// The position among all fields.
  @inline(__always) var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// The row of a field that a listing has by itself; nil for what depends on the question.
  package var definition: FieldDefinition? { Self.definitions[ordinal] }

  private static let definitions: [FieldDefinition?] = allCases.map { field in table.first { $0.field == field } }

  /// The fields of a listing, in the order of the table.
  package static let ofListing = table.map(\.field)

  /// What an answer can say of a match: all but what is only heard when a listing is saved.
  package static let ofAnswer = allCases.filter { $0.definition?.isInAnswers ?? true }

  /// The fields that the index keeps as bytes.
  static let coded = table.filter { $0.index == .code }

  /// The place of a field among those that the index keeps as bytes; nil for others.
  var codePlace: Int? { Self.coded.firstIndex { $0.field == self } }

  /// What can be said of a listing without a question.
  package static let withoutQuestion = ofAnswer.filter { field in
    ![.distance, .bearing, .open, .opensOrCloses, .openComment, .openRule, .freeFrom, .freeUntil].contains(field)
  }
}

// MARK: - Names

extension Field {
  /// The fields of a listing by their keys, which is faster than comparing a key with every name.
  package static let byKey = Dictionary(uniqueKeysWithValues: ofListing.map { ($0.rawValue, $0) })

  private static let bySynonym: [String: Field] = Dictionary(
    table.flatMap { row in row.synonyms.map { ($0, row.field) } }, uniquingKeysWith: { first, _ in first })

  /// The field that a column or key of that name obviously holds; nil when none does.
  package static func guess(_ name: String) -> Field? { bySynonym[simplified(name)] }

  /// Lower-case letters and digits only, without diacritics: German umlauts as `ae`, `oe`, `ue`, the others as their letter.
  package static func simplified(_ name: String) -> String {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if letters.utf8.allSatisfy({ $0 < 0x80 }) { return letters }
    return letters.map { umlauts[$0] ?? String($0) }.joined().folding(options: .diacriticInsensitive, locale: nil)
  }

  private static let umlauts: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"]
}
