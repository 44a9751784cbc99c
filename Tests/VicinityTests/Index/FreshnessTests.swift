import Foundation
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("Queries after changes")
struct FreshnessTests {
  private static let center = Coordinate(latitude: 48, longitude: 9)

  private static func bar(_ number: Int) -> Listing {
    Listing(id: "bar-\(number)", kind: .bar, coordinate: center)
  }

  @Test("a change by the same catalog is seen by the next query")
  func own() throws {
    let temporary = try TemporaryCatalog()
    for number in 1...5 {
      try temporary.catalog.save([Self.bar(number)], source: "s")
      #expect(try temporary.catalog.answer(Query(), at: SeededWorld.now).matches.count == number)
    }
  }

  @Test("a change through another connection is seen by the next query")
  func other() throws {
    let temporary = try TemporaryCatalog([Self.bar(1), Self.bar(2)])
    let reader = try Catalog(path: temporary.path)
    #expect(try reader.answer(Query(), at: SeededWorld.now).matches.map(\.id) == ["bar-1", "bar-2"])
    try TestDatabase.run("DELETE FROM listing WHERE id = 'bar-1'", path: temporary.path)
    #expect(try reader.answer(Query(), at: SeededWorld.now).matches.map(\.id) == ["bar-2"])
  }

  @Test("every answer is of one version while others write")
  func oneVersion() async throws {
    // Each version has all its listings at one place: an answer that mixed versions would mix places.
    let temporary = try TemporaryCatalog(Self.version(0))
    let catalog = temporary.catalog
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 1...40 { try catalog.save(Self.version(number), source: "s") }
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<150 {
            var query = Query()
            query.limit = 1000
            query.fields = [.id, .name]
            let answer = try catalog.answer(query, at: SeededWorld.now)
            #expect(answer.matches.count == 200)
            #expect(Set(answer.matches.map(\.coordinate)).count == 1)
            #expect(Set(answer.matches.map { $0.listing?.name }).count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try catalog.check() == [])
  }

  @Test("every answer is of one version while members rate")
  func oneVersionOfRatings() async throws {
    // In each version all listings have the same rating.
    let temporary = try TemporaryCatalog((0..<200).map(Self.bar))
    let catalog = temporary.catalog
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<30 {
          let stars = try #require(Stars(halves: 2 + number % 9))
          try catalog.perform(
            all: (0..<200).map { .rate(listing: "bar-\($0)", member: "ana", stars: stars) }, at: SeededWorld.now)
        }
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<150 {
            var query = Query()
            (query.limit, query.fields) = (1000, [.id, .rating, .ratingCount])
            let answer = try catalog.answer(query, at: SeededWorld.now)
            #expect(answer.matches.count == 200)
            #expect(Set(answer.matches.map { $0.listing?.rating }).count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func version(_ number: Int) -> [Listing] {
    (0..<200).map { index in
      let place = Coordinate(latitude: Double(number), longitude: Double(number))
      var listing = Listing(id: "bar-\(index)", kind: .bar, coordinate: place)
      listing.name = "version \(number)"
      return listing
    }
  }
}
