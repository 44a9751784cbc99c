import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Searches, calendars and brute force, in a world where nights are booked and blocked at random.
@Suite("Stays in a world with bookings")
struct StayTwinTests {
  private struct World {
    let temporary: TemporaryCatalog
    let listings: [Listing]
    var booked: [String: [Nights]] = [:]

    init(seed: UInt64) throws {
      listings =
        SeededWorld(
          seed: seed, count: 240, center: Coordinate(latitude: 48, longitude: 9), spreadDegrees: 0.1
        ).listings
      temporary = try TemporaryCatalog(listings)
    }

    /// Books, blocks and cancels at random, and records which nights should be taken.
    mutating func live(_ random: inout SplitMix64) throws {
      let catalog = temporary.catalog
      for couch in listings where couch.kind == .couch {
        for _ in 0..<SeededWorld.pick(5, &random) {
          let nights = StayTwinTests.nights(6, &random)
          switch SeededWorld.pick(4, &random) {
          case 0:
            do { try catalog.block(nights, of: couch.id) } catch BookingError.unavailable { continue }
            booked[couch.id, default: []].append(nights)
          case 1:
            guard let booking = try book(couch, nights) else { continue }
            _ = try catalog.cancelBooking(booking.id, at: SeededWorld.now)
          default:
            guard let booking = try book(couch, nights) else { continue }
            if SeededWorld.oneIn(2, &random) { _ = try catalog.confirmBooking(booking.id, at: SeededWorld.now) }
            booked[couch.id, default: []].append(nights)
          }
        }
      }
    }

    private func book(_ couch: Listing, _ nights: Nights) throws -> Booking? {
      let request = BookingRequest(listing: couch.id, member: "ana", nights: nights)
      do { return try temporary.catalog.book(request, at: SeededWorld.now) } catch BookingError.unavailable {
        return nil
      }
    }
  }

  private static func nights(_ most: Int, _ random: inout SplitMix64) -> Nights {
    let from = LocalDate(dayNumber: 20_780 + SeededWorld.pick(40, &random))
    guard let nights = Nights(from: from, to: from + 1 + SeededWorld.pick(most, &random)) else {
      preconditionFailure("a departure lies after its arrival")
    }
    return nights
  }

  private static func stay(_ random: inout SplitMix64) -> Query.Stay {
    var stay = Query.Stay(nights: nights(12, &random), guests: 1 + SeededWorld.pick(2, &random))
    switch SeededWorld.pick(3, &random) {
    case 0: break
    case 1: stay.partly = true
    default:
      stay.nightCount = 1 + SeededWorld.pick(stay.nights.count, &random)
      stay.weekend = SeededWorld.oneIn(2, &random)
    }
    return stay
  }

  @Test("are found as the twin finds them, with their windows and free nights", arguments: [1, 2, 3] as [UInt64])
  func searches(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var world = try World(seed: seed)
    try world.live(&random)
    #expect(world.booked.count > 20)
    let twin = BruteForce(world.listings, booked: world.booked)
    for _ in 0..<TwinQueries.count(usually: 40) {
      var query = Query()
      let stay = Self.stay(&random)
      (query.stay, query.limit) = (stay, 1000)
      let sorts: [[Query.SortKey]] = [
        [], [.stayPrice], [.stayPrice.descending], [.price.descending, .stayPrice], [.nightPrice],
        [.nightPrice.descending], [.rating, .nightPrice],
      ]
      if !stay.partly { query.sort = sorts[SeededWorld.pick(sorts.count, &random)] }
      let answer = try world.temporary.catalog.answer(query, at: SeededWorld.now)
      #expect(answer.matches.map(\.id) == twin.ids(query, now: SeededWorld.now), "\(query.json.text)")
      for match in answer.matches {
        let listing = try #require(world.listings.first { $0.id == match.id })
        let windows = twin.windows(of: listing, stay, now: SeededWorld.now)
        #expect(match.windows == (stay.nightCount == nil ? nil : windows), "\(query.json.text)")
        let priced = (stay.partly ? [] : stay.nightCount == nil ? [stay.nights] : windows)
          .compactMap { nights in twin.price(of: listing, nights).map { (nights, $0) } }
        let cheapest = priced.min { $0.1.minorUnits < $1.1.minorUnits }
        #expect(match.stayPrice?.price == cheapest?.1, "\(query.json.text)")
        #expect(match.stayPrice?.nights == cheapest?.0, "\(query.json.text)")
        let aNight = cheapest.map { ($0.1.minorUnits + $0.0.count - 1) / $0.0.count }
        #expect(match.nightPrice?.minorUnits == aNight, "\(query.json.text)")
        let dates = twin.freeDates(of: listing, stay, now: SeededWorld.now)
        let free = match.freeNights.map {
          $0.flatMap { ($0.from.dayNumber..<$0.to.dayNumber).map(LocalDate.init(dayNumber:)) }
        }
        #expect(free == (stay.partly ? dates : nil), "\(query.json.text)")
      }
    }
  }

  @Test("are what calendars say, stay by stay", arguments: [4, 5] as [UInt64])
  func calendars(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var world = try World(seed: seed)
    try world.live(&random)
    for couch in world.listings where couch.kind == .couch {
      let twin = BruteForce([couch], booked: world.booked)
      let calendar = try world.temporary.catalog.calendar(of: couch.id)
      for _ in 0..<TwinQueries.count(usually: 8) {
        let stay = Query.Stay(nights: Self.nights(9, &random), guests: 1 + SeededWorld.pick(3, &random))
        var query = Query()
        (query.stay, query.limit) = (stay, 1000)
        let isFree = calendar.isFree(for: stay.nights, guests: stay.guests, at: SeededWorld.now)
        #expect(isFree == !twin.ids(query, now: SeededWorld.now).isEmpty)
        #expect(isFree == calendar.obstacles(to: stay.nights, guests: stay.guests, at: SeededWorld.now).isEmpty)
        #expect(calendar.price(of: stay.nights) == twin.price(of: couch, stay.nights))
        let free = calendar.freeNights(in: stay.nights)
        // Without advance notice, the free nights are those that are not taken.
        #expect(
          free.flatMap { ($0.from.dayNumber..<$0.to.dayNumber).map(LocalDate.init(dayNumber:)) }
            == twin.freeDates(of: couch, stay, now: .distantPast))
        try expectNext(calendar, couch, twin, stay)
      }
    }
  }

  private func expectNext(_ calendar: AvailabilityCalendar, _ couch: Listing, _ twin: BruteForce, _ stay: Query.Stay)
    throws
  {
    let count = stay.nights.count
    let range = try #require(Nights(from: stay.nights.from, to: stay.nights.from + 200))
    let all = twin.windows(
      of: couch, Query.Stay(nights: range, nightCount: count), now: SeededWorld.now)
    let next = calendar.nextWindow(of: count, from: stay.nights.from, at: SeededWorld.now)
    #expect(next == all.first)
  }
}
