import Foundation

/// The keys of the canonical form, which are also the fields of a column map.
public enum ListingField: String, CaseIterable, Hashable, Sendable {
  case id, kind, name, lat, lon, timezone, tags, price, currency, priceLevel, rating, ratingCount, openingHours
  case starts, ends, allDay, recurrence, status, capacity, venue, guests, minNights, maxNights, unavailable, host
  case publicRadius, nightlyRates, advanceNotice
  case address, phone, url, image, description

  /// Looks a key up faster than comparing it with every name.
  package static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Names under which other sources know a field; lower-case letters and digits only.
  static let synonyms: [(ListingField, [String])] = [
    (.id, ["id", "uid", "uuid", "eventid", "listingid", "identifier", "idevento", "ref"]),
    (.kind, ["kind"]),
    (.name, ["name", "title", "titel", "titulo", "titre", "titlefr"]),
    (.lat, ["lat", "latitude", "latitud", "breite", "breitengrad", "geolat"]),
    (.lon, ["lon", "lng", "long", "longitude", "longitud", "laenge", "laengengrad", "geolon", "geolong", "geolng"]),
    (.timezone, ["timezone", "tz", "zone"]),
    (.tags, ["tags", "categories", "category", "keywords", "kategorie"]),
    (.price, ["price", "preis", "precio", "prix", "cost", "entry", "charge"]),
    (.currency, ["currency", "waehrung"]),
    (.priceLevel, ["pricelevel"]),
    (.rating, ["rating", "stars", "score"]),
    (.ratingCount, ["ratingcount", "ratings", "reviews", "numberofreviews", "votes"]),
    (.openingHours, ["openinghours", "hours", "oeffnungszeiten"]),
    (
      .starts, ["starts", "start", "startdate", "starttime", "startsat", "dtstart", "begin", "beginn", "fecha", "date"]
    ),
    (.ends, ["ends", "end", "enddate", "endtime", "endsat", "dtend", "ende", "fechafin"]),
    (.allDay, ["allday"]),
    (.recurrence, ["recurrence", "rrule"]),
    (.status, ["status", "eventstatus"]),
    (.capacity, ["capacity"]),
    (.venue, ["venue", "venueid"]),
    (.guests, ["guests", "accommodates"]),
    (.minNights, ["minnights", "minimumnights"]),
    (.maxNights, ["maxnights", "maximumnights"]),
    (.advanceNotice, ["advancenotice", "advancebookingrequirement"]),
    (.host, ["host", "hostid"]),
    (.publicRadius, ["publicradius"]),
    (.address, ["address", "adresse", "direccion"]),
    (.phone, ["phone", "telephone", "tel", "telefon"]),
    (.url, ["url", "website", "link", "sourceurl", "contenturl", "homepage"]),
    (.image, ["image", "imageurl", "picture", "photo"]),
    (.description, ["description", "beschreibung", "descripcion", "summary"]),
  ]

  private static let bySynonym: [String: ListingField] = Dictionary(
    synonyms.flatMap { field, names in names.map { ($0, field) } }, uniquingKeysWith: { first, _ in first })

  /// The field that a column or key of that name obviously holds; nil when none does.
  package static func guess(_ name: String) -> ListingField? { bySynonym[simplified(name)] }

  /// Lower-case letters and digits only, without diacritics: German umlauts as `ae`, `oe`, `ue`, the others as their letter.
  package static func simplified(_ name: String) -> String {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if letters.utf8.allSatisfy({ $0 < 0x80 }) { return letters }
    return letters.map { umlauts[$0] ?? String($0) }.joined().folding(options: .diacriticInsensitive, locale: nil)
  }

  private static let umlauts: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"]
}
