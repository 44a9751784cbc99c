import CivilTime
import Hours
import Synchronization

/// Decodes the dictionary numbers of facts: tags, currencies, zones and schedules, cached for all threads.
///
/// The catalog never reuses a number, so a cached value stays valid in every later version. Misses are not cached,
/// since an import may add the name.
final class DictionaryCache: Sendable {
  private struct Known {
    var tags: [String: Int32] = [:]
    var currencies: [String: Int32] = [:]
    var zones: [Int32: Zone?] = [:]
    var schedules: [Int32: Schedule?] = [:]
    /// Schedules in UTC by the text of opening hours; nil for invalid ones.
    var hours: [String: Schedule?] = [:]
    /// Weeks by the text of weekly opening hours; nil for hours that change within a minute.
    var weeks: [String: WeekMinutes?] = [:]
  }

  private let known = Mutex(Known())
  /// Weekly opening hours.
  let weeks = ScheduleTable()

  /// Beyond this number, schedules are evicted and recreated on demand. Many are the same hours in different zones.
  private static let mostSchedules = 20_000

  /// A view that reads missing values through a worker.
  func read(by worker: IndexReader) -> Reader { Reader(numbers: self, worker: worker) }

  /// For one thread at a time, like its worker.
  struct Reader {
    fileprivate let numbers: DictionaryCache
    fileprivate let worker: IndexReader

    func tag(_ name: String) throws -> Int32? {
      try numbers.number(of: name, in: \.tags, worker, "SELECT tag_id FROM tag WHERE name = ?1")
    }

    func currency(_ code: String) throws -> Int32? {
      try numbers.number(of: code, in: \.currencies, worker, "SELECT currency_id FROM currency WHERE code = ?1")
    }

    /// The zone of a number; nil for 0 and for names unknown to this system.
    func zone(_ number: Int32) throws -> Zone? {
      guard number != 0 else { return nil }
      if number == worker.names.latestZone?.number { return worker.names.latestZone?.zone }
      let zone = try numbers.value(of: number, in: \.zones) {
        try worker.text("SELECT name FROM zone WHERE zone_id = ?1", number).flatMap(Zone.init(identifier:))
      }
      if let zone { worker.names.latestZone = (number, zone) }
      return zone
    }

    /// The schedule of a number; nil for 0, for invalid hours and for hours without a required zone.
    func schedule(_ number: Int32) throws -> Schedule? {
      guard number != 0 else { return nil }
      return try numbers.value(of: number, in: \.schedules, atMost: DictionaryCache.mostSchedules) {
        try makeSchedule(number)?.schedule
      }
    }

    /// The schedule of a listing, at its own coordinate if it has sun times.
    func schedule(of entry: Entry) throws -> Schedule? {
      guard let schedule = try schedule(entry.schedule) else { return nil }
      return schedule.lacksCoordinate ? schedule.placed(at: entry.coordinate) : schedule
    }

    /// The week of a schedule, computed on first use.
    @inline(__always)
    func week(_ number: Int32) throws -> ScheduleTable.Entry {
      let entry = numbers.weeks[number]
      if case .notLoaded = entry { return try loadWeek(number) }
      return entry
    }

    @inline(never)
    private func loadWeek(_ number: Int32) throws -> ScheduleTable.Entry {
      let made = try makeSchedule(number)
      numbers.weeks.set(try made.flatMap { try week($0.schedule, $0.hours) }, zone: made?.zone ?? 0, for: number)
      return numbers.weeks[number]
    }

    /// The week of a schedule, which all of the same hours share; nil for one that is not weekly.
    private func week(_ schedule: Schedule, _ hours: String) throws -> WeekMinutes? {
      // With the holidays of a country, hours that mention any are not weekly.
      guard schedule.isWeekly else { return nil }
      return try numbers.value(of: hours, in: \.weeks) {
        numbers.weeks.week(of: schedule.bound(to: HoursContext(zone: .utc)))
      }
    }

    private func makeSchedule(_ number: Int32) throws -> (schedule: Schedule, hours: String, zone: Int32)? {
      guard let stored = try worker.schedule(number) else { return nil }
      let hours = try numbers.value(of: stored.hours, in: \.hours, atMost: DictionaryCache.mostSchedules) {
        // Invalid hours are unknown, never closed; the import has reported them.
        (try? OpeningHours(parsing: stored.hours)).map { Schedule($0, in: HoursContext(zone: .utc)) }
      }
      return try hours?.inZone(zone(stored.zone), regions: stored.regions).map { ($0, stored.hours, stored.zone) }
    }
  }

  private func number(
    of name: String, in table: WritableKeyPath<Known, [String: Int32]> & Sendable, _ worker: IndexReader, _ sql: String
  ) throws -> Int32? {
    if let number = known.withLock({ $0[keyPath: table][name] }) { return number }
    let statement = try worker.statement(sql)
    statement.bind(1, name)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    let number = Int32(clamping: statement.int(0))
    known.withLock { $0[keyPath: table][name] = number }
    return number
  }

  private func value<Key: Hashable & Sendable, Value: Sendable>(
    of key: Key, in table: WritableKeyPath<Known, [Key: Value?]> & Sendable, atMost limit: Int = .max,
    make: () throws -> Value?
  ) throws -> Value? {
    if let value = known.withLock({ $0[keyPath: table][key] }) { return value }
    let value = try make()
    known.withLock { known in
      if known[keyPath: table].count >= limit { known[keyPath: table].removeAll() }
      known[keyPath: table][key] = value
    }
    return value
  }
}

extension IndexReader {
  /// The opening hours of the listing in row `fid` at its place, as searches evaluate them.
  func placedHours(of listing: Listing, row fid: Int) throws -> PlacedHours {
    guard let text = listing.openingHours else { return .missing }
    let hours: OpeningHours
    do throws(OpeningHoursError) { hours = try OpeningHours(parsing: text) } catch { return .unreadable(text, error) }
    let zone = listing.timeZone.flatMap(Zone.init(identifier:))
    let schedule = Schedule(hours, inZone: zone, regions: try holidayRegions(of: fid))
    return schedule.map { .known($0.placed(at: listing.coordinate)) } ?? .withoutZone
  }

  /// The regions that decide about the public holidays of a listing in row `fid`; nil where only its zone is known, and
  /// for hours without public holidays.
  private func holidayRegions(of fid: Int) throws -> HolidayRegions? {
    let found = try first(
      "SELECT s.regions FROM listing l JOIN schedule s ON s.schedule_id = l.schedule_id WHERE l.fid = ?1", fid
    ) { try StoredRow($0, of: "listing", fid).text(0, bytes: StoredRange.regions).map(HolidayRegions.init(stored:)) }
    return found ?? nil
  }

  fileprivate func schedule(_ number: Int32) throws -> (hours: String, zone: Int32, regions: HolidayRegions?)? {
    let found = try first("SELECT hours, zone_id, regions FROM schedule WHERE schedule_id = ?1", Int(number)) {
      statement in
      let row = StoredRow(statement, of: "schedule", Int(number))
      let zone: Int32 = try row.reference(1, in: StoredRange.smallNumber)
      let regions = try row.text(2, bytes: StoredRange.regions).map(HolidayRegions.init(stored:))
      return try row.text(0, bytes: StoredRange.rule).map { (hours: $0, zone: zone, regions: regions) }
    }
    return found ?? nil
  }
}
