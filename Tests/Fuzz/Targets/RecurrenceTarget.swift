import CivilTime
import Recurrence

/// Reads any bytes as a recurrence rule and as an iCalendar file; a violated invariant traps.
///
/// Invariants: no crash, no endless search; printing and reading again gives an equal value; occurrences are sorted,
/// unique and inside the window; an event that was read can be written and read again.
public func fuzzRecurrence(_ bytes: UnsafeRawBufferPointer) {
  let text = String(decoding: bytes, as: UTF8.self)
  checkRecurrence(text)
  checkCalendar(text)
}

private func checkRecurrence(_ text: String) {
  let start = ICalendarTime(LocalDateTime(date: LocalDate(dayNumber: 20_000), secondOfDay: 9000), .floating)
  guard let set = try? RecurrenceSet(parsing: text, start: start) else { return }
  checkOccurrences(of: set)
  guard let again = try? RecurrenceSet(parsing: set.description) else {
    preconditionFailure("cannot read \(set.description.debugDescription)")
  }
  precondition(again == set, "\(set.description.debugDescription) is another value")
}

private func checkOccurrences(of set: RecurrenceSet) {
  let window = Instant(secondsSince1970: 1_700_000_000)..<Instant(secondsSince1970: 1_900_000_000)
  var last: Instant?
  for occurrence in set.occurrences(in: window).prefix(50) {
    precondition(window.contains(occurrence.instant), "\(occurrence.instant) is outside")
    if let last { precondition(last < occurrence.instant, "\(occurrence.instant) is out of order") }
    last = occurrence.instant
  }
}

private func checkCalendar(_ text: String) {
  var reader = ICalendarReader(parsing: text)
  while let item = try? reader.next() {
    guard case .event(let event) = item else { continue }
    checkOccurrences(of: event.recurrence)
    var writer = ICalendarWriter(product: "-//Vicinity//Fuzz//EN", now: Instant(secondsSince1970: 0))
    writer.write(event)
    writer.finish()
    var second = ICalendarReader(parsing: String(decoding: writer.takeBytes(), as: UTF8.self))
    guard let again = try? second.next(), case .event(let copy) = again else {
      preconditionFailure("cannot read what was written of \(event)")
    }
    precondition(copy.summary == event.summary.map(withoutControls), "another title")
  }
}

/// Removes control characters, which cannot be written.
private func withoutControls(_ text: String) -> String {
  String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t" })
}
