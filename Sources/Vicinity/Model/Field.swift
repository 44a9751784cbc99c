import Foundation

/// A value of a listing, or of a match in an answer, by its name.
///
/// The names are the keys of JSON, the fields of a column map and the words of ``Query/fields``. Some depend only on
/// the listing, the others on the query, such as the distance.
public enum Field: String, Codable, CaseIterable, Hashable, Sendable {
  /// The id of the listing.
  case id
  /// Bar, event or couch.
  case kind
  /// What people call it, such as `pub`, `concert` or `hostel`; absent where neither its source nor its tags say it.
  case category
  /// Its name.
  case name
  /// Latitude in degrees, up to 7 decimals.
  case lat
  /// Longitude in degrees, up to 7 decimals.
  case lon
  /// Meters from `near`, to the millimeter.
  case distance
  /// The direction from `near`, in degrees clockwise from north.
  case bearing
  /// The tags of the listing.
  case tags
  /// The price in major units of the currency.
  case price
  /// The ISO 4217 code of the price.
  case currency
  /// From 1, cheap, to 4, expensive.
  case priceLevel
  /// Mean rating from 0 to 5.
  case rating
  /// The number of ratings behind the mean.
  case ratingCount
  /// Open, closed or unknown, at the time of the query, else now.
  case open
  /// The time of the next change.
  case opensOrCloses
  /// The comment of the opening hours for the state.
  case openComment
  /// The part of the opening hours that decides.
  case openRule
  /// The opening hours as written.
  case openingHours
  /// Whether a wheelchair can get in: `yes`, `limited` or `no`.
  case accessible
  /// IANA name of the time zone.
  case timezone
  /// The region that public holidays depend on, as a code of ISO 3166-2.
  case region
  /// When the event, or the matching occurrence, begins.
  case starts
  /// When the event, or the matching occurrence, ends.
  case ends
  /// Whether the event takes whole days.
  case allDay
  /// The recurrence of the event.
  case recurrence
  /// `cancelled` or `postponed`; absent when the event takes place.
  case status
  /// `temporarily closed`, `closed` or `planned`; absent when the place is in business.
  case operatingStatus
  /// The most people the event admits.
  case capacity
  /// The id of the listing where the event takes place.
  case venue
  /// The most guests the couch hosts at once.
  case guests
  /// The fewest nights of a stay.
  case minNights
  /// The most nights of a stay.
  case maxNights
  /// How many days before the arrival a stay must be booked.
  case advanceNotice
  /// How many days before the arrival a guest may still cancel a confirmed stay.
  case cancellationNotice
  /// The first of the free nights around the stay asked for.
  case freeFrom
  /// The end of the free nights around the stay asked for.
  case freeUntil
  /// Every free stay of the length asked for, between the dates asked for.
  case windows
  /// The stretches of the nights asked for that are free.
  case freeNights
  /// The price of the requested stay; the cheapest if there are several.
  case stayPrice
  /// The price of the stay divided by the number of its nights, rounded up to a minor unit.
  case nightPrice
  /// Arrival and departure of the cheapest stay.
  case cheapestStay
  /// The vote-aware mean rating, by which `rating` sorts.
  case weightedRating
  /// Meters from each origin of a group, in their order.
  case distances
  /// The longest of these distances less the shortest, in meters.
  case spread
  /// Meters along the route to the point nearest to the listing.
  case routePosition
  /// Meters from the route.
  case offset
  /// Meters there and back from the route.
  case detour
  /// Its words that match a word of the text that was corrected, or for which others are found as well.
  case matchedWords
  /// The points of a listing in the order `best` or `recommended`.
  case score
  /// The points for words, distance, taste and so on, whose sum is the score.
  case parts
  /// The reasons for a recommended listing.
  case because
  /// The change that would rank a recommended listing first.
  case counterfactual
  /// The member of a group with the lowest score for the listing.
  case leastHappy
  /// The member who hosts it.
  case host
  /// Postal address in one line.
  case address
  /// Telephone number.
  case phone
  /// Web page.
  case url
  /// Address of a picture.
  case image
  /// Free text.
  case description
  /// Further pictures.
  case images
  /// Web addresses by type, such as `instagram`.
  case links
  /// When the listing was added to the catalog.
  case added
  /// When the listing was last changed.
  case changed
  /// The name of the source that it was imported from.
  case source
  /// All values of unknown keys, as one; only read when a listing is saved.
  case own
  /// The name in other languages, and other names.
  case names
  /// Nights on which a couch is taken.
  case unavailable
  /// Nights with another price, or with other limits for a stay that arrives then.
  case nightlyRates
  /// The maximum distance of the public point from a private place, in meters; only read when a listing is saved.
  case publicRadius
}

extension Field {
  /// The position among all fields.
  @inline(__always) var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// The row of a field of listings; nil for a field that depends on the query.
  package var definition: FieldDefinition? { Self.definitions[ordinal] }

  private static let definitions: [FieldDefinition?] = allCases.map { field in table.first { $0.field == field } }

  /// The fields of a listing, in the order of the table.
  package static let ofListing = table.map(\.field)

  /// The fields that an answer can contain: all except those used only when a listing is saved.
  package static let ofAnswer = allCases.filter { $0.definition?.isInAnswers ?? true }

  /// The fields that the index stores as bytes.
  static let coded = table.filter { $0.index == .code }

  /// The index of a field among those that the index stores as bytes; nil for others.
  var codePlace: Int? { Self.coded.firstIndex { $0.field == self } }

  /// The fields of an answer that need no query.
  package static let withoutQuestion = ofAnswer.filter { field in
    ![
      .distance, .bearing, .weightedRating, .added, .changed, .source, .open, .opensOrCloses, .openComment, .openRule,
      .freeFrom,
      .freeUntil,
    ]
    .contains(field)
  }
}

// MARK: - Names

extension Field {
  /// The fields of a listing by key.
  package static let byKey = Dictionary(uniqueKeysWithValues: ofListing.filter { $0 != .own }.map { ($0.rawValue, $0) })

  private static let bySynonym: [String: Field] = Dictionary(
    table.flatMap { row in row.synonyms.map { ($0, row.field) } }, uniquingKeysWith: { first, _ in first })

  /// The field that a column or key of this name obviously holds; nil when none does.
  package static func guess(_ name: String) -> Field? { bySynonym[simplified(name)] }

  /// Lower-case letters and digits only, without diacritics: German umlauts as `ae`, `oe`, `ue`, the others as their
  /// letter.
  package static func simplified(_ name: String) -> String {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if letters.utf8.allSatisfy({ $0 < 0x80 }) { return letters }
    return letters.map { umlauts[$0] ?? String($0) }.joined().folding(options: .diacriticInsensitive, locale: nil)
  }

  private static let umlauts: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"]
}
