import CivilTime
import Foundation
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// A seeded world with members who like, rate and visit, and a naive twin of the scores.
struct RecommendedWorld {
  let temporary: TemporaryCatalog
  let listings: [Listing]
  static let center = Coordinate(latitude: 48.77, longitude: 9.18)
  static let members = (0..<6).map { "m\($0)" }

  var catalog: Catalog { temporary.catalog }

  init(seed: UInt64, count: Int = 150, spread: Double = 0.05, isBuilt: Bool = true, extra: [Action] = []) throws {
    let world = SeededWorld(seed: seed, count: count, center: Self.center, spreadDegrees: spread)
    temporary = try TemporaryCatalog(world.listings)
    var random = SplitMix64(seed: seed &+ 1)
    var actions: [Action] = []
    for member in Self.members {
      for _ in 0..<12 {
        let listing = world.listings[SeededWorld.pick(count / 2, &random)]
        switch SeededWorld.pick(3, &random) {
        case 0: actions.append(.favorite(listing: listing.id, member: member))
        case 1 where listing.kind != .event:
          let stars = try #require(Stars(Double(1 + SeededWorld.pick(5, &random))))
          actions.append(.rate(listing: listing.id, member: member, stars: stars))
        default: actions.append(.visit(listing: listing.id, member: member))
        }
      }
    }
    try temporary.catalog.perform(all: actions + extra, at: SeededWorld.now)
    if isBuilt { try temporary.catalog.buildRecommendations(threads: 2) }
    let catalog = temporary.catalog
    listings = try world.listings.map { try #require(try catalog.listing($0.id)) }
  }

  /// The content of the file that the twin needs.
  struct Known {
    var rows: [String: Int] = [:]
    var supporters: [Int: Int] = [:]
    var targets: [Int: [(Int, Float)]] = [:]
    var tastes: [String: MemberTaste] = [:]
    var disliked: [String: Set<Int>] = [:]
  }

  func known() throws -> Known {
    try catalog.read { worker, _, _ in
      var known = Known()
      for (id, row) in try worker.rows("SELECT id, fid FROM listing", body: { ($0.string(0) ?? "", $0.int(1)) }) {
        known.rows[id] = row
      }
      for (row, count) in try worker.rows("SELECT fid, admirers FROM affinity", body: { ($0.int(0), $0.int(1)) }) {
        known.supporters[row] = count
      }
      let stored = try StoredAffinities(in: worker)
      for row in known.rows.values {
        try stored.forEachTarget(of: row) { known.targets[row, default: []].append(($0, $1)) }
      }
      for member in Self.members + ["new"] {
        known.tastes[member] = try MemberTaste(of: member, in: worker)
        known.disliked[member] = Set(
          try worker.rows(
            "SELECT fid FROM rating WHERE member = ?1 GROUP BY fid HAVING avg(half_stars) <= 4", member
          ) { $0.int(0) })
      }
      return known
    }
  }
}

extension RecommendedWorld {
  /// The parts of a listing's score, from their definitions.
  func parts(
    of listing: Listing, for member: String, _ query: Query, _ known: Known
  ) -> [ScoreParts.Name: Double] {
    let novelty = query.recommending?.novelty ?? 0
    let liked = interactions(of: member, known)
    let weights = Self.weights(
      query.recommending?.weights ?? RecommendationWeights(), novelty,
      evidence: liked.count { known.targets[$0.row]?.isEmpty == false })
    let total = max(liked.reduce(0) { $0 + $1.weight }, .leastNonzeroMagnitude)
    let row = known.rows[listing.id] ?? -1
    let scores = tasteScores(of: member, known)
    let knownRows = known.tastes[member]?.known ?? []
    let greatest = scores.filter { !knownRows.contains($0.key) }.values.max() ?? 0
    var parts: [ScoreParts.Name: Double] = [:]
    parts[.taste] = greatest > 0 ? min(1, max(0, Double((scores[row] ?? 0) / greatest))) : 0
    parts[.tags] =
      listing.tags.map { tag in liked.filter { $0.listing.tags.contains(tag) }.reduce(0) { $0 + $1.weight } / total }
      .max() ?? 0
    let count = Double(known.supporters[row] ?? 0) + Double(listing.ratingCount ?? 0)
    let popularity = min(1, log(1 + count) / log(1001))
    parts[.popularity] = popularity * (1 - novelty) + (1 - popularity) * novelty
    let mean = BruteForce.meanRating(of: listings)
    let votes = Double(max(listing.ratingCount ?? 1, 1))
    parts[.rating] = (listing.rating.map { (votes * $0 + 10 * mean) / (votes + 10) } ?? mean) / 5
    parts[.price] = price(of: listing, liked.map(\.listing), weights)
    parts[.start] = start(of: listing, weights)
    parts[.places] = places(listing, liked, weights)
    for name in ScoreParts.Name.allCases {
      parts[name] =
        (parts[name] ?? 0)
        * (RecommendationWeights.names.first { $0.key == name.word }.map {
          weights[keyPath: $0.path]
        } ?? 0)
    }
    let distance = BruteForceDistance(query).meters(to: listing.coordinate)
    parts[.distance] = distance.map { weights.distance / (1 + $0 / weights.halfDistanceMeters) } ?? 0
    return parts
  }

  /// The weights as what is known of the member divides them.
  private static func weights(
    _ given: RecommendationWeights, _ novelty: Double, evidence: Int
  ) -> RecommendationWeights {
    guard given.taste > 0 else { return given }
    var weights = given
    let lost = Double(evidence) / (given.halfEvidence + Double(evidence))
    weights.tags -= given.tags * lost
    weights.places -= given.places * lost
    weights.popularity -= given.popularity * lost * (1 - novelty)
    weights.taste += (given.tags + given.places + given.popularity * (1 - novelty)) * lost
    return weights
  }

  func interactions(of member: String, _ known: Known) -> [(listing: Listing, weight: Double, row: Int)] {
    let byRow = Dictionary(uniqueKeysWithValues: listings.map { (known.rows[$0.id] ?? -1, $0) })
    return (known.tastes[member]?.interactions ?? []).compactMap { interaction in
      guard known.disliked[member]?.contains(interaction.listing) != true, let listing = byRow[interaction.listing]
      else { return nil }
      return (listing, Double(interaction.weight), interaction.listing)
    }
  }

  /// The rows that are not recommended to a member.
  func skipped(_ member: String, _ known: Known) -> Set<Int> {
    (known.tastes[member]?.known ?? []).union(known.disliked[member] ?? [])
  }

  private func tasteScores(of member: String, _ known: Known) -> [Int: Float] {
    var scores: [Int: Float] = [:]
    for interaction in interactions(of: member, known) {
      for (target, affinity) in known.targets[interaction.row] ?? [] {
        scores[target, default: 0] += Float(interaction.weight) * affinity
      }
    }
    return scores
  }

  private func price(of listing: Listing, _ liked: [Listing], _ weights: RecommendationWeights) -> Double {
    guard let price = listing.price?.amount else { return 0 }
    let usual = liked.filter { $0.kind == listing.kind }.compactMap { $0.price?.amount }.sorted()
    guard !usual.isEmpty else { return weights.halfPrice / (weights.halfPrice + price) }
    let median = usual[usual.count / 2]
    return (1 + min(price, median)) / (1 + max(price, median))
  }

  /// - Parameter listing: with the times of the matching occurrence.
  private func start(of listing: Listing, _ weights: RecommendationWeights) -> Double {
    guard listing.kind == .event, let starts = listing.starts, listing.status == nil else { return 0 }
    guard max(listing.ends ?? starts, starts + 1) > SeededWorld.now else { return 0 }
    return 1 / (1 + max(0, Double(starts - SeededWorld.now)) / 3600 / weights.halfWaitHours)
  }

  private func places(
    _ listing: Listing, _ liked: [(listing: Listing, weight: Double, row: Int)], _ weights: RecommendationWeights
  ) -> Double {
    let cells = Dictionary(grouping: liked) { interaction in
      "\(floor(interaction.listing.coordinate.latitude / 0.01)) \(floor(interaction.listing.coordinate.longitude / 0.01))"
    }.values.map { cell -> (weight: Double, latitude: Double, longitude: Double) in
      let weight = cell.reduce(0) { $0 + $1.weight }
      return (
        weight, cell.reduce(0) { $0 + $1.weight * $1.listing.coordinate.latitude } / weight,
        cell.reduce(0) { $0 + $1.weight * $1.listing.coordinate.longitude } / weight
      )
    }
    let total = liked.reduce(0) { $0 + $1.weight }
    let order = cells.sorted {
      ($1.weight, floor($0.latitude / 0.01), floor($0.longitude / 0.01))
        < ($0.weight, floor($1.latitude / 0.01), floor($1.longitude / 0.01))
    }
    return order.prefix(8).reduce(0) { sum, cell in
      let meters = 6_371_008.8 * Double.pi / 180
      let north = (listing.coordinate.latitude - cell.latitude) * meters
      let east = (listing.coordinate.longitude - cell.longitude) * meters * cos(cell.latitude * .pi / 180)
      return sum + cell.weight / total
        / (1 + (north * north + east * east) / (weights.homeAreaReachMeters * weights.homeAreaReachMeters))
    }
  }
}
