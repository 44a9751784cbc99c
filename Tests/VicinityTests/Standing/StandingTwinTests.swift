import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Standing queries against brute force: every query is run before and after random changes.
@Suite("Standing queries and all answers")
struct StandingTwinTests {
  static let rounds = TwinQueries.count(usually: 12)

  @Test("agree on starting and stopping matches", arguments: TwinTests.worlds, [1, 2] as [UInt64])
  func changes(world: TwinTests.World, seed: UInt64) throws {
    let place = TwinTests.worlds.firstIndex { $0.name == world.name } ?? 0
    let twin = try StandingWorld(world, seed: seed &* 31 &+ UInt64(place), listings: 60, queries: 120)
    var (begun, ceased) = (0, 0)
    for round in 0..<Self.rounds {
      for _ in 0...round % 12 { try twin.change() }
      let told = try twin.standing.changes()
      let expected = try twin.differences()
      #expect(told.isComplete)
      #expect(
        told.listings.sorted { $0.listing < $1.listing } == expected, "\(twin.described(expected, told.listings))")
      begun += expected.reduce(0) { $0 + $1.begins.count }
      ceased += expected.reduce(0) { $0 + $1.ceases.count }
      guard round % 8 == 7 else { continue }
      for _ in 0..<5 { try twin.changeQuery() }
      try twin.learn()
      for (listing, queries) in twin.found {
        #expect(try twin.standing.matches(listing, at: StandingWorld.now) == queries.sorted(), "\(listing)")
      }
    }
    #expect(begun > 50 && ceased > 50)
  }

  @Test("agree when they end between a change and their judging, and go on", arguments: [1, 2] as [UInt64])
  func restarts(seed: UInt64) throws {
    let twin = try StandingWorld(TwinTests.worlds[0], seed: seed, listings: 40, queries: 60, isKept: true)
    var count = 0
    for round in 0..<Self.rounds {
      for turn in 0...round % 6 {
        try twin.change()
        if (round + turn) % 3 == 0 { try twin.restart() }
      }
      let told = try twin.told().listings
      let expected = try twin.differences()
      #expect(told.sorted { $0.listing < $1.listing } == expected, "\(twin.described(expected, told))")
      count += expected.count
      if round % 4 == 3 { try twin.restart() }
      #expect(try twin.told().listings.isEmpty, "each once")
    }
    #expect(count > 10)
  }
}
