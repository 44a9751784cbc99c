import CivilTime
import Geography

/// A bar, an event or a couch: what the catalog holds and a query finds.
///
/// The member names are those of the canonical JSON Lines (`docs/listings.md`); only `id`, `kind` and `coordinate` are required.
public struct Listing: Hashable, Sendable, Identifiable {
  /// Chosen by the source and stable: importing the same id again updates the listing. Not empty, at most 255 bytes of UTF-8.
  public var id: String
  /// Bar, event or couch.
  public var kind: Kind
  /// Where it is.
  public var coordinate: Coordinate
  /// What people call it.
  public var name: String?
  /// IANA name of the time zone in which opening hours and local times are read, such as `Europe/Berlin`.
  public var timeZone: String?
  /// Lower-case words such as `beer-garden`, or OSM key and value such as `cuisine:italian`; sorted, without repetition.
  public var tags: [String] = []
  /// What one visit, ticket or night costs; zero is free, nil is not known.
  public var price: Price?
  /// Rough price level from 1 (cheap) to 4 (expensive).
  public var priceLevel: Int?
  /// Mean rating from 0 to 5.
  public var rating: Double?
  /// The number of ratings behind `rating`.
  public var ratingCount: Int?
  /// Opening hours in the syntax of the OSM key `opening_hours`, as the source wrote them.
  public var openingHours: String?
  /// Whether it can be reached and used in a wheelchair; nil is not known.
  public var accessible: Accessibility?
  /// When the event begins.
  public var starts: Instant?
  /// When the event is over: the first instant that no longer belongs to it.
  public var ends: Instant?
  /// Whether the event takes whole days: `starts` and `ends` are then midnights in `timeZone`.
  public var allDay = false
  /// That the event does not take place as announced; nil when it does.
  public var status: EventStatus?
  /// When the event happens again: the value of an RFC 5545 rule, such as `FREQ=WEEKLY;BYDAY=FR;COUNT=10`, or lines of RRULE, RDATE
  /// and EXDATE, as the source wrote it. What it leaves open is taken from `starts` on the clock of `timeZone`.
  public var recurrence: String?
  /// The most people an event admits.
  public var capacity: Int?
  /// The id of the listing where an event takes place.
  public var venue: String?
  /// How many guests a couch hosts at once.
  public var guests: Int?
  /// The fewest nights of a stay.
  public var minNights: Int?
  /// The most nights of a stay.
  public var maxNights: Int?
  /// Nights on which a couch is not free; sorted, disjoint, not touching.
  public var unavailable: [Nights] = []
  /// Nights on which a couch costs something else, or takes stays of other lengths; sorted and disjoint.
  public var nightlyRates: [NightlyRate] = []
  /// How many days a host wants between the booking and the arrival, both by the date in `timeZone`: with 0 one may book for the same
  /// day, with 1 until the day before. Nil is as 0.
  public var advanceNotice: Int?
  /// For a couch whose place is private: how far from `coordinate`, in meters, the point that everybody sees may lie, 10...50 000; 0 shows
  /// the place itself, and nil leaves it to the catalog. Heard when the listing is saved; what a catalog tells has none.
  public var publicRadius: Double?
  /// The exact place of a couch whose `coordinate` is its public point; only on the way into the file.
  var exact: ExactPoint?
  /// The member who offers it.
  public var host: String?
  /// Postal address in one line.
  public var address: String?
  /// Telephone number as the source wrote it.
  public var phone: String?
  /// Web page.
  public var url: String?
  /// Address of a picture.
  public var image: String?
  /// Free text.
  public var description: String?

  /// Makes a listing of the required members; the rest is set afterwards.
  public init(id: String, kind: Kind, coordinate: Coordinate) {
    self.id = id
    self.kind = kind
    self.coordinate = coordinate
  }
}

/// What a listing is.
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

  /// How many nights these are; at least 1.
  public var count: Int { to.dayNumber - from.dayNumber }

  /// Whether a night belongs to both; ranges that only touch do not overlap.
  public func overlaps(_ other: Nights) -> Bool { from < other.to && other.from < to }

  /// Orders by arrival, then by departure.
  public static func < (left: Nights, right: Nights) -> Bool { (left.from, left.to) < (right.from, right.to) }

  /// The same nights with overlapping and touching ranges joined, sorted.
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
