import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import VicinityFormats
import VicinityLab

@testable import Vicinity

@Suite("Bookings")
struct BookingTests {
  static let now = SeededWorld.now

  static func day(_ number: Int) -> LocalDate { LocalDate(dayNumber: 20_800 + number) }

  static func nights(_ from: Int, _ to: Int) throws -> Nights { try #require(Nights(from: day(from), to: day(to))) }

  static func couch(_ id: String = "couch") throws -> Listing {
    var couch = Listing(id: id, kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9))
    (couch.guests, couch.minNights, couch.maxNights) = (2, 2, 7)
    couch.price = Price(minorUnits: 2500, currency: "EUR")
    couch.unavailable = [try nights(20, 25)]
    return couch
  }

  private func request(_ from: Int, _ to: Int, guests: Int = 1, member: String = "ana", key: String? = nil) throws
    -> BookingRequest
  {
    BookingRequest(
      listing: "couch", member: member, nights: try Self.nights(from, to), guests: guests, key: key)
  }

  @Test("take their nights until they are called off, and cost the nights by the price")
  func life() throws {
    let temporary = try TemporaryCatalog([Self.couch()])
    let catalog = temporary.catalog
    let booking = try catalog.book(request(1, 4, guests: 2), at: Self.now)
    #expect(booking.id == "booking-1")
    #expect(booking.status == .requested)
    #expect(booking.price == Price(minorUnits: 7500, currency: "EUR"))
    #expect(try catalog.booking("booking-1") == booking)
    #expect(try catalog.calendar(of: "couch").taken.map(\.reason) == [.requested, .unavailable])
    let confirmed = try catalog.confirmBooking(booking.id, at: Self.now + 60)
    #expect(confirmed.status == .confirmed)
    #expect(confirmed.changed == Self.now + 60)
    #expect(confirmed.made == Self.now)
    #expect(try catalog.calendar(of: "couch").taken.map(\.reason) == [.confirmed, .unavailable])
    #expect(throws: BookingError.self) { try catalog.declineBooking(booking.id, at: Self.now) }
    #expect(try catalog.cancelBooking(booking.id, at: Self.now).status == .cancelled)
    #expect(try catalog.calendar(of: "couch").taken.map(\.reason) == [.unavailable])
    #expect(throws: BookingError.self) { try catalog.confirmBooking(booking.id, at: Self.now) }
    #expect(try catalog.book(request(2, 5, member: "bob"), at: Self.now).id == "booking-2")
    #expect(try catalog.bookings(of: "ana").map(\.id) == ["booking-1"])
    #expect(try catalog.bookings(at: "couch").count == 2)
    #expect(try catalog.check() == [])
  }

  /// The twin of a returned booking is its row.
  @Test("are returned as they are read afterwards", arguments: [1, 2] as [UInt64])
  func returned(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let temporary = try TemporaryCatalog([])
    let catalog = temporary.catalog
    for number in 0..<60 {
      var couch = Listing(id: "couch-\(number)", kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9))
      func pick<Value>(_ values: [Value]) -> Value { values[SeededWorld.pick(values.count, &random)] }
      couch.name = pick([nil, "Sofa", "Gästezimmer \(number)"])
      (couch.guests, couch.timeZone) = (pick([nil, 1, 4]), pick([nil, "Europe/Berlin", "Pacific/Kiritimati"]))
      couch.price = pick([nil, Price(minorUnits: 1250, currency: "EUR"), Price(minorUnits: 0, currency: nil)])
      let currency = couch.price.map(\.currency) ?? "RON"
      if pick([true, false]) {
        let price = Price(minorUnits: 9900, currency: currency)
        couch.nightlyRates = [NightlyRate(nights: try Self.nights(2, 5), price: price)]
      }
      try catalog.save([couch], source: "test")
      let nights = try Self.nights(pick([1, 2, 4]), pick([5, 6, 9]))
      let request = BookingRequest(
        listing: couch.id, member: "ana", nights: nights, guests: couch.guests ?? 1, key: pick([nil, "k-\(number)"]))
      let booking = try catalog.book(request, at: Self.now + Int64(number))
      #expect(try catalog.booking(booking.id) == booking)
      let status: Booking.Status = pick([.confirmed, .declined, .cancelled])
      let changed = try catalog.change(booking: booking.id, to: status, as: .owner, at: Self.now + 100)
      #expect(try catalog.booking(booking.id) == changed && changed.status == status)
    }
  }

  @Test("know whether they were made or changed by the call")
  func changes() throws {
    let temporary = try TemporaryCatalog([Self.couch()])
    let catalog = temporary.catalog
    let (nights, action) = (try Self.nights(14, 16), Action.book(try request(1, 4, key: "k")))
    let confirm = Action.change(booking: "booking-1", to: .confirmed)
    func block(_ isBlocked: Bool) -> Action { .block(listing: "couch", nights: nights, isBlocked: isBlocked) }
    for action in [action, confirm, block(true), block(false)] {
      let outcomes = try catalog.perform(all: [action, action], at: Self.now)
      #expect(outcomes.map(\.isChanged) == [true, false], "\(action)")
      #expect(try catalog.perform(action, at: Self.now).isChanged == false, "\(action)")
    }
    #expect(try catalog.booking("booking-1")?.status == .confirmed)
  }

  @Test("are refused by a check of the host, in their transaction")
  func checkedHost() throws {
    struct Refused: Error {}
    var couch = try Self.couch()
    couch.host = "hana"
    let temporary = try TemporaryCatalog([couch, Self.couch("hostless")])
    let catalog = temporary.catalog
    let refuse: BookingCheck = { if $0 == "hana" { throw Refused() } }
    let request = try request(1, 4)
    #expect(throws: Refused.self) { try catalog.book(request, as: .owner, at: Self.now, checkingHost: refuse) }
    let failure = try #require(throws: ActionFailure.self) {
      try catalog.perform(all: [.book(request)], as: .owner, at: Self.now, checkingHosts: refuse)
    }
    #expect(failure.error is Refused)
    #expect(throws: Refused.self) {
      try catalog.perform(.book(request), as: .owner, at: Self.now, checkingHosts: refuse)
    }
    #expect(try catalog.bookings().isEmpty)
    var other = request
    other.listing = "hostless"
    #expect(try catalog.book(other, as: .owner, at: Self.now, checkingHost: refuse).status == .requested)
    #expect(throws: PermissionError.otherMember(member: "ana")) {
      try catalog.book(request, as: .member("bela"), at: Self.now)
    }
  }

  @Test("may begin on the day on which another ends")
  func backToBack() throws {
    let temporary = try TemporaryCatalog([Self.couch()])
    for (from, to) in [(5, 8), (8, 10), (3, 5), (18, 20), (25, 27)] {
      _ = try temporary.catalog.book(request(from, to), at: Self.now)
    }
    #expect(try temporary.catalog.bookings().count == 5)
  }

  @Test("are refused with everything that is in the way")
  func obstacles() throws {
    let temporary = try TemporaryCatalog([Self.couch()])
    let catalog = temporary.catalog
    _ = try catalog.book(request(10, 13), at: Self.now)
    try catalog.block(Self.nights(14, 16), of: "couch")
    let asked = try request(12, 21, guests: 3)
    let expected = BookingError.unavailable(
      listing: "couch", nights: asked.nights,
      obstacles: [
        .tooManyGuests(asked: 3, hosts: 2), .tooManyNights(asked: 9, most: 7),
        .nightsTaken(try Self.nights(10, 13), by: .requested), .nightsTaken(try Self.nights(14, 16), by: .blocked),
        .nightsTaken(try Self.nights(20, 25), by: .unavailable),
      ])
    #expect(throws: expected) { try catalog.book(asked, at: Self.now) }
    let availability = try catalog.availability(
      of: "couch", for: .stay(Query.Stay(nights: asked.nights, guests: 3)), at: Self.now)
    #expect(availability.obstacles.count == 5)
    #expect(try catalog.bookings().count == 1)
  }

  @Test("of listings that are not couches, or without a member, are refused")
  func nonsense() throws {
    let bar = Listing(id: "bar", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    let temporary = try TemporaryCatalog([Self.couch(), bar])
    var asked = try request(1, 3)
    asked.listing = "bar"
    #expect(throws: CatalogError.self) { try temporary.catalog.book(asked, at: Self.now) }
    asked.listing = "couhc"
    #expect(throws: CatalogError.unknownListing(id: "couhc", similar: ["couch"])) {
      try temporary.catalog.book(asked, at: Self.now)
    }
    for bad in [try request(1, 3, member: ""), try request(1, 3, guests: 0), try request(1, 3, key: "")] {
      #expect(throws: BookingError.self) { try temporary.catalog.book(bad, at: Self.now) }
    }
    asked = BookingRequest(
      listing: "couch", member: "ana",
      nights: try #require(Nights(from: LocalDate(dayNumber: -1_000_000), to: LocalDate(dayNumber: -999_998))))
    #expect(throws: BookingError.self) { try temporary.catalog.book(asked, at: Self.now) }
    for id in ["booking-9", "booking-", "9", "booking--1", "booking-99999999999999999999"] {
      #expect(throws: BookingError.unknownBooking(id: id)) { try temporary.catalog.cancelBooking(id, at: Self.now) }
    }
  }

  /// Zones in which the date differs from that in UTC, and no zone.
  static let clocks: [(zone: String?, now: String, today: String)] = [
    ("Pacific/Auckland", "2026-11-27T20:00:00Z", "2026-11-28"),
    ("Pacific/Kiritimati", "2026-11-27T09:59:59Z", "2026-11-27"),
    ("Pacific/Honolulu", "2026-11-27T09:59:59Z", "2026-11-26"), (nil, "2026-11-27T20:00:00Z", "2026-11-27"),
    ("Etc/GMT+12", "2026-11-27T11:59:59Z", "2026-11-26"), ("Europe/Berlin", "2026-11-27T23:00:00Z", "2026-11-28"),
  ]

  @Test("of nights that are over, local to the couch, are refused, and never reported as free", arguments: clocks)
  func past(clock: (zone: String?, now: String, today: String)) throws {
    let (now, today) = (try Instant(parsing: clock.now), try LocalDate(parsing: clock.today))
    var couch = try Self.couch()
    (couch.timeZone, couch.minNights) = (clock.zone, nil)
    let catalog = try TemporaryCatalog([couch])
    func nights(_ from: Int, _ to: Int) throws -> Nights { try #require(Nights(from: today + from, to: today + to)) }
    func request(_ nights: Nights) -> BookingRequest { BookingRequest(listing: "couch", member: "ana", nights: nights) }
    var query = Query()
    for (from, to) in [(-400, -399), (-1, 0), (-1, 1), (-1, 3)] {
      let asked = try nights(from, to)
      let obstacle = Obstacle.past(arrival: asked.from, first: today)
      let error = #expect(throws: BookingError.self) { try catalog.catalog.book(request(asked), at: now) }
      #expect(error == .unavailable(listing: "couch", nights: asked, obstacles: [obstacle]) && error?.code == "past")
      #expect(error?.description.contains("is in the past (the first possible day is \(today))") == true)
      query.stay = Query.Stay(nights: asked)
      #expect(try catalog.catalog.answer(query, at: now).matches.isEmpty)
      let verdict = try catalog.catalog.whyNot("couch", query, at: now)
      #expect(verdict.findings.contains { $0.filter == "stay" && $0.found.contains("is in the past") })
      let availability = try catalog.catalog.availability(of: "couch", for: .stay(.init(nights: asked)), at: now)
      #expect(availability.isAvailable == false && availability.obstacles == [obstacle])
    }
    query.stay = Query.Stay(nights: try nights(-2, 2), partly: true)
    #expect(try catalog.catalog.answer(query, at: now).matches.first?.freeNights == [try nights(0, 2)])
    query.stay = Query.Stay(nights: try nights(-2, 2), nightCount: 1)
    #expect(try catalog.catalog.answer(query, at: now).matches.first?.windows == [try nights(0, 1), try nights(1, 2)])
    let calendar = try catalog.catalog.calendar(of: "couch")
    #expect(calendar.firstArrival(at: now) == today)
    #expect(calendar.nextWindow(of: 2, from: today - 9, at: now) == (try nights(0, 2)))
    let lines = MonthTable(calendar, name: nil, monthOf: today, at: now).jsonLines.compactMap(\.object)
    #expect(lines.prefix(today.day - 1).allSatisfy { $0["free"] == .bool(false) && $0["past"] == .bool(true) })
    #expect(lines[today.day - 1]["free"] == .bool(true) && lines[today.day - 1]["past"] == nil)
    let booking = try catalog.catalog.book(request(try nights(0, 1)), at: now)
    // A booking requested in time may be confirmed, requested again and blocked afterwards.
    #expect(try catalog.catalog.confirmBooking(booking.id, at: now + 9 * 86_400).status == .confirmed)
    try catalog.catalog.block(try nights(-5, -4), of: "couch")
  }

  @Test("of the guest's own couch are refused")
  func ownCouch() throws {
    var couch = try Self.couch()
    couch.host = "ana"
    let temporary = try TemporaryCatalog([couch])
    let error = #expect(throws: BookingError.self) { try temporary.catalog.book(request(1, 3), at: Self.now) }
    #expect(error == .ownCouch(listing: "couch", member: "ana") && error?.code == "own-couch")
    #expect(try temporary.catalog.bookings().isEmpty)
    #expect(try temporary.catalog.book(request(1, 3, member: "bob"), at: Self.now).member == "bob")
    try temporary.catalog.block(Self.nights(4, 5), of: "couch")
  }

  @Test("asked for twice under one key are one booking")
  func keys() throws {
    let temporary = try TemporaryCatalog([Self.couch()])
    let catalog = temporary.catalog
    let first = try catalog.book(request(1, 4, key: "k"), at: Self.now)
    #expect(try catalog.book(request(1, 4, key: "k"), at: Self.now + 5) == first)
    let other = BookingError.keyReused(key: "k", booking: first)
    #expect(throws: other) { try catalog.book(request(5, 7, key: "k"), at: Self.now) }
    #expect(throws: other) { try catalog.book(request(1, 4, guests: 2, key: "k"), at: Self.now) }
    #expect(try catalog.book(request(5, 7, member: "bob", key: "k"), at: Self.now).id == "booking-2")
    let cancelled = try catalog.cancelBooking(first.id, at: Self.now)
    #expect(try catalog.book(request(1, 4, key: "k"), at: Self.now) == cancelled)
  }

  @Test("cannot overlap even when another program writes them")
  func triggers() throws {
    let temporary = try TemporaryCatalog([Self.couch()])
    let first = try temporary.catalog.book(request(1, 4), at: Self.now)
    let columns = "(fid, member, from_date, to_date, guests, status, made, changed)"
    func insert(_ from: Int, _ to: Int, _ status: String) -> String {
      "INSERT INTO booking \(columns) VALUES (1, 'eve', '\(Self.day(from))', '\(Self.day(to))', 1, '\(status)', 0, 0)"
    }
    for (from, to) in [(3, 5), (0, 2), (2, 3), (0, 9), (22, 23)] {
      #expect(throws: (any Error).self) { try TestDatabase.run(insert(from, to, "confirmed"), path: temporary.path) }
    }
    try TestDatabase.run(insert(2, 3, "cancelled"), path: temporary.path)
    for change in ["status = 'confirmed'", "status = 'requested'"] {
      #expect(throws: (any Error).self) {
        try TestDatabase.run("UPDATE booking SET \(change) WHERE member = 'eve'", path: temporary.path)
      }
    }
    try TestDatabase.run(insert(4, 6, "requested"), path: temporary.path)
    #expect(throws: (any Error).self) {
      try TestDatabase.run(
        "UPDATE booking SET from_date = '\(Self.day(3))' WHERE from_date = '\(Self.day(4))'", path: temporary.path)
    }
    #expect(try temporary.catalog.confirmBooking(first.id, at: Self.now).status == .confirmed)
    #expect(try temporary.catalog.check() == [])
  }

  @Test("stay when their couch is imported again, and the import's nights are replaced")
  func reimport() throws {
    let temporary = try TemporaryCatalog([Self.couch()])
    let catalog = temporary.catalog
    let booking = try catalog.book(request(1, 4), at: Self.now)
    try catalog.block(Self.nights(8, 9), of: "couch")
    #expect(try catalog.listing("couch")?.unavailable == [Self.nights(20, 25)])
    var anew = try Self.couch()
    anew.unavailable = [try Self.nights(30, 31)]
    try catalog.save([anew], source: "test")
    #expect(try catalog.listing("couch") == anew)
    let busy = [try Self.nights(1, 4), try Self.nights(8, 9), try Self.nights(30, 31)]
    #expect(try catalog.calendar(of: "couch").busy == busy)
    #expect(try catalog.booking(booking.id) == booking)
    try catalog.remove(ids: ["couch"])
    #expect(try catalog.bookings() == [])
  }

  @Test("blocks are merged, cut and given back; those of the import stay")
  func blocks() throws {
    let temporary = try TemporaryCatalog([Self.couch()])
    let catalog = temporary.catalog
    try catalog.block(Self.nights(1, 5), of: "couch")
    try catalog.block(Self.nights(4, 9), of: "couch")
    try catalog.block(Self.nights(18, 21), of: "couch")
    #expect(try catalog.calendar(of: "couch").busy == [Self.nights(1, 9), Self.nights(18, 25)])
    let after = try catalog.unblock(Self.nights(3, 22), of: "couch")
    #expect(after.busy == [try Self.nights(1, 3), try Self.nights(20, 25)])
    #expect(after.reasons(for: Self.day(1)) == [.blocked])
    #expect(after.reasons(for: Self.day(3)) == [])
    #expect(after.reasons(for: Self.day(20)) == [.unavailable])
    #expect(try catalog.check() == [])
  }
}
