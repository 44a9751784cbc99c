import CivilTime
import Geography
import Hours
import Streams
import TestSupport
import Testing

@testable import Vicinity

/// Hours that are the same at all times need no time zone; all others are unknown without one.
@Suite("Opening hours without a time zone")
struct ConstantHoursTests {
  static let hours: [(text: String, state: OpeningState)] = [
    ("24/7", .open), ("Mo-Su 00:00-24:00", .open), ("00:00-24:00", .open), ("off", .closed), ("24/7 closed", .closed),
    ("Mo-Sa 00:00-24:00", .unknown), ("Mo-Su 10:00-22:00", .unknown), ("24/7; PH off", .unknown),
    ("24/7; Dec 25 off", .unknown), ("sunrise-sunset", .unknown), ("24/7 unknown", .unknown),
  ]

  static let openings = [
    Query.Opening(at: .now), Query.Opening(at: .weekly(.saturday, minuteOfDay: 1350)),
    Query.Opening(at: .now, stayMinutes: 60),
    Query.Opening(at: .weekly(.monday, minuteOfDay: 0), stayMinutes: 60, waitMinutes: 30),
    Query.Opening(at: .weekly(.friday, minuteOfDay: 0), until: .weekly(.saturday, minuteOfDay: 0)),
    Query.Opening(at: .local(Zone.utc.localDateTime(at: SeededWorld.now))),
  ]

  @Test("are known where they never change", arguments: hours)
  func states(hours: (text: String, state: OpeningState)) throws {
    var bar = Listing(id: "bar", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    bar.openingHours = hours.text
    let temporary = try TemporaryCatalog([bar])
    for opening in Self.openings {
      var query = Query()
      for (policy, admitted) in [(Query.UnknownPolicy.drop, [OpeningState.open]), (.only, [.unknown])] {
        query.open = opening
        query.open?.unknown = policy
        let found = try temporary.catalog.answer(query, at: SeededWorld.now).matches
        #expect(found.isEmpty == !admitted.contains(hours.state), "\(policy) \(query.json.text)")
        if policy == .drop { #expect(found.allSatisfy { $0.opening?.state == .open && $0.opening?.nextChange == nil }) }
      }
      let availability = try temporary.catalog.availability(of: "bar", for: .opening(opening), at: SeededWorld.now)
      let expected: Bool? = hours.state == .unknown ? nil : hours.state == .open
      #expect(availability.isAvailable == expected, "\(query.json.text)")
    }
  }
}
