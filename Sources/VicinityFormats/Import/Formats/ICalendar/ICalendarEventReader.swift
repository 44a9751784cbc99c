import CivilTime
import Geography
import Recurrence
import Streams
import Vicinity

/// Reads the events of an iCalendar file.
///
/// An event that replaces one occurrence of a series becomes a separate listing, and the series gets an exception. The
/// file is first read once to collect the revisions, the only events kept in memory.
final class ICalendarEventReader: ListingReader {
  private let items: ICalendarItems
  private let revisions: EventRevisions
  private let options: ImportOptions
  private let zones = ICalendarZones()
  private var anonymous: AnonymousIds
  private var left = ReaderRemarks()
  private(set) var rowText = ""

  init(_ items: ICalendarItems, _ revisions: EventRevisions, options: ImportOptions, path: String) {
    self.items = items
    self.revisions = revisions
    self.options = options
    anonymous = AnonymousIds(source: options.source ?? ImportOptions.sourceName(of: path))
  }

  func next() throws(InputError) -> ImportedRow? {
    guard let item = try items.next() else { return nil }
    switch item {
    case .error(let error):
      rowText = ""
      let event = error.uid.map { "event \"\($0.shortened)\": " } ?? ""
      return ImportedRow(line: error.line, .rejected(.notICalendar(event + error.problem.trimmingSentence)))
    case .event(let event):
      rowText = Self.text(of: event)
      return ImportedRow(line: event.line) { () throws(RowRejection) in try row(event) }
    }
  }

  var remarks: ReaderRemarks {
    var remarks = left
    remarks.incompleteness = items.incompleteness
    if anonymous.count > 0 {
      let events = anonymous.count.counted("event", "events")
      remarks.notes.append("\(events) without UID got an id made of name, start and position.")
    }
    return remarks
  }

  private func row(_ event: ICalendarEvent) throws(RowRejection) -> ImportedRow.Outcome {
    if revisions.hasNewer(than: event) { return .skipped("older revision") }
    let status = try status(of: event)
    if event.recurrenceID != nil, status == .cancelled { return .skipped("cancelled occurrence") }
    let set = recurrence(of: event)
    if !set.isRecurring, set.exceptionDates.contains(where: { $0.instant() == set.start.instant() }) {
      return .skipped("replaced occurrence")
    }
    for remark in event.remarks { left.leaveOut("unusable property", example: remark.problem) }
    if event.hasMovedEnd { left.noteMovedEnd(of: event.summary) }
    var listing = Listing(id: "", kind: .event, coordinate: try coordinate(of: event))
    let own = items.zone ?? (options.timeZone == nil ? revisions.soleZone : nil)
    let home = own ?? options.zone(at: listing.coordinate).flatMap(Zone.init(identifier:))
    try zones.setTimes(of: event, set, home: home, in: &listing)
    // The import counts where a zone comes from.
    if own == nil, !ICalendarZones.isZoned(set) { listing.timeZone = nil }
    describe(event, in: &listing)
    listing.status = status
    listing.id = id(of: event, listing)
    return .listing(listing)
  }

  /// The status by STATUS or, unless that calls the event off, by its title.
  private func status(of event: ICalendarEvent) throws(RowRejection) -> EventStatus? {
    if event.status == .cancelled { return .cancelled }
    if let word = event.otherStatus, let status = try EventStatus.named(word) { return status }
    return left.statusByTitle(event.summary)
  }

  private func recurrence(of event: ICalendarEvent) -> RecurrenceSet {
    var set = event.recurrence
    for time in revisions.times(of: event) { set.exclude(time) }
    return set
  }

  private func coordinate(of event: ICalendarEvent) throws(RowRejection) -> Coordinate {
    if let geo = event.geo { return Coordinate(latitude: geo.latitude, longitude: geo.longitude) }
    if let geo = event.structuredLocation {
      return Coordinate(latitude: geo.latitude, longitude: geo.longitude)
    }
    if let found = event.location.flatMap(LocationText.coordinate) { return found }
    guard let near = options.near else { throw .eventWithoutCoordinate(place: event.location?.nonEmpty) }
    return near
  }

  private func id(of event: ICalendarEvent, _ listing: Listing) -> String {
    guard let uid = event.uid?.nonEmpty else {
      return anonymous.id("\(listing.name ?? "")|\(event.recurrence.start)", listing.coordinate)
    }
    return event.recurrenceID.map { "\(uid)/\($0)" } ?? uid
  }

  private func describe(_ event: ICalendarEvent, in listing: inout Listing) {
    listing.name = event.summary?.nonEmpty.map(HTMLText.decoded)
    listing.address = event.location.flatMap(LocationText.address).flatMap(Self.oneLine).map(HTMLText.decoded)
    listing.description = event.description?.nonEmpty.flatMap(HTMLText.plainIfMarkedUp)
    listing.url = event.url?.nonEmpty
    listing.host = event.organizer.flatMap(Self.member)
    var words = TagWords()
    for category in event.categories {
      for word in HTMLText.decoded(category).replacing(" / ", with: ";").split(separator: ";") { words.add(word) }
    }
    listing.tags = words.sorted
  }

  private static func oneLine(_ text: String) -> String? {
    text.split(whereSeparator: \.isNewline).map(\.trimmingSpaces).joined(separator: ", ").nonEmpty
  }

  /// The address of an organizer without its scheme.
  private static func member(_ organizer: String) -> String? {
    (organizer.lowercased().hasPrefix("mailto:") ? String(organizer.dropFirst(7)) : organizer).nonEmpty
  }

  /// The lines that identify an event in the file of rejects.
  private static func text(of event: ICalendarEvent) -> String {
    let id = event.recurrenceID.map { "RECURRENCE-ID:\($0)" }
    let lines = [
      event.uid.map { "UID:\($0)" }, event.recurrence.description, id, event.summary.map { "SUMMARY:\($0)" },
    ]
    return lines.compactMap { $0 }.joined(separator: "\n")
  }
}
