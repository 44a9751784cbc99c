import CivilTime
import TestSupport
import Testing

@testable import Vicinity

@Suite("Settings of a catalog") struct SettingTests {
  private let now = SignalWorld.now

  @Test func `are off, and stay as they are set`() throws {
    let temporary = try SignalWorld.catalog()
    #expect(try temporary.catalog.settings().isEmpty)
    try temporary.catalog.set(.guestRatings, to: true)
    try temporary.catalog.set(.uniqueNames, to: true)
    try temporary.catalog.set(.uniqueNames, to: true)
    #expect(try temporary.catalog.settings() == [.guestRatings, .uniqueNames])
    try temporary.catalog.set(.guestRatings, to: false)
    #expect(try Catalog(path: temporary.path).settings() == [.uniqueNames])
    #expect(try temporary.catalog.check().isEmpty)
  }

  @Test func `keep a host from using a name twice`() throws {
    let temporary = try SignalWorld.catalog()
    var other = SignalWorld.dance
    (other.name, other.host) = ("PÁRTY", SignalWorld.host)
    try temporary.catalog.set(.uniqueNames, to: true)
    #expect(throws: CatalogError.nameTaken("PÁRTY", host: "host", ids: ["party", "dance"])) {
      try temporary.catalog.save([other], source: "test")
    }
    #expect(try temporary.catalog.listing("dance")?.name == nil)
    #expect(throws: CatalogError.self) {
      try temporary.catalog.edit("dance") { ($0.name, $0.host) = ("party", SignalWorld.host) }
    }
    #expect(try temporary.catalog.edit("dance") { ($0.name, $0.host) = ("party", "somebody else") })
    var twins = ["Room A+", "Room A-", "🍕", "🍺"].enumerated().map { index, name in
      var twin = SignalWorld.bar
      (twin.id, twin.name) = ("twin-\(index)", name)
      return twin
    }
    try temporary.catalog.save(twins, source: "test")
    twins[0].name = "room a-"
    #expect(throws: CatalogError.self) { try temporary.catalog.save(twins, source: "test") }
    try temporary.catalog.set(.uniqueNames, to: false)
    try temporary.catalog.save([other], source: "test")
    #expect(throws: CatalogError.self) { try temporary.catalog.set(.uniqueNames, to: true) }
    #expect(try temporary.catalog.settings().isEmpty)
  }

  @Test func `let only guests rate a couch`() throws {
    let temporary = try SignalWorld.catalog()
    let catalog = temporary.catalog
    try catalog.rate("couch", .known(1), by: "passer-by", at: now)
    try catalog.set(.guestRatings, to: true)
    let nights = try #require(Nights("2026-11-27", "2026-11-29"))
    let booking = try catalog.book(BookingRequest(listing: "couch", member: "ana", nights: nights, guests: 1), at: now)
    let refusal = SignalError.notStayed(listing: "couch", member: "ana")
    #expect(throws: refusal) { try catalog.rate("couch", .known(5), by: "ana", at: now) }
    _ = try catalog.confirmBooking(booking.id, at: now)
    #expect(throws: refusal) { try catalog.rate("couch", .known(5), by: "ana", at: now - 2 * 86_400) }
    #expect(try catalog.rate("couch", .known(5), by: "ana", at: now).votes == 2)
    #expect(throws: SignalError.notStayed(listing: "couch", member: "ben")) {
      try catalog.rate("couch", .known(5), by: "ben", at: now)
    }
    #expect(try catalog.rate("bar", .known(5), by: "ben", at: now).votes == 11)
  }
}
