import CivilTime
import Hours
import Synchronization

/// Decodes the dictionary numbers of facts: tags, currencies, zones and schedules, cached for all threads.
///
/// The catalog never reuses a number, so a cached value stays valid in every later version. Misses are not cached,
/// since an import may add the name.
final class DictionaryCache: Sendable {
  private struct Known {
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

  /// A view for one worker.
  func reader(for worker: IndexReader) -> Reader { Reader(self, worker) }

  /// What a worker reads, and what it has read before: without a lock.
  ///
  /// For one thread at a time, like its worker.
  final class Reader {
    private let numbers: DictionaryCache
    /// Owns this reader.
    private unowned(unsafe) let worker: IndexReader
    private var tags: [String: Int32] = [:]
    private var currencies: [String: Int32] = [:]
    /// By number; nil if not read yet.
    private var zones: [Zone??] = []
    private var schedules: [Int32: Schedule?] = [:]

    /// Beyond this number, a worker looks its schedules up again.
    private static let mostSchedules = 1000

    fileprivate init(_ numbers: DictionaryCache, _ worker: IndexReader) {
      (self.numbers, self.worker) = (numbers, worker)
    }

    func tag(_ name: String) throws -> Int32? {
      if let number = tags[name] { return number }
      let number = try number(of: name, "SELECT tag_id FROM tag WHERE name = ?1")
      tags[name] = number
      return number
    }

    func currency(_ code: String) throws -> Int32? {
      if let number = currencies[code] { return number }
      let number = try number(of: code, "SELECT currency_id FROM currency WHERE code = ?1")
      currencies[code] = number
      return number
    }

    private func number(of name: String, _ sql: String) throws -> Int32? {
      let statement = try worker.statement(sql)
      statement.bind(1, name)
      guard try statement.step() else { return nil }
      defer { statement.reset() }
      return Int32(clamping: statement.int(0))
    }

    /// The zone of a number; nil for 0 and for names unknown to this system.
    @inline(__always)
    func zone(_ number: Int32) throws -> Zone? {
      if Int(number) < zones.count, number >= 0, let zone = zones[Int(number)] { return zone }
      return try readZone(number)
    }

    @inline(never)
    private func readZone(_ number: Int32) throws -> Zone? {
      guard number != 0 else { return nil }
      let zone = try worker.text("SELECT name FROM zone WHERE zone_id = ?1", number).flatMap(Zone.init(identifier:))
      // Leaves have no greater numbers.
      if let number = UInt16(exactly: number) {
        while zones.count <= number { zones.append(nil) }
        zones[Int(number)] = .some(zone)
      }
      return zone
    }

    /// The schedule of a number; nil for 0, for invalid hours and for hours without a required zone.
    func schedule(_ number: Int32) throws -> Schedule? {
      guard number != 0 else { return nil }
      if let schedule = schedules[number] { return schedule }
      let schedule = try numbers.value(of: number, in: \.schedules, atMost: DictionaryCache.mostSchedules) {
        try makeSchedule(number)?.schedule
      }
      if schedules.count == Self.mostSchedules { schedules.removeAll(keepingCapacity: true) }
      schedules[number] = .some(schedule)
      return schedule
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
