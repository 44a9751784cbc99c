import Foundation
import Geography
import Testing
import VicinityLab

@testable import Vicinity

struct AffinityTests {
  static let worlds: [(seed: UInt64, members: Int, listings: Int)] = [
    (1, 3, 4), (2, 8, 12), (3, 20, 30), (4, 0, 5), (5, 40, 25), (6, 1, 1),
  ]

  @Test("affinities are those of the dense equations", arguments: worlds)
  func twin(_ size: (seed: UInt64, members: Int, listings: Int)) {
    let twin = DenseTwin(seed: size.seed, members: size.members, listings: size.listings)
    let solver = AffinitySolver(twin.world, twin.settings)
    for target in 0..<size.listings {
      let solved = solver.solve(target)
      #expect(solved.neighbours.map(Int.init) == twin.neighbours(of: target))
      for (fast, slow) in zip(solved.affinities, twin.affinities(of: target)) {
        #expect(abs(Double(fast) - slow) < 1e-4)
      }
    }
  }

  @Test("popular listings support others less, and nothing counts against them", arguments: worlds)
  func damping(_ size: (seed: UInt64, members: Int, listings: Int)) {
    let twin = DenseTwin(seed: size.seed, members: size.members, listings: size.listings)
    let rows = AffinityFit.affinities(of: twin.world, twin.settings, threads: 1)
    var expected = [[Int: Double]](repeating: [:], count: size.listings)
    for target in 0..<size.listings {
      for (neighbour, affinity) in zip(twin.neighbours(of: target), twin.affinities(of: target))
      where affinity >= 0.002 {
        expected[neighbour][target] = affinity * pow(Double(max(1, twin.supporters(of: neighbour))), -0.15)
      }
    }
    for (listing, targets) in expected.enumerated() {
      let found = Dictionary(
        uniqueKeysWithValues: rows.range(listing).map { (Int(rows.columns[$0]), Double(rows.weights[$0])) })
      for (target, affinity) in targets { #expect(abs((found[target] ?? 0) - affinity) < 1e-4) }
      for (target, affinity) in found { #expect(affinity > 0 && (targets[target] != nil || affinity < 0.002)) }
    }
  }

  @Test("the number of threads changes nothing")
  func number() {
    let twin = DenseTwin(seed: 7, members: 60, listings: 700)
    let one = AffinityFit.affinities(of: twin.world, twin.settings, threads: 1)
    for threads in [2, 5] {
      let many = AffinityFit.affinities(of: twin.world, twin.settings, threads: threads)
      #expect(many.starts == one.starts)
      #expect(many.columns == one.columns)
      #expect(many.weights.map(\.bitPattern) == one.weights.map(\.bitPattern))
    }
  }

  @Test("the nearest sites are those of brute force", arguments: [UInt64(1), 2, 3])
  func nearest(_ seed: UInt64) {
    let twin = DenseTwin(seed: seed, members: 1, listings: 200)
    for site in stride(from: 0, to: 200, by: 7) {
      let slow = (0..<200).filter { $0 != site }.sorted {
        (twin.world.sites.kilometers(site, $0), $0) < (twin.world.sites.kilometers(site, $1), $1)
      }
      #expect(twin.world.sites.nearest(to: site, limit: 12).map(Int.init) == Array(slow.prefix(12)))
    }
  }

  @Test("bytes give back numbers, and affinities to a 32 767th of the largest")
  func bytes() {
    let affinities: [Float] = [0.5, -0.25, 0.001, 0]
    let bytes = AffinityBlob.encode([3, 9, 70_000, 4_000_000_000], affinities[...])
    #expect(bytes.count == 4 + 6 * 4)
    var found: [(Int, Float)] = []
    bytes.withUnsafeBytes { AffinityBlob.forEach(in: $0) { found.append(($0, $1)) } }
    #expect(found.map(\.0) == [3, 9, 70_000, 4_000_000_000])
    for (affinity, read) in zip(affinities, found.map(\.1)) { #expect(abs(affinity - read) <= 0.5 / 32_767) }
  }

  @Test("bytes of another length hold nothing", arguments: [0, 3, 5, 11])
  func damage(_ count: Int) {
    [UInt8](repeating: 1, count: count).withUnsafeBytes { bytes in
      AffinityBlob.forEach(in: bytes) { _, _ in Issue.record("something was read") }
    }
  }
}

/// The equations written out in full, in double precision, and solved by Gaussian elimination.
private struct DenseTwin {
  let world: InteractionMatrix
  let settings: RecommendationSettings
  private let likes: [Set<Int>]
  private let listings: Int

  init(seed: UInt64, members: Int, listings: Int) {
    var random = SplitMix64(seed: seed)
    func pick(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    var settings = RecommendationSettings()
    (settings.strongNeighbours, settings.nearNeighbours) = (6, 3)
    let coordinates = (0..<listings).map { _ in
      Coordinate(latitude: 48 + Double(pick(40)) / 500, longitude: 9 + Double(pick(40)) / 500)
    }
    let likes = (0..<members).map { _ in Set((0..<1 + pick(8)).map { _ in pick(listings) }) }
    let entries = likes.enumerated().flatMap { member, liked in
      liked.sorted().map { SparseRows.Entry(row: Int32(member), column: Int32($0), weight: 1) }
    }
    (self.likes, self.settings, self.listings) = (likes, settings, listings)
    world = InteractionMatrix(
      interactions: SparseRows(entries, rows: members), coordinates: coordinates, settings: settings)
  }

  func coInteractions(_ first: Int, _ second: Int) -> Double {
    likes.filter { $0.contains(first) && $0.contains(second) }.reduce(0) { $0 + 1 / Double($1.count).squareRoot() }
  }

  func supporters(of listing: Int) -> Int { likes.count { $0.contains(listing) } }

  func neighbours(of target: Int) -> [Int] {
    let others = (0..<listings).filter { $0 != target }
    let strong = others.filter { coInteractions($0, target) > 0 }.sorted {
      let (left, right) = (strength($0, target), strength($1, target))
      return abs(left - right) > 1e-6 ? left > right : $0 < $1
    }
    let near = others.sorted {
      (world.sites.kilometers(target, $0), $0) < (world.sites.kilometers(target, $1), $1)
    }
    return Set(strong.prefix(settings.strongNeighbours)).union(near.prefix(settings.nearNeighbours)).sorted()
  }

  private func strength(_ listing: Int, _ target: Int) -> Double {
    coInteractions(listing, target) / Double(supporters(of: listing)).squareRoot()
  }

  /// The prior from the distances of all listings, in order.
  private func prior(_ row: Int, _ target: Int) -> Double {
    let distances = (0..<listings).filter { $0 != target }.map { world.sites.kilometers(target, $0) }.sorted()
    let reach = (0.03 * ((distances.prefix(settings.crowd).last ?? 0) + 0.01)).squareRoot()
    return 0.05 / (1 + world.sites.kilometers(row, target) / reach)
  }

  func affinities(of target: Int) -> [Double] {
    let near = neighbours(of: target)
    var rows = near.map { row in
      near.map { coInteractions(row, $0) + (row == $0 ? settings.ridge : 0) }
        + [coInteractions(row, target) + settings.ridge * prior(row, target)]
    }
    for pivot in rows.indices {
      for row in rows.indices where row != pivot {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        for column in pivot...near.count { rows[row][column] -= factor * rows[pivot][column] }
      }
    }
    return rows.indices.map { rows[$0][near.count] / rows[$0][$0] }
  }
}
