import CivilTime
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Attendance")
struct AttendanceTests {
  private let now = SignalWorld.now

  @Test("late members wait in order, and the first of the list moves up when someone leaves")
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
    var left = places[0]
    left.joined = 2
    #expect(outcome == .leave(listing: "party", member: "a", left))
    #expect(try catalog.join("party", by: "c", at: now).status == .joined)
    #expect(try catalog.join("party", by: "d", at: now).place == 1)
    #expect(try catalog.join("party", by: "a", at: now).place == 2)
    let unchanged = try catalog.perform(.leave(listing: "party", member: "x"), at: now)
    #expect(unchanged == .leave(listing: "party", member: "x", nil) && !unchanged.isChanged)
  }

  @Test("only the host and attendees see the attendees")
  func attendees() throws {
    let temporary = try SignalWorld.catalog()
    let catalog = temporary.catalog
    for member in ["c", "a", "b", "d"] { try catalog.join("party", by: member, at: now) }
    for caller in [nil, "host", "a", "d"] {
      let list = try catalog.attendees(of: "party", for: caller, at: now)
      #expect(list.attendees.map(\.member) == ["c", "a", "b", "d"])
      #expect(list.attendees.map(\.place) == [nil, nil, 1, 2])
      #expect(list.starts == now + 3600 && list.json.count == 4)
    }
    #expect(throws: SignalError.notInvited(listing: "party", member: "x")) {
      try catalog.attendees(of: "party", for: "x", at: now)
    }
    #expect(throws: CatalogError.self) { try catalog.attendees(of: "bar", for: nil, at: now) }
    #expect(throws: CatalogError.self) { try catalog.attendees(of: "nosuch", for: nil, at: now) }
    try catalog.join("dance", .on(LocalDate(dayNumber: 20_798)), by: "a", at: now)
    #expect(try catalog.attendees(of: "dance", for: nil, at: now).attendees.isEmpty)
    try catalog.edit("dance") { $0.starts = SignalWorld.friday(-21) - 3600 }
    let time = OccurrenceChoice.at(.instant(SignalWorld.friday(14) - 7200))
    let former = try catalog.attendees(of: "dance", time, for: nil, at: now)
    #expect(former.attendees.map(\.member) == ["a"])
    try catalog.edit("dance") { $0.starts = SignalWorld.friday(-21) - 7200 }
    #expect(
      try catalog.attendees(of: "dance", .on(LocalDate(dayNumber: 20_798)), for: "a", at: now).attendees.count == 1)
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

  @Test("attendees move with their event")
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
    let left = try catalog.perform(.leave(listing: "dance", member: "a", starts: choice), at: now)
    #expect(left == .leave(listing: "dance", member: "a", attendance))
  }

  @Test("a listing that cannot be joined is refused by name")
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
    #expect(throws: CatalogError.unsuitable(id: "bar", kind: .bar, reason: "only events can be joined.")) {
      try catalog.join("bar", by: "a", at: now)
    }
    #expect(throws: CatalogError.unknownListing(id: "part", similar: ["party"])) {
      try catalog.join("part", by: "a", at: now)
    }
    #expect(throws: SignalError.badMember("")) { try catalog.join("party", by: "", at: now) }
    #expect(throws: SignalError.badMember("a\0b")) { try catalog.join("party", by: "a\0b", at: now) }
  }

  /// The attendees and the waiting list of an occurrence, each in order of arrival.
  private struct Model {
    var capacity: Int? = 2
    var order: [Int64: [(member: String, hasPlace: Bool)]] = [:]

    mutating func join(_ member: String, _ day: Int64) {
      let people = order[day, default: []]
      guard !people.contains(where: { $0.member == member }) else { return }
      let isFull = capacity.map { people.count(where: \.hasPlace) >= $0 } ?? false
      order[day, default: []].append((member, !isFull))
    }

    mutating func leave(_ member: String, _ day: Int64) {
      order[day]?.removeAll { $0.member == member }
      moveUp(day)
    }

    mutating func moveUp(_ day: Int64) {
      for index in (order[day] ?? []).indices where order[day]?[index].hasPlace == false {
        if let capacity, (order[day] ?? []).count(where: \.hasPlace) >= capacity { return }
        order[day]?[index].hasPlace = true
      }
    }
  }

  @Test(
    "places and waiting lists of every occurrence are those of a list on paper", arguments: 1...4 as ClosedRange<UInt64>
  )
  func property(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let temporary = try SignalWorld.catalog()
    var dance = SignalWorld.dance
    var model = Model()
    dance.capacity = model.capacity
    try temporary.catalog.save([dance], source: "test")
    for _ in 0..<TwinQueries.count(usually: 60) {
      let day = [7, 14][SeededWorld.pick(2, &random)] as Int64
      let member = "m\(SeededWorld.pick(6, &random))"
      let choice = OccurrenceChoice.at(.instant(SignalWorld.friday(day) - 7200))
      switch SeededWorld.pick(9, &random) {
      case 0:
        model.capacity = [1, 2, 3, 4, nil][SeededWorld.pick(5, &random)]
        dance.capacity = model.capacity
        try temporary.catalog.save([dance], source: "test")
        for day in [7, 14] as [Int64] { model.moveUp(day) }
      case 1, 2, 3:
        try temporary.catalog.perform(.leave(listing: "dance", member: member, starts: choice), at: now)
        model.leave(member, day)
      default:
        try temporary.catalog.join("dance", choice, by: member, at: now)
        model.join(member, day)
      }
      #expect(try kept(temporary) == told(model))
    }
  }

  private func kept(_ temporary: TemporaryCatalog) throws -> [[String]] {
    try TestDatabase.rows(
      "SELECT starts, member, status FROM attendance ORDER BY starts, attendance_id", path: temporary.path)
  }

  private func told(_ model: Model) -> [[String]] {
    model.order.sorted { $0.key < $1.key }.flatMap { day, people in
      people.map { person in
        let starts = (SignalWorld.friday(day) - 7200).secondsSince1970
        return ["\(starts)", person.member, person.hasPlace ? "joined" : "waiting"]
      }
    }
  }

  @Test("many tasks that join and leave at once never overfill an event, and lose no member")
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
