import CivilTime
import Synchronization

/// The recurring events of one version of the catalog that have been queried.
final class OccurrenceCache: Sendable {
  private let events = Mutex<[UInt32: RecurringEvent?]>([:])

  /// The capacity of the cache.
  private static let most = 100_000

  /// The event of an entry; nil when its recurrence is invalid, which the import has reported, or exceeds
  /// `RecurrenceLimits`.
  func event(of entry: Entry, zone: Zone?, worker: IndexReader) throws -> RecurringEvent? {
    let fid = UInt32(truncatingIfNeeded: entry.fid)
    if let event = events.withLock({ $0[fid] }) { return event }
    let event = try worker.recurringEvent(entry, zone: zone ?? .utc)
    events.withLock { events in
      if events.count >= Self.most { events.removeAll() }
      events[fid] = event
    }
    return event
  }
}

extension IndexReader {
  fileprivate func recurringEvent(_ entry: Entry, zone: Zone) throws -> RecurringEvent? {
    let statement = try statement(
      "SELECT d.recurrence, l.all_day FROM listing_detail d JOIN listing l USING (fid) WHERE d.fid = ?1")
    statement.bind(1, entry.fid)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    let text = try StoredRow(statement, of: "listing_detail", Int(entry.fid)).text(0, bytes: StoredRange.rule)
    let event = RecurringEvent(text ?? "", times: entry.ownTimes, isAllDay: statement.int(1) == 1, zone: zone)
    try work.takeOccurrences(event?.counted ?? 0)
    return event
  }
}
