import CivilTime
import Foundation
import Geography
import Synchronization
import Vicinity
import VicinityLab

/// Listings that members rate, with every version of their ratings.
final class RatedWorld: ChangingWorld {
  static let center = Coordinate(latitude: -44, longitude: -130)
  static let prefix = "rated"
  static let fields: [Field] = [.id, .rating, .ratingCount]

  private struct Ratings {
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
    try catalog.save(places.enumerated().map(Self.listing), source: "rated")
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
      try catalog.rate(Self.id(index), stars, by: "member-\(version)", at: Instant(secondsSince1970: 1_795_809_600))
    }
  }

  func isRight(_ answer: Answer, _ query: Query, between first: Int, and last: Int) -> Bool {
    let indices = Self.nearest(places, query)
    guard answer.matches.map(\.id) == indices.map(Self.id) else { return false }
    return (first...max(first, last)).contains { version in
      let ratings = versions.withLock { $0[version] }
      return zip(answer.matches, indices).allSatisfy { match, index in
        let count = match.listing?.ratingCount ?? 0
        let mean = match.listing?.rating ?? 0
        return count == ratings[index].count && abs(mean * Double(count) - ratings[index].sum) < 1e-6
      }
    }
  }
}
