import CivilTime
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity

@Suite("Reminders")
struct ReminderTests {
  private static let start = Instant(secondsSince1970: 1_795_564_800)  // 2026-11-25T00:00:00Z
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }
  private static let zones = ["Pacific/Kiritimati", "Europe/Bucharest", "America/Los_Angeles", nil]

  /// Couches in zones that are a day apart, and events at all hours.
  init() throws {
    var listings: [Listing] = []
    for (number, zone) in Self.zones.enumerated() {
      var couch = Listing(id: "couch-\(number)", kind: .couch, coordinate: Coordinate(latitude: 48, longitude: 9))
      (couch.host, couch.timeZone) = ("hana", zone)
      var event = Listing(id: "event-\(number)", kind: .event, coordinate: Coordinate(latitude: 48, longitude: 9))
      (event.starts, event.timeZone) = (Self.start + Int64(number) * 17 * 3600 + 12_345, zone)
      listings += [couch, event]
    }
    temporary = try TemporaryCatalog(listings)
    for number in Self.zones.indices {
      for form in [
        #"{"do":"book","listing":"couch-\#(number)","member":"ana","from":"2026-11-26","to":"2026-11-27"}"#,
        #"{"do":"confirm","booking":"booking-\#(number * 2 + 1)"}"#,
        #"{"do":"book","listing":"couch-\#(number)","member":"bela","from":"2026-11-27","to":"2026-11-28"}"#,
        #"{"do":"join","listing":"event-\#(number)","member":"ana"}"#,
      ] { _ = try catalog.perform(Action(json: JSONParser.parse(form.utf8)), at: Self.start - 86_400) }
    }
  }

  /// The due reminders, computed from the lists of members.
  private func expected() throws -> [String] {
    var lines: [String] = []
    for number in Self.zones.indices {
      let starts = Self.start + Int64(number) * 17 * 3600 + 12_345
      lines.append("event ana event-\(number) \(starts)")
      let zone = Self.zones[number].flatMap(Zone.init(identifier:)) ?? .utc
      for (kind, day) in [("arrival", 26), ("departure", 27)] {
        let at = zone.instant(
          of: LocalDateTime(date: try LocalDate(parsing: "2026-11-\(day)"), secondOfDay: 9 * 3600))
        for member in ["ana", "hana"] { lines.append("\(kind) \(member) couch-\(number) \(at)") }
      }
    }
    return lines.sorted()
  }

  private func told(_ reminders: [Reminder]) -> [String] {
    reminders.map { "\($0.kind.rawValue) \($0.member) \($0.listing) \($0.at)" }
  }

  @Test("are sent once each, however long the pauses are", arguments: [60, 1800, 7000])
  func once(_ pause: Int64) throws {
    var (known, lines, now) = (Self.start - 2 * 86_400, [String](), Self.start - 2 * 86_400)
    while now < Self.start + 6 * 86_400 {
      now = now + pause
      let due = try catalog.reminders(after: known, upTo: now)
      for reminder in due where reminder.kind == .event {
        #expect(reminder.at > now && reminder.at <= now + Reminder.eventLead)
      }
      for reminder in due where reminder.kind != .event { #expect(reminder.at > known && reminder.at <= now) }
      lines += told(due)
      known = now
    }
    #expect(try lines.sorted() == expected())
  }

  @Test("leave out past, cancelled and requested stays, and waiting lists")
  func leftOut() throws {
    let week = Self.start + 7 * 86_400
    #expect(try catalog.reminders(after: Self.start - 86_400, upTo: week).isEmpty, "after a long pause")
    #expect(try catalog.reminders(after: week, upTo: Self.start).isEmpty)
    _ = try catalog.perform(
      Action(json: JSONParser.parse(#"{"do":"edit","listing":"event-0","set":{"status":"cancelled"}}"#.utf8)),
      at: Self.start)
    let soon = Self.start + 12_345 - 3600
    #expect(try catalog.reminders(after: Self.start, upTo: soon).filter { $0.kind == .event }.isEmpty)
    let morning = try #require(Zone(identifier: "Europe/Bucharest")).instant(
      of: LocalDateTime(date: try LocalDate(parsing: "2026-11-27"), secondOfDay: 9 * 3600))
    let due = try catalog.reminders(after: morning - 60, upTo: morning)
    #expect(!due.contains { $0.member == "bela" }, "his stay is not confirmed")
    #expect(due.contains { $0.kind == .departure && $0.member == "ana" })
  }
}
