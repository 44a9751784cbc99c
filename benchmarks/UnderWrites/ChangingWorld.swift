import Foundation
import Geography
import Synchronization
import Vicinity
import VicinityLab

/// Listings that one thread changes while others search for them, with every version of them.
///
/// They are far from everything else in the catalog, so that the nearest ones to any place there are among them.
protocol ChangingWorld: AnyObject, Sendable {
  static var center: Coordinate { get }
  /// The prefix of the numbers in the ids of the listings.
  static var prefix: String { get }
  /// The fields that queries ask for.
  static var fields: [Field] { get }
  var commits: CommitCounts { get }

  /// Prepares the next change, and records the version that it will lead to.
  ///
  /// - Returns: commits it.
  func change() -> (Catalog) throws -> Void
  /// Whether the answer matches a version that was current at some time between two numbers of changes.
  func isRight(_ answer: Answer, _ query: Query, between first: Int, and last: Int) -> Bool
}

/// The numbers of changes begun and completed.
final class CommitCounts: Sendable {
  private let startedCount = Atomic(0)
  private let committedCount = Atomic(0)

  var started: Int { startedCount.load(ordering: .sequentiallyConsistent) }
  var committed: Int { committedCount.load(ordering: .sequentiallyConsistent) }

  fileprivate func start() { startedCount.add(1, ordering: .sequentiallyConsistent) }
  fileprivate func commit() { committedCount.add(1, ordering: .sequentiallyConsistent) }
}

extension ChangingWorld {
  /// The number of listings.
  static var count: Int { 400 }

  static func id(_ index: Int) -> String { "\(prefix)-\(index)" }

  static func listing(_ index: Int, _ place: Coordinate) -> Listing {
    Listing(id: id(index), kind: .bar, coordinate: place)
  }

  /// A place near the center.
  static func place(_ random: inout SplitMix64) -> Coordinate {
    func step() -> Double { Double(random.next() >> 11) / 0x1p53 - 0.5 }
    return Coordinate(latitude: center.latitude + step() * 0.2, longitude: center.longitude + step() * 0.3)
  }

  func query(_ number: Int) -> Query {
    var random = SplitMix64(seed: UInt64(number))
    var query = Query()
    query.near = Self.place(&random)
    query.radiusMeters = 20_000
    query.limit = 10
    query.metric = .sphere
    query.fields = Self.fields
    return query
  }

  /// The numbers of the listings that a query finds, by brute force.
  static func nearest(_ places: [Coordinate], _ query: Query) -> [Int] {
    guard let near = query.near else { return [] }
    let origin = DistanceOrigin(near, metric: query.metric)
    let ranked = places.enumerated().map { (origin.meters(to: $1), id($0), $0) }
    return ranked.filter { $0.0 <= query.radiusMeters ?? .infinity }.sorted { $0 < $1 }.prefix(query.limit).map(\.2)
  }

  /// Makes changes at a steady rate.
  func write(to catalog: Catalog, rate: Double, for seconds: Double) {
    let start = Date()
    while Date().timeIntervalSince(start) < seconds {
      Thread.sleep(until: start.addingTimeInterval(Double(commits.committed) / rate))
      let commit = change()
      commits.start()
      do { try commit(catalog) } catch {
        print("the writer failed: \(error)")
        return
      }
      commits.commit()
    }
  }
}
