import CivilTime
import Geography
import Vicinity
import VicinityLab

/// Queries as members leave them: for something like a listing that they have seen, around it or elsewhere.
struct Alerts {
  private let listings: [Listing]
  /// The listings of one city.
  let inCity: [Listing]

  private static let city = Coordinate(latitude: 47.4979, longitude: 19.0402)

  init(_ listings: [Listing]) {
    self.listings = listings
    inCity = listings.filter { Metric.wgs84.meters(from: Self.city, to: $0.coordinate) < 15_000 }
  }

  /// A tenth without a place, and a tenth in the city.
  func queries(_ count: Int) throws -> [(id: String, query: Query)] {
    var random = SplitMix64(seed: 2)
    return (0..<count).map { number in
      let wished = pick(number % 10 == 1 ? inCity : listings, &random)
      var query = Self.query(for: wished, &random)
      if number % 10 == 0 {
        // Queries without a place want only something special: a word, or two tags.
        let word = wished.name?.split(separator: " ").first.map(String.init)
        if number % 20 == 0, let word { query.text = word } else { query.tags.all = Array(wished.tags.prefix(2)) }
      } else {
        query.near = pick(number % 10 == 1 ? inCity : [wished], &random).coordinate
        query.radiusMeters = [500, 1000, 2000, 2000, 5000, 10_000][pick(6, &random)]
      }
      return ("alert-\(number)", query)
    }
  }

  private static func query(for wished: Listing, _ random: inout SplitMix64) -> Query {
    var query = Query()
    query.kinds = [wished.kind]
    func oneIn(_ count: UInt64) -> Bool { random.next() % count == 0 }
    if !oneIn(3), let tag = wished.tags.randomElement(using: &random) { query.tags.all = [tag] }
    if oneIn(4) { query.tags.any = Array(wished.tags.prefix(2)) }
    if oneIn(8), let tag = wished.tags.last, !query.tags.all.contains(tag) { query.tags.none = [tag] }
    if let price = wished.price, oneIn(2) {
      query.price = Query.PriceFilter(max: price.amount * 1.2, currency: oneIn(2) ? price.currency : nil)
    }
    if oneIn(5), wished.rating != nil { query.rating = Query.RatingFilter(min: 3.5) }
    if oneIn(4), let word = wished.name?.split(separator: " ").last { query.text = String(word) }
    guard wished.kind == .couch, oneIn(2) else { return query }
    let arrival = ListingGenerator.standardStart + 7 + Int(random.next() % 60)
    let guests = min(wished.guests ?? 1, 1 + Int(random.next() % 3))
    query.stay = Nights(from: arrival, to: arrival + 2).map { Query.Stay(nights: $0, guests: guests) }
    return query
  }

  private func pick<Element>(_ all: [Element], _ random: inout SplitMix64) -> Element { all[pick(all.count, &random)] }

  private func pick(_ bound: Int, _ random: inout SplitMix64) -> Int { Int(random.next() % UInt64(bound)) }
}
