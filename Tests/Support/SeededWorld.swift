import CivilTime
import Geography
import Vicinity
import VicinityLab

/// Small worlds in which edge cases are frequent: equal places, ties in every key, missing values, zones on both sides
/// of the date line, a vocabulary of few words.
package struct SeededWorld {
  package let listings: [Listing]
  package static let now = Instant(secondsSince1970: 1_795_809_600)  // 2026-11-27T20:00:00Z, a Friday

  private static let zones = ["Europe/Berlin", "America/New_York", "Pacific/Auckland", "Pacific/Honolulu", "UTC"]
  private static let hours = [
    "Mo-Th 17:00-01:00; Fr,Sa 17:00-03:00", "24/7", "Mo-Su 10:00-22:00", "Mo-Fr 11:30-14:00,17:30-23:00",
    "Fr 20:00-04:00",
    "Sa,Su 09:00-12:00; Mo off", "18:00+", "sunset-02:00", "Mo-Su 10:00-20:00; PH off", "gone fishing", "Mo off",
    "Tu-Su 00:00-24:00",
  ]
  package static let words = [
    "jazz", "café", "Zum", "goldenen", "Hirsch", "Łódź", "bar", "beer", "Újház", "garden", "jam",
  ]
  package static let tags = ["pub", "cocktails", "live-music", "smoking", "wifi", "cuisine:thai", "beer-garden"]

  package init(seed: UInt64, count: Int, center: Coordinate, spreadDegrees: Double) {
    var random = SplitMix64(seed: seed)
    let plain = (0..<count).map { number in Self.listing(number, center, spreadDegrees, &random) }
    listings = plain.map { $0.kind == .couch ? Self.withTerms($0, &random) : $0 }
  }

  /// Couches; a third have rates for certain nights, and a quarter require advance notice.
  private static func withTerms(_ couch: Listing, _ random: inout SplitMix64) -> Listing {
    var couch = couch
    if oneIn(4, &random) { couch.advanceNoticeDays = pick(8, &random) }
    guard oneIn(3, &random) else { return couch }
    let currency = couch.price.map(\.currency) ?? ["EUR", nil][pick(2, &random)]
    var day = LocalDate(dayNumber: 20_780 + pick(12, &random))
    for _ in 0...pick(4, &random) {
      guard let nights = Nights(from: day, to: day + 1 + pick(6, &random)) else { continue }
      // Neither a rate equal to the couch's own terms nor equal adjacent rates: a catalog stores neither.
      var rate = NightlyRate(nights: nights)
      if oneIn(2, &random) { rate.minNights = (couch.minNights ?? 1) % 4 + 1 + pick(2, &random) }
      if rate.minNights == couch.minNights ?? 1 { rate.minNights = nil }
      if oneIn(4, &random) { rate.maxNights = couch.maxNights.map { $0 % 7 + 1 } ?? 3 }
      if rate.minNights == nil || !oneIn(3, &random) {
        rate.price = Price(minorUnits: pick(5, &random) * 300 + 77, currency: currency)
      }
      couch.nightlyRates.append(rate)
      day = nights.to + 1 + pick(3, &random)
    }
    return couch
  }

  private static func listing(
    _ number: Int, _ center: Coordinate, _ spread: Double, _ random: inout SplitMix64
  ) -> Listing {
    var listing = Listing(
      id: "l\(number)", kind: Kind.allCases[pick(3, &random)], coordinate: coordinate(center, spread, &random))
    if oneIn(10, &random) == false { listing.timeZone = zones[pick(zones.count, &random)] }
    if !oneIn(8, &random) { listing.name = text(1 + pick(3, &random), &random) }
    if oneIn(3, &random) { listing.address = text(2, &random) }
    if oneIn(4, &random) { listing.description = text(4, &random) }
    listing.tags = tags.filter { _ in oneIn(3, &random) }.sorted()
    if !oneIn(5, &random) {
      let currency = ["EUR", "USD", "JPY", nil][pick(4, &random)]
      listing.price = Price(minorUnits: pick(6, &random) * 250, currency: currency)
    }
    if oneIn(2, &random) { listing.priceLevel = 1 + pick(4, &random) }
    // From the number, so that the other values of a seed do not change.
    listing.accessible = [nil, .yes, .limited, .no, nil][number % 5]
    let categories = ListingCategory.allCases.filter { $0.kind == listing.kind }
    listing.category =
      number % 11 == 0
      ? ListingCategory.named(by: listing.tags, of: listing.kind) : categories[number % categories.count]
    if !oneIn(4, &random) {
      listing.rating = Double(2 + pick(7, &random)) / 2 + 0.5
      if !oneIn(4, &random) { listing.ratingCount = [0, 1, 5, 50, 500][pick(5, &random)] }
    }
    fill(&listing, &random)
    return listing
  }

  private static func fill(_ listing: inout Listing, _ random: inout SplitMix64) {
    switch listing.kind {
    case .bar: if !oneIn(6, &random) { listing.openingHours = hours[pick(hours.count, &random)] }
    case .event:
      if oneIn(12, &random) { return }
      let starts = now + Int64(1800 * (pick(200, &random) - 100))
      listing.starts = starts
      if !oneIn(6, &random) { listing.ends = starts + Int64(3600 * (1 + pick(12, &random))) }
      if oneIn(3, &random) { listing.recurrence = recurrences[pick(recurrences.count, &random)] }
    case .couch:
      if !oneIn(5, &random) { listing.guests = 1 + pick(4, &random) }
      if oneIn(3, &random) { listing.minNights = 1 + pick(4, &random) }
      if oneIn(3, &random) { listing.maxNights = 4 + pick(5, &random) }
      let today = 20_784
      listing.unavailable = Nights.merged(
        (0..<pick(6, &random)).compactMap { _ in
          let from = today + pick(40, &random) - 5
          return Nights(from: LocalDate(dayNumber: from), to: LocalDate(dayNumber: from + 1 + pick(6, &random)))
        })
    }
  }

  private static let recurrences = [
    "FREQ=DAILY;COUNT=9", "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=WEEKLY;BYDAY=FR,SA;UNTIL=20261220T000000Z",
    "FREQ=MONTHLY;BYDAY=-1SA,1MO", "RRULE:FREQ=DAILY;COUNT=5\nRDATE:20261201T190000,20261130T040000",
    "FREQ=HOURLY;INTERVAL=7;COUNT=40", "every second Tuesday",
  ]

  private static func coordinate(_ center: Coordinate, _ spread: Double, _ random: inout SplitMix64) -> Coordinate {
    // A grid of few steps, so that several listings share a place and a distance.
    let north = center.latitude + spread * (Double(pick(41, &random)) / 20 - 1)
    var east = center.longitude + spread * (Double(pick(41, &random)) / 20 - 1)
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    return Coordinate(latitude: min(90, max(-90, north)), longitude: east)
  }

  private static func text(_ count: Int, _ random: inout SplitMix64) -> String {
    (0..<count).map { _ in words[pick(words.count, &random)] }.joined(separator: " ")
  }

  package static func pick(_ bound: Int, _ random: inout SplitMix64) -> Int { Int(random.next() % UInt64(bound)) }
  package static func oneIn(_ bound: Int, _ random: inout SplitMix64) -> Bool { pick(bound, &random) == 0 }
}

extension SeededWorld: CustomStringConvertible {
  /// Short, because test reports print the arguments.
  package var description: String { "\(listings.count) seeded listings" }
}
