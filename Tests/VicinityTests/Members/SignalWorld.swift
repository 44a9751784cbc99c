import CivilTime
import Geography
import TestSupport
import Vicinity

/// A bar, a couch and three events around the evening of 2026-11-27.
enum SignalWorld {
  static let now = SeededWorld.now  // 2026-11-27T20:00:00Z, a Friday
  static let host = "host"

  static var bar: Listing {
    var bar = Listing(id: "bar", kind: .bar, coordinate: Coordinate(latitude: 48.78, longitude: 9.18))
    (bar.name, bar.timeZone, bar.openingHours) = ("Brennglas", "Europe/Berlin", "Mo-Sa 18:00-02:00; Su off")
    (bar.rating, bar.ratingCount, bar.host) = (4.5, 10, host)
    return bar
  }

  static var couch: Listing {
    var couch = Listing(id: "couch", kind: .couch, coordinate: Coordinate(latitude: 48.9, longitude: 9.18))
    (couch.timeZone, couch.host) = ("Europe/Berlin", host)
    return couch
  }

  /// Tonight from 22:00 to 02:00 in Berlin, for two.
  static var party: Listing {
    var party = Listing(id: "party", kind: .event, coordinate: Coordinate(latitude: 48.7, longitude: 9.18))
    (party.name, party.timeZone, party.capacity) = ("Party", "Europe/Berlin", 2)
    (party.starts, party.ends) = (now + 3600, now + 5 * 3600)
    (party.price, party.host) = (Price(minorUnits: 500, currency: "EUR"), host)
    return party
  }

  /// Every Friday from 19:00 to 21:00 in Berlin since 2026-11-06.
  static var dance: Listing {
    var dance = Listing(id: "dance", kind: .event, coordinate: Coordinate(latitude: 48.7, longitude: 9.2))
    (dance.timeZone, dance.recurrence) = ("Europe/Berlin", "FREQ=WEEKLY;BYDAY=FR")
    (dance.starts, dance.ends) = (friday(-21) - 7200, friday(-21))
    return dance
  }

  /// The day before, from 18:00 to 20:00 UTC, with unlimited places.
  static var concert: Listing {
    var concert = Listing(id: "concert", kind: .event, coordinate: Coordinate(latitude: 48.7, longitude: 9.3))
    (concert.starts, concert.ends) = (now - 26 * 3600, now - 24 * 3600)
    return concert
  }

  /// 21:00 in Berlin, `days` after the Friday of `now`; no clock change lies in between.
  static func friday(_ days: Int64) -> Instant { now + days * 86_400 }

  static func catalog() throws -> TemporaryCatalog {
    try TemporaryCatalog([bar, couch, party, dance, concert])
  }
}

extension Stars {
  /// Stars from a valid number.
  static func known(_ number: Double) -> Stars {
    guard let stars = Stars(number) else { preconditionFailure("no such stars: \(number)") }
    return stars
  }
}
