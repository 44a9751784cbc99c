import CivilTime
import Foundation
import Geography
import Synchronization
import Vicinity
import VicinityLab

/// Listings that members rate while others search for them, with every version of their ratings.
///
/// They are far from everything else in the catalog, so that the nearest ones to any place there are among them.
final class RatedWorld: ChangingWorld {
  private static let count = 400
  private static let center = Coordinate(latitude: -44, longitude: -130)

  private struct Ratings: Equatable {
    var sum = 0.0
    var count = 0
  }

  let commits = CommitCounts()
  private let places: [Coordinate]
  private let versions = Mutex<[[Ratings]]>([])
  private let random = Mutex(SplitMix64(seed: 2))

  init(_ catalog: Catalog) throws {
    var random = SplitMix64(seed: 1)
    let places = (0..<Self.count).map { _ in Self.place(&random) }
    self.places = places
    let listings = places.enumerated().map { Listing(id: "rated-\($0)", kind: .bar, coordinate: $1) }
    try catalog.save(listings, source: "rated")
    versions.withLock { $0 = [Array(repeating: Ratings(), count: Self.count)] }
  }

  /// A new member rates one.
  func change() -> (Catalog) throws -> Void {
    let (index, halves) = random.withLock { random in
      (Int(random.next() % UInt64(Self.count)), 2 + Int(random.next() % 9))
    }
    let version = versions.withLock { versions in
      var ratings = versions[versions.count - 1]
      ratings[index].sum += Double(halves) / 2
      ratings[index].count += 1
      versions.append(ratings)
      return versions.count
    }
    return { catalog in
      guard let stars = Stars(halves: halves) else { return }
      try catalog.rate("rated-\(index)", stars, by: "member-\(version)", at: Instant(secondsSince1970: 1_795_809_600))
    }
  }

  func query(_ number: Int) -> Query {
    var random = SplitMix64(seed: UInt64(number))
    var query = Query()
    query.near = Self.place(&random)
    query.radiusMeters = 20_000
    query.limit = 10
    query.metric = .sphere
    query.fields = [.id, .rating, .ratingCount]
    return query
  }

  func isRight(_ answer: Answer, _ query: Query, between first: Int, and last: Int) -> Bool {
    guard let near = query.near else { return false }
    let origin = DistanceOrigin(near, metric: query.metric)
    let nearest = places.enumerated().map { (origin.meters(to: $1), $0) }.filter { $0.0 <= 20_000 }.sorted { $0 < $1 }
    let indices = nearest.prefix(query.limit).map(\.1)
    guard answer.matches.map(\.id) == indices.map({ "rated-\($0)" }) else { return false }
    return (first...max(first, last)).contains { version in
      let ratings = versions.withLock { $0[version] }
      return zip(answer.matches, indices).allSatisfy { match, index in
        let count = match.listing?.ratingCount ?? 0
        let mean = match.listing?.rating ?? 0
        return count == ratings[index].count && abs(mean * Double(count) - ratings[index].sum) < 1e-6
      }
    }
  }

  private static func place(_ random: inout SplitMix64) -> Coordinate {
    func step() -> Double { Double(random.next() >> 11) / 0x1p53 - 0.5 }
    return Coordinate(latitude: center.latitude + step() * 0.2, longitude: center.longitude + step() * 0.3)
  }
}
