import CivilTime
import Foundation
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Many bookings at once")
struct ConcurrentBookingTests {
  private static func couches(_ count: Int) -> [Listing] {
    (0..<count).map { number in
      Listing(id: "c\(number)", kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9 + Double(number) / 100))
    }
  }

  @Test("through separate catalogs take no night twice, and lose nothing that was confirmed")
  func noNightTwice() async throws {
    let temporary = try TemporaryCatalog(Self.couches(4))
    let path = temporary.path
    let told = try await withThrowingTaskGroup(of: [Booking].self) { group in
      for worker in 0..<8 {
        group.addTask {
          let catalog = try Catalog(path: path, access: .readWrite)
          var random = SplitMix64(seed: UInt64(worker))
          var told: [Booking] = []
          for _ in 0..<60 {
            let from = BookingTests.day(SeededWorld.pick(80, &random))
            guard let nights = Nights(from: from, to: from + 1 + SeededWorld.pick(4, &random)) else { continue }
            let request = BookingRequest(
              listing: "c\(SeededWorld.pick(4, &random))", member: "m\(worker)", nights: nights)
            do { told.append(try catalog.book(request, at: SeededWorld.now)) } catch BookingError.unavailable {}
          }
          return told
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let stored = try temporary.catalog.bookings()
    #expect(stored == told.sorted { (Booking.number(of: $0.id) ?? 0) < (Booking.number(of: $1.id) ?? 0) })
    #expect(told.count > 60)
    for bookings in Dictionary(grouping: stored, by: \.listing).values {
      let nights = bookings.map(\.nights).sorted()
      #expect(!zip(nights, nights.dropFirst()).contains { $0.overlaps($1) })
    }
    #expect(try temporary.catalog.check() == [])
  }

  @Test("with one key get one booking")
  func oneKey() async throws {
    let temporary = try TemporaryCatalog(Self.couches(1))
    let path = temporary.path
    let nights = try BookingTests.nights(1, 3)
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<12 {
        group.addTask {
          let catalog = try Catalog(path: path, access: .readWrite)
          let request = BookingRequest(listing: "c0", member: "ana", nights: nights, key: "same")
          return try catalog.book(request, at: SeededWorld.now).id
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ids == Array(repeating: "booking-1", count: 12))
    #expect(try temporary.catalog.bookings().count == 1)
  }
}
