import Geography

/// The synthetic map shared by all generated listings and queries: real cities, invented towns around them, with
/// quarters.
///
/// Independent of a seed, so that queries of one seed lie near the listings of another.
struct GeneratedWorld: Sendable {
  /// A city or town with its quarters.
  struct Town: Sendable {
    /// The name in addresses.
    let name: String
    /// The city itself, or the one that determines the town's zone, currency and language.
    let city: City
    /// The center.
    let center: Coordinate
    /// Standard deviation of the broad scatter around the center, meters.
    let spread: Double
    /// Areas with many listings.
    let quarters: [Quarter]
  }

  /// A dense part of a town.
  struct Quarter: Sendable {
    let center: Coordinate
    /// Standard deviation, meters.
    let spread: Double
  }

  /// Cities and towns, largest first.
  let towns: [Town]
  /// Opening hours, most frequent first.
  let schedules: [String]
  private let townRanks: ZipfRanks
  private let quarterRanks: [ZipfRanks]
  private let scheduleRanks: ZipfRanks

  /// The only instance: 78 cities, 222 towns, 3000 opening hours.
  static let europe = GeneratedWorld(townCount: 300, scheduleCount: 3000, seed: 0x7669_6369_6E69_7479)

  init(townCount: Int, scheduleCount: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    towns = (0..<townCount).map { rank in Self.town(rank: rank, &random) }
    townRanks = ZipfRanks(count: townCount, shift: 2)
    quarterRanks = towns.map { ZipfRanks(count: $0.quarters.count, shift: 1) }
    schedules = ScheduleTexts.distinct(scheduleCount, &random)
    scheduleRanks = ZipfRanks(count: scheduleCount, shift: 3)
  }
}

extension GeneratedWorld {
  /// A position of a listing or a query.
  struct Spot: Sendable {
    let coordinate: Coordinate
    /// Nil outside of towns.
    let town: Town?
    /// Determines zone, currency and language.
    let city: City
  }

  /// A random spot: 5 % anywhere, of the others two thirds in a quarter and one third broadly around a town.
  func spot(_ random: inout SplitMix64) -> Spot {
    if random.chance(percent: 5) { return remoteSpot(&random) }
    let rank = townRanks.rank(&random)
    let town = towns[rank]
    guard random.below(3) > 0 else {
      return Spot(coordinate: town.center.scattered(by: town.spread, &random), town: town, city: town.city)
    }
    let quarter = town.quarters[quarterRanks[rank].rank(&random)]
    return Spot(coordinate: quarter.center.scattered(by: quarter.spread, &random), town: town, city: town.city)
  }

  /// Opening hours with a frequency by rank.
  func schedule(_ random: inout SplitMix64) -> String { schedules[scheduleRanks.rank(&random)] }

  private func remoteSpot(_ random: inout SplitMix64) -> Spot {
    let coordinate = Coordinate(latitude: 36.5 + 24 * random.unit(), longitude: -9.5 + 37 * random.unit()).rounded
    return Spot(coordinate: coordinate, town: nil, city: Self.nearestCity(to: coordinate))
  }

  private static func nearestCity(to coordinate: Coordinate) -> City {
    var nearest = City.table[0]
    var smallest = Double.infinity
    for city in City.table {
      let north = city.center.latitude - coordinate.latitude
      let east = (city.center.longitude - coordinate.longitude) * 0.65
      let squared = north * north + east * east
      guard squared < smallest else { continue }
      smallest = squared
      nearest = city
    }
    return nearest
  }

  private static func town(rank: Int, _ random: inout SplitMix64) -> Town {
    let isCity = rank < City.table.count
    let city = isCity ? City.table[rank] : random.pick(City.table)
    let center = isCity ? city.center : city.center.scattered(by: 40_000, &random)
    let spread = isCity ? 6500 - 45 * Double(rank) : 800 + 900 * random.unit()
    let quarters = (0..<(isCity ? 24 - rank / 5 : 3)).map { _ in
      Quarter(center: center.scattered(by: spread / 2, &random), spread: 150 + 350 * random.unit())
    }
    let name = isCity ? city.name : townName(&random)
    return Town(name: name, city: city, center: center, spread: spread, quarters: quarters)
  }

  /// A name such as "Lindhaven": one of 182.
  static func townName(_ random: inout SplitMix64) -> String {
    random.pick(["Bel", "Brun", "Gran", "Hal", "Kar", "Lind", "Mar", "Nor", "Ost", "Rov", "Sel", "Tor", "Vel", "Wald"])
      + random.pick([
        "ano", "berg", "burg", "dorf", "field", "ford", "grad", "haven", "hof", "mont", "stad", "ville", "wick",
      ])
  }
}

extension Coordinate {
  /// Rounded to 7 decimals, as written.
  var rounded: Coordinate {
    Coordinate(latitude: (latitude * 1e7).rounded() / 1e7, longitude: (longitude * 1e7).rounded() / 1e7)
  }

  /// A coordinate displaced by a bell-shaped random distance with a standard deviation of `meters` in each direction;
  /// not near the poles.
  func scattered(by meters: Double, _ random: inout SplitMix64) -> Coordinate {
    let degrees = meters / 111_195
    let north = degrees * random.normal()
    let east = degrees * random.normal() / Self.cosine(ofDegrees: latitude)
    return Coordinate(latitude: latitude + north, longitude: longitude + east).rounded
  }

  // Taylor polynomial, with an error below 1e-6 up to 75 degrees: plain arithmetic, so the bits do not depend on a
  // mathematics library.
  private static func cosine(ofDegrees degrees: Double) -> Double {
    let square = (degrees * .pi / 180) * (degrees * .pi / 180)
    return 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56 * (1 - square / 90))))
  }
}
