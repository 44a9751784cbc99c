import Vicinity

/// Generates the attributes of a bar.
enum BarGenerator {
  static func fill(_ bar: inout Listing, at spot: GeneratedWorld.Spot, _ random: inout SplitMix64) {
    bar.name = spot.city.language.words.name(&random)
    bar.tags = TagPool.of(.bar).tags(1 + random.below(7), &random)
    if random.chance(percent: 12) {
      bar.tags = (bar.tags + ["brewery:\(GeneratedWorld.townName(&random).lowercased())"]).sorted()
    }
    bar.address = spot.address(&random)
    if !random.chance(percent: 6) { bar.openingHours = GeneratedWorld.europe.schedule(&random) }
    if random.chance(percent: 70) {
      let cents = 250 + 10 * random.below(30) + 10 * random.below(30)
      bar.price = Price(euroCents: cents, in: spot.city.currency)
      bar.priceLevel = min(4, 1 + (cents - 250) / 150)
    }
    bar.rate(&random)
    guard random.chance(percent: 40) else { return }
    bar.description = description(&random)
  }

  private static func description(_ random: inout SplitMix64) -> String {
    let place = random.pick([
      "Vaulted cellar", "Corner room", "Long counter", "Leafy courtyard", "Old workshop", "Tiled hall",
      "Candle-lit den", "Bright room",
    ])
    let offer = random.pick([
      "local beer on tap", "wine from small growers", "cocktails without a card", "dumplings until midnight",
      "a pool table", "vinyl on Sundays",
      "a stage for anybody", "games in every corner", "sixty kinds of gin", "soup in winter",
    ])
    return "\(place) with \(offer)."
  }
}

extension GeneratedWorld.Spot {
  /// Street, number and town; outside of towns only the street.
  func address(_ random: inout SplitMix64) -> String {
    let street = city.language.words.address(&random)
    guard let town else { return street }
    return "\(street), \(town.name)"
  }
}

extension Listing {
  /// Gives four of five listings a rating; few have many votes.
  mutating func rate(_ random: inout SplitMix64) {
    guard random.chance(percent: 80) else { return }
    let luck = random.unit()
    ratingCount = 1 + Int(1500 * luck * luck * luck * luck)
    let tenths = (41 + 4.5 * random.normal()).rounded()
    rating = min(max(tenths, 10), 50) / 10
  }
}

extension Price {
  /// A price of about the given euro cents, rounded in a currency.
  init(euroCents cents: Int, in currency: String) {
    let (rate, step) = Self.rates[currency] ?? (100, 10)
    let minorUnits = cents * rate / 100
    self.init(minorUnits: (minorUnits + step / 2) / step * step, currency: currency)
  }

  // Hundredths of a unit per euro, and the step of prices in minor units; deliberately rough.
  private static let rates: [String: (Int, Int)] = [
    "EUR": (100, 10), "GBP": (86, 10), "CHF": (95, 10), "DKK": (746, 100), "SEK": (1110, 100), "NOK": (1150, 100),
    "PLN": (428, 50),
    "CZK": (2500, 500), "HUF": (39_000, 5000), "RON": (507, 50), "RSD": (11_700, 1000),
  ]
}
