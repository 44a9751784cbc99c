import Testing
import TestSupport

@testable import Vicinity

@Suite("Attendance")
struct AttendanceTests {
  private let now = SignalWorld.now

  @Test("who comes late waits in order, and the first of the list moves up when someone leaves")
  func waitingList() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    let places = try ["a", "b", "c", "d"].map { try catalog.join("party", by: $0, at: now) }
    #expect(places.map(\.status) == [.joined, .joined, .waiting, .waiting])
    #expect(places.map(\.place) == [nil, nil, 1, 2])
    #expect(places[0].cost == Price(minorUnits: 500, currency: "EUR"))
    #expect(try catalog.join("party", by: "d", at: now).place == 2)
    let outcome = try catalog.perform(.leave(listing: "party", member: "a"), at: now)
    #expect(outcome.status == "left")
    #expect(try catalog.join("party", by: "c", at: now).status == .joined)
    #expect(try catalog.join("party", by: "d", at: now).place == 1)
    #expect(try catalog.join("party", by: "a", at: now).place == 2)
    #expect(try catalog.perform(.leave(listing: "party", member: "x"), at: now).status == "unchanged")
  }

  @Test("more places let more people in, in order")
  func growth() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    for member in ["a", "b", "c", "d", "e"] { try catalog.join("party", by: member, at: now) }
    var party = SignalWorld.party
    party.capacity = 4
    try catalog.save([party], source: "test")
    #expect(try catalog.join("party", by: "d", at: now).status == .joined)
    #expect(try catalog.join("party", by: "e", at: now).place == 1)
  }

  @Test("who joined an event goes with it when it is moved")
  func moved() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    try catalog.join("party", by: "a", at: now)
    var party = SignalWorld.party
    (party.starts, party.ends) = (now + 86_400, now + 90_000)
    try catalog.save([party], source: "test")
    let joined = try catalog.joinedEvents(of: "a", at: now)
    #expect(joined.map(\.attendance.starts) == [now + 86_400] && joined.map(\.ends) == [now + 90_000])
  }

  @Test(
    "an occurrence is the next one, or named by day, time or weekday",
    arguments: [
      (OccurrenceChoice.next, 7 as Int64), (.on(LocalDate(dayNumber: 20_798)), 14),
      (.at(.instant(SignalWorld.friday(21) - 7200)), 21), (.at(.weekly(.friday, minuteOfDay: 19 * 60)), 7),
    ])
  func occurrences(choice: OccurrenceChoice, days: Int64) throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    let attendance = try catalog.join("dance", choice, by: "a", at: now)
    #expect(attendance.starts == SignalWorld.friday(days) - 7200)
    #expect(try catalog.perform(.leave(listing: "dance", member: "a", starts: choice), at: now).status == "left")
  }

  @Test("what cannot be joined is refused by name")
  func refusals() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    #expect(throws: SignalError.over(listing: "concert", starts: "2026-11-26T18:00:00+00:00")) {
      try catalog.join("concert", by: "a", at: now)
    }
    let next = "2026-12-04T19:00:00+01:00"
    #expect(throws: SignalError.noOccurrence(listing: "dance", asked: "2026-11-28", next: next)) {
      try catalog.join("dance", .on(LocalDate(dayNumber: 20_785)), by: "a", at: now)
    }
    #expect(throws: CatalogError.unsuitable(id: "bar", kind: .bar, question: "only events can be joined.")) {
      try catalog.join("bar", by: "a", at: now)
    }
    #expect(throws: CatalogError.unknownListing(id: "part", similar: ["party"])) {
      try catalog.join("part", by: "a", at: now)
    }
    #expect(throws: SignalError.badMember("")) { try catalog.join("party", by: "", at: now) }
  }

  @Test("many tasks that join and leave at once never overfill an event, and nobody is lost")
  func concurrent() async throws {
    let temporary = try SignalWorld.catalog()
    let catalog = temporary.catalog
    let now = now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask {
          for round in 0..<5 {
            try catalog.join("party", by: "m\(number)", at: now)
            try catalog.rate("bar", .known(Double(1 + round)), by: "m\(number)", at: now)
            if round < 4 { try catalog.perform(.leave(listing: "party", member: "m\(number)"), at: now) }
            _ = try catalog.joinedEvents(of: "m\(number)", at: now)
          }
        }
      }
      try await group.waitForAll()
    }
    let counts = try TestDatabase.rows("SELECT status, count(*) FROM attendance GROUP BY 1", path: temporary.path)
    #expect(counts == [["joined", "2"], ["waiting", "14"]])
    let summary = try catalog.reviews(of: "bar").summary
    #expect(summary.votes == 26 && summary.mean == (45.0 + 16 * 5) / 26)
    #expect(try catalog.check().isEmpty)
  }
}
