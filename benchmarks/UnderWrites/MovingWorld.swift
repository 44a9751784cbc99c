import Foundation
import Geography
import Synchronization
import Vicinity
import VicinityLab

/// Listings that one thread moves while others search for them, with every recent version of their positions.
///
/// They are far from everything else in the catalog, so that the nearest ones to any place there are among them.
final class MovingWorld: ChangingWorld {
  private static let count = 400
  private static let center = Coordinate(latitude: -48.5, longitude: -123.4)

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

  func query(_ number: Int) -> Query {
    var random = SplitMix64(seed: UInt64(number))
    var query = Query()
    query.near = Self.place(&random)
    query.radiusMeters = 20_000
    query.limit = 10
    query.metric = .sphere
    query.fields = [.id, .distance]
    return query
  }

  /// Whether the answer matches a version that was current at some time between two numbers of changes.
  func isRight(_ answer: Answer, _ query: Query, between first: Int, and last: Int) -> Bool {
    let found = answer.matches.map(\.id)
    return (first...max(first, last)).contains { version in
      let places = versions.withLock { $0[version] }
      return found == Self.nearest(places, query)
    }
  }

  private static func nearest(_ places: [Coordinate], _ query: Query) -> [String] {
    guard let near = query.near else { return [] }
    let origin = DistanceOrigin(near, metric: query.metric)
    let ranked = places.enumerated().map { (origin.meters(to: $1), "moving-\($0)") }
    return ranked.filter { $0.0 <= query.radiusMeters ?? .infinity }.sorted { $0 < $1 }.prefix(query.limit).map(\.1)
  }

  private static func listing(_ index: Int, _ place: Coordinate) -> Listing {
    Listing(id: "moving-\(index)", kind: .bar, coordinate: place)
  }

  private static func place(_ random: inout SplitMix64) -> Coordinate {
    func step() -> Double { Double(random.next() >> 11) / 0x1p53 - 0.5 }
    return Coordinate(latitude: center.latitude + step() * 0.2, longitude: center.longitude + step() * 0.3)
  }
}
