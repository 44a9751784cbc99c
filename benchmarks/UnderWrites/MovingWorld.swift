import Foundation
import Geography
import Synchronization
import Vicinity
import VicinityLab

/// Listings that move, with every version of their positions.
final class MovingWorld: ChangingWorld {
  static let center = Coordinate(latitude: -48.5, longitude: -123.4)
  static let prefix = "moving"
  static let fields: [Field] = [.id, .distance]

  let commits = CommitCounts()
  private let versions = Mutex<[[Coordinate]]>([])
  private let random = Mutex(SplitMix64(seed: 2))

  init(_ catalog: Catalog) throws {
    var random = SplitMix64(seed: 1)
    let places = (0..<Self.count).map { _ in Self.place(&random) }
    try catalog.save(places.enumerated().map(Self.listing), source: "moving")
    versions.withLock { $0 = [places] }
  }

  /// Moves four listings.
  func change() -> (Catalog) throws -> Void {
    let moved = random.withLock { random in
      (0..<4).map { _ in (Int(random.next() % UInt64(Self.count)), Self.place(&random)) }
    }
    versions.withLock { versions in
      var places = versions[versions.count - 1]
      for (index, place) in moved { places[index] = place }
      versions.append(places)
    }
    let last = Dictionary(moved, uniquingKeysWith: { $1 })
    return { try $0.save(last.map { Self.listing($0.key, $0.value) }, source: "moving") }
  }

  func isRight(_ answer: Answer, _ query: Query, between first: Int, and last: Int) -> Bool {
    let found = answer.matches.map(\.id)
    return (first...max(first, last)).contains { version in
      let places = versions.withLock { $0[version] }
      return found == Self.nearest(places, query).map(Self.id)
    }
  }
}
