import CivilTime
import Recurrence
import Streams

/// The events and errors of an iCalendar file, with the zone of each one's calendar.
final class ICalendarItems {
  private let path: String
  private var reader: ICalendarReader

  init(_ buffer: InputBuffer) {
    path = buffer.source.path
    reader = ICalendarReader(chunks: {
      if buffer.bytes.isEmpty, try !buffer.fill() { return nil }
      let chunk = Array(buffer.bytes)
      buffer.consume(chunk.count)
      return chunk
    })
  }

  func next() throws(InputError) -> ICalendarItem? {
    do { return try reader.next() } catch let error as InputError { throw error } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// The zone of floating times of the current calendar, if it has one.
  var zone: Zone? { reader.calendarTimeZone.flatMap(Zone.init(identifier:)) }
}

/// The occurrences of each series that other events replace.
struct EventReplacements {
  private var times: [String: Set<ICalendarTime>] = [:]

  init(reading items: ICalendarItems) throws(InputError) {
    while let item = try items.next() {
      guard case .event(let event) = item, let uid = event.uid, let time = event.recurrenceID else { continue }
      times[uid, default: []].insert(time)
    }
  }

  /// The occurrences of an event that others replace.
  func times(of event: ICalendarEvent) -> Set<ICalendarTime> {
    guard let uid = event.uid, event.recurrenceID == nil else { return [] }
    return times[uid] ?? []
  }
}
