import Foundation
import TestSupport
import Testing
import Vicinity
import VicinityLab

@Suite("Catalogs that are deleted with their last reference")
struct InMemoryCatalogTests {
  private static let center = Coordinate(latitude: 48.7758, longitude: 9.1829)
  private static let now = SeededWorld.now

  @Test("answer, save and book as a catalog in a file does, from several threads")
  func use() async throws {
    var couch = Listing(id: "couch-1", kind: .couch, coordinate: Self.center)
    (couch.timeZone, couch.host, couch.guests) = ("Europe/Berlin", "ben", 2)
    let catalog = try Catalog.inMemory([couch], at: Self.now)
    let ids = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<8 {
        group.addTask {
          try await catalog.run {
            try $0.save([Listing(id: "bar-\(number)", kind: .bar, coordinate: Self.center)], source: "test")
            return try $0.answer(Query(near: Self.center, radiusMeters: 10), at: Self.now).matches.map(\.id)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ids.allSatisfy { $0.contains("couch-1") })
    #expect(try catalog.answer(Query(near: Self.center), at: Self.now).matches.count == 9)

    let nights = try #require(Nights(from: LocalDate(parsing: "2026-12-01"), to: LocalDate(parsing: "2026-12-03")))
    let request = BookingRequest(listing: "couch-1", member: "ana", nights: nights)
    _ = try catalog.book(request, at: Self.now)
    #expect(throws: BookingError.self) { try catalog.book(request, at: Self.now) }
    #expect(try catalog.answer(Query(stay: nights), at: Self.now).matches.isEmpty)
    #expect(try catalog.check().isEmpty)
  }

  @Test("are apart from each other, readable by their user alone, and leave nothing behind")
  func removal() throws {
    var folders: [URL] = []
    do {
      let catalogs = try (0..<2).map { number in
        try Catalog.inMemory([Listing(id: "bar-\(number)", kind: .bar, coordinate: Self.center)], at: Self.now)
      }
      folders = catalogs.map { URL(filePath: $0.path).deletingLastPathComponent() }
      #expect(try catalogs.map { try $0.answer(Query(), at: Self.now).matches.map(\.id) } == [["bar-0"], ["bar-1"]])
      for folder in folders {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
      }
    }
    for folder in folders { #expect(!FileManager.default.fileExists(atPath: folder.path)) }
  }

  @Test("an invalid listing leaves no folder behind")
  func failure() throws {
    #expect(throws: CatalogError.self) {
      try Catalog.inMemory([Listing(id: "", kind: .bar, coordinate: Self.center)], at: Self.now)
    }
  }
}
