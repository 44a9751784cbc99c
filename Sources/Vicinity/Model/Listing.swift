import CivilTime
import Geography
import Streams

/// A bar, an event or a couch: the unit that a catalog stores and a query finds.
///
/// The member names are those of canonical JSON Lines (`docs/listings.md`); only `id`, `kind` and `coordinate` are
/// required.
public struct Listing: Hashable, Sendable, Identifiable {
  /// Chosen by the source and stable: importing the same id again updates the listing. Not empty, at most 255 bytes of
  /// UTF-8.
  public var id: String
  /// Bar, event or couch.
  public var kind: Kind
  /// What people call it; nil gets the category that the tags name when the listing is saved.
  public var category: ListingCategory?
  /// The position.
  public var coordinate: Coordinate
  /// The name.
  public var name: String?
  /// The name in other languages, by language tag (BCP 47, such as `en` or `zh-Hant`), and other names by the key that
  /// OSM has for them: `alt_name`, `old_name`, `short_name`, `official_name`, `int_name`, `loc_name`.
  public var names: [String: String] = [:]
  /// IANA name of the time zone of opening hours and local times, such as `Europe/Berlin`.
  public var timeZone: String?
  /// Lower-case words such as `beer-garden`, or OSM key and value such as `cuisine:italian`; sorted, without
  /// duplicates.
  public var tags: [String] = []
  /// The price of one visit, ticket or night; zero is free, nil is unknown.
  public var price: Price?
  /// Rough price level from 1 (cheap) to 4 (expensive).
  public var priceLevel: Int?
  /// Mean rating from 0 to 5.
  public var rating: Double?
  /// The number of ratings behind `rating`.
  public var ratingCount: Int?
  /// Opening hours in the syntax of the OSM key `opening_hours`, as in the source.
  public var openingHours: String?
  /// The region whose public holidays apply, as a code of ISO 3166-2 such as `DE-BY`, or its name; nil to derive it
  /// from the gazetteer.
  public var region: String?
  /// Wheelchair access; nil if unknown.
  public var accessible: Accessibility?
  /// The start of the event.
  public var starts: Instant?
  /// The end of the event, exclusive.
  public var ends: Instant?
  /// Whether the event is all-day: `starts` and `ends` are then midnights in `timeZone`.
  public var allDay = false
  /// A deviation from the announcement; nil when the event takes place as announced.
  public var status: EventStatus?
  /// Whether the place is in business; nil when it is.
  public var operatingStatus: OperatingStatus?
  /// The recurrence of the event: the value of an RFC 5545 rule, such as `FREQ=WEEKLY;BYDAY=FR;COUNT=10`, or lines of
  /// RRULE, RDATE and EXDATE, as in the source. Missing parts are taken from `starts` in `timeZone`.
  public var recurrence: String?
  /// The capacity of an event.
  public var capacity: Int?
  /// The id of the listing where an event takes place.
  public var venue: String?
  /// The maximum number of guests of a couch.
  public var guests: Int?
  /// The minimum number of nights of a stay.
  public var minNights: Int?
  /// The maximum number of nights of a stay.
  public var maxNights: Int?
  /// Taken nights of a couch; sorted, disjoint, not adjacent.
  public var unavailable: [Nights] = []
  /// Nights of a couch with another price, or other limits of a stay's length; sorted and disjoint.
  public var nightlyRates: [NightlyRate] = []
  /// The required number of days between booking and arrival, both as dates in `timeZone`: with 0 a stay can be booked
  /// for the same day, with 1 until the day before. Nil means 0.
  public var advanceNoticeDays: Int?
  /// The days before arrival until which a guest may cancel a confirmed stay, both as dates in `timeZone`: with 0 until
  /// the day of arrival, with 7 until a week before. Nil allows it at any time.
  public var cancellationNoticeDays: Int?
  /// For a couch with a private location: the maximum distance in meters of its public point from `coordinate`, 10...50
  /// 000; 0 shows the exact location, and nil uses the catalog's setting. Used when the listing is saved; nil in
  /// listings from a catalog.
  public var publicRadiusMeters: Double?
  /// The exact location of a couch whose `coordinate` is its public point; set only while writing to the file.
  var exact: ExactPoint?
  /// The host.
  public var host: String?
  /// Postal address on one line.
  public var address: String?
  /// Telephone number, as in the source.
  public var phone: String?
  /// Web page.
  public var url: String?
  /// URL of an image.
  public var image: String?
  /// Further images by their URLs.
  public var images: [String] = []
  /// Web addresses by type: `website`, `instagram`, `facebook`, `payment`.
  public var links: [String: String] = [:]
  /// Free text.
  public var description: String?
  /// The values of all other keys, as in the source; a catalog indexes those of its declared custom fields
  /// (``OwnField``).
  public var own: [String: JSONValue] = [:]

  /// Makes a listing from the required members.
  public init(id: String, kind: Kind, coordinate: Coordinate) {
    self.id = id
    self.kind = kind
    self.coordinate = coordinate
  }
}

/// The kind of a listing.
public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
  /// Has opening hours: a bar, pub, café, restaurant, club.
  case bar
  /// Starts and ends, may recur.
  case event
  /// Hosts guests by the night.
  case couch
}

/// A half-open range of nights, [from, to): the day of departure is not occupied.
public struct Nights: Hashable, Sendable, Comparable {
  /// The first night, by the date of its evening.
  public var from: LocalDate
  /// The day of departure.
  public var to: LocalDate

  /// Makes a range of nights; nil unless `from` lies before `to`.
  public init?(from: LocalDate, to: LocalDate) {
    guard from < to else { return nil }
    self.from = from
    self.to = to
  }

  /// A number of nights from a day on, at least one.
  init(_ count: Int, from day: LocalDate) { (from, to) = (day, day + max(1, count)) }

  /// The number of nights, at least 1.
  public var count: Int { to.dayNumber - from.dayNumber }

  /// Whether a night belongs to both; ranges that only touch do not overlap.
  public func overlaps(_ other: Nights) -> Bool { from < other.to && other.from < to }

  /// Orders by arrival, then by departure.
  public static func < (left: Nights, right: Nights) -> Bool { (left.from, left.to) < (right.from, right.to) }

  /// The same nights with overlapping and adjacent ranges merged, sorted.
  /// - Complexity: O(n log n).
  public static func merged(_ ranges: [Nights]) -> [Nights] {
    var merged: [Nights] = []
    for range in ranges.sorted() {
      if let last = merged.last, range.from <= last.to {
        merged[merged.count - 1].to = max(last.to, range.to)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
