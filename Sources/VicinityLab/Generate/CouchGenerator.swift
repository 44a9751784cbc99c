import CivilTime
import Vicinity

/// Generates the attributes of a couch.
struct CouchGenerator {
  /// The first day of the availability calendar.
  let start: LocalDate
  /// The number of days that may contain taken nights.
  private static let horizon = 180

  func fill(_ couch: inout Listing, at spot: GeneratedWorld.Spot, _ random: inout SplitMix64) {
    couch.name = name(&random)
    couch.tags = TagPool.of(.couch).tags(1 + random.below(6), &random)
    couch.address = spot.address(&random)
    couch.price = price(in: spot.city.currency, &random)
    couch.rate(&random)
    couch.guests = 1 + min(random.below(4), random.below(6))
    couch.minNights = random.chance(percent: 70) ? 1 : random.within(2...4)
    couch.maxNights = random.pick([4, 5, 7, 7, 10, 14, 14, 21, 30, 60])
    couch.host = "member-\(1 + random.below(50_000))"
    couch.unavailable = takenNights(&random)
  }

  private func name(_ random: inout SplitMix64) -> String {
    let quality = random.pick([
      "Quiet", "Sunny", "Small", "Cosy", "Simple", "Spacious", "Old", "Bright", "Late-night", "Friendly",
    ])
    let bed = random.pick(["sofa", "couch", "room", "mattress", "guest bed", "attic", "hammock", "bunk", "foldout"])
    let place = random.pick([
      "by the park", "near the station", "above a bakery", "by the river", "in the old town", "with a cat",
      "under the roof", "at the tram stop",
      "among books", "with a garden", "for students", "near the market",
    ])
    return "\(quality) \(bed) \(place)"
  }

  private func price(in currency: String, _ random: inout SplitMix64) -> Price {
    random.chance(percent: 55)
      ? Price(minorUnits: 0, currency: nil)
      : Price(euroCents: 500 + 100 * random.below(10) * (1 + random.below(6)), in: currency)
  }

  /// Sorted, disjoint and not adjacent; a quarter of the couches has a nearly full calendar.
  private func takenNights(_ random: inout SplitMix64) -> [Nights] {
    let longestGap = random.chance(percent: 25) ? 4 : 45
    var taken: [Nights] = []
    var day = start + random.below(longestGap)
    while day < start + Self.horizon {
      let departure = day + random.within(1...9)
      if let nights = Nights(from: day, to: departure) { taken.append(nights) }
      day = departure + (1 + random.below(longestGap))
    }
    return taken
  }
}
