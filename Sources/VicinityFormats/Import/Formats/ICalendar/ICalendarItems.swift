import CivilTime
import Recurrence
import Streams

/// The events and errors of an iCalendar file, with the zone of each one's calendar.
final class ICalendarItems {
  private let path: String
  private var reader: ICalendarReader

  /// - Parameter fallbackZone: the zone of times whose TZID is neither known nor defined.
  init(_ buffer: InputBuffer, fallbackZone: Zone? = nil) {
    path = buffer.source.path
    reader = ICalendarReader(chunks: {
      if buffer.bytes.isEmpty, try !buffer.fill() { return nil }
      let chunk = Array(buffer.bytes)
      buffer.consume(chunk.count)
      return chunk
    })
    reader.fallbackZone = fallbackZone
  }

  /// The next event or error. Events of a calendar that calls its events off (METHOD:CANCEL) are cancelled.
  func next() throws(InputError) -> ICalendarItem? {
    let item: ICalendarItem?
    do { item = try reader.next() } catch let error as InputError { throw error } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
    guard case .event(var event) = item, reader.calendarMethod == "CANCEL" else { return item }
    (event.status, event.otherStatus) = (.cancelled, nil)
    return .event(event)
  }

  /// The zone of floating times of the current calendar, if it has one.
  var zone: Zone? { reader.calendarTimeZone.flatMap(Zone.named) }

  /// The zone of floating times in a file that has defined a single one so far.
  var soleZone: Zone? {
    reader.definedZones.count == 1 ? reader.definedZones.first.flatMap(Zone.named) : nil
  }

  /// Why the file is incomplete; nil if nothing indicates that it is. Valid at its end.
  var incompleteness: String? { reader.isInCalendar ? "it ends without END:VCALENDAR" : nil }
}

/// References to one event by other events of a file: the occurrences of a series that they replace, and newer
/// revisions.
struct EventRevisions {
  private var times: [String: Set<ICalendarTime>] = [:]
  private var newest: [Part: Revision] = [:]
  /// The zone of floating times in a file that defines a single one.
  private(set) var soleZone: Zone?

  /// An event, or its replacement of one occurrence.
  private struct Part: Hashable {
    var uid: String
    /// The instant of the replaced occurrence in Unix seconds; nil for the event itself.
    var occurrence: Int64?
  }

  /// Compared by SEQUENCE, then by LAST-MODIFIED, then by DTSTAMP (RFC 5545, 3.8.7.4; RFC 5546, 2.1.5).
  private struct Revision {
    var sequence: Int
    var modified: Int64
    var stamp: Int64
    var line: Int

    func isNewer(than other: Revision) -> Bool {
      (sequence, modified, stamp) > (other.sequence, other.modified, other.stamp)
    }
  }

  init() {}

  init(reading items: ICalendarItems) throws(InputError) {
    while let item = try items.next() { if case .event(let event) = item { take(event) } }
    soleZone = items.soleZone
  }

  /// Notes one event.
  mutating func take(_ event: ICalendarEvent) {
    guard let uid = event.uid?.nonEmpty else { return }
    if let time = event.recurrenceID { times[uid, default: []].insert(time) }
    let (part, revision) = (Self.part(of: event, uid), Self.revision(of: event))
    if newest[part].map(revision.isNewer) ?? true { newest[part] = revision }
  }

  private static func part(of event: ICalendarEvent, _ uid: String) -> Part {
    Part(uid: uid, occurrence: event.recurrenceID?.instant().secondsSince1970)
  }

  private static func revision(of event: ICalendarEvent) -> Revision {
    let stamp = event.stamp?.instant().secondsSince1970 ?? .min
    return Revision(
      sequence: event.sequence, modified: event.lastModified?.instant().secondsSince1970 ?? stamp, stamp: stamp,
      line: event.line)
  }

  /// The occurrences of an event that others replace.
  func times(of event: ICalendarEvent) -> Set<ICalendarTime> {
    guard let uid = event.uid, event.recurrenceID == nil else { return [] }
    return times[uid] ?? []
  }

  /// Whether the file has a newer revision of an event; equal revisions are not newer.
  func hasNewer(than event: ICalendarEvent) -> Bool {
    guard let uid = event.uid?.nonEmpty, let newest = newest[Self.part(of: event, uid)] else { return false }
    return newest.line != event.line && newest.isNewer(than: Self.revision(of: event))
  }
}
