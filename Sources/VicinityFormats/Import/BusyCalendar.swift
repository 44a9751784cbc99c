import CivilTime
import Recurrence
import Streams
import Vicinity

/// The taken nights of a couch, as exported by lodging sites: an iCalendar file of events such as "Reserved".
///
/// Every event counts except cancelled ones: an all-day date is a night, and a timed event takes the nights between its
/// start and end dates.
public struct BusyCalendar: Sendable {
  /// The nights, sorted and merged.
  public private(set) var nights: [Nights] = []
  /// The number of events that take nights.
  public private(set) var events = 0
  /// The number of events that take no night: cancelled, or ending on their first day.
  public private(set) var eventsWithoutNight = 0

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file, `-` for standard input.
  ///   - zone: the zone of the couch, in which days are counted; nil is UTC.
  ///   - now: endless recurrences are expanded for three years from then.
  /// - Throws: `ImportError` when the file is not a calendar, and for the first event that cannot be parsed: without it
  ///   a taken night would appear free.
  public init(path: String, zone: Zone?, now: Instant) throws {
    let buffer = try InputBuffer(ByteSource(path: path))
    try buffer.fill(atLeast: FormatGuess.headSize)
    let guess = try FormatGuess(buffer.bytes, path: path, options: ImportOptions())
    guard guess.format == .ics else {
      throw ImportError.badOption(
        "busy", reason: "needs iCalendar, and \(InputError.name(path)) is \(guess.format.title)")
    }
    let items = ICalendarItems(buffer)
    var sets = Sets()
    while let item = try items.next() {
      switch item {
      case .error(let error):
        throw ImportError.nightsUnknown(
          path: path, line: error.line, rejection: .notICalendar(error.problem.trimmingSentence))
      case .event(let event): sets.take(event)
      }
    }
    if let reason = items.incompleteness { throw ImportError.incomplete(path: path, reason: reason) }
    try take(sets, zone ?? .utc, until: now + Self.horizon, path)
  }

  /// Seconds.
  private static let horizon: Int64 = 3 * 366 * 86_400

  /// Events, the occurrences that other events replace, and the newest revisions.
  private struct Sets {
    var events: [ICalendarEvent] = []
    var replaced: [String: [ICalendarTime]] = [:]
    private var revisions = EventRevisions()

    func hasNewer(than event: ICalendarEvent) -> Bool { revisions.hasNewer(than: event) }

    mutating func take(_ event: ICalendarEvent) {
      if let uid = event.uid, let time = event.recurrenceID { replaced[uid, default: []].append(time) }
      revisions.take(event)
      events.append(event)
    }
  }

  private mutating func take(
    _ sets: Sets, _ zone: Zone, until horizon: Instant, _ path: String
  ) throws {
    var found: [Nights] = []
    for event in sets.events {
      let before = found.count
      if !Self.isOff(event), !sets.hasNewer(than: event) {
        let replaced = event.recurrenceID == nil ? event.uid.flatMap { sets.replaced[$0] } ?? [] : []
        guard let nights = Self.nights(of: event, without: replaced, zone, until: horizon) else {
          throw ImportError.nightsUnknown(
            path: path, line: event.line, rejection: .notICalendar("the event recurs too often for nights"))
        }
        found += nights
      }
      if found.count > before { events += 1 } else { eventsWithoutNight += 1 }
    }
    nights = Nights.merged(found)
  }

  /// Whether an event takes no nights. A word that is not known takes them.
  private static func isOff(_ event: ICalendarEvent) -> Bool {
    if let word = event.otherStatus {
      do throws(RowRejection) { return try EventStatus.named(word) == .cancelled } catch { return false }
    }
    return event.status == .cancelled
  }

  /// More than the nights before the horizon.
  private static let mostOccurrences = 20_000

  /// The nights of an event; nil when it recurs too often.
  private static func nights(
    of event: ICalendarEvent, without replaced: [ICalendarTime], _ zone: Zone, until horizon: Instant
  ) -> [Nights]? {
    var set = event.recurrence
    for time in replaced { set.exclude(time) }
    let last = set.isRecurring ? horizon : Instant.distantFuture
    let occurrences = Array(
      set.occurrences(in: .distantPast..<last, floatingIn: zone).prefix(Self.mostOccurrences + 1))
    guard occurrences.count <= Self.mostOccurrences else { return nil }
    return occurrences.compactMap { occurrence in
      let end = event.end(of: occurrence, floatingIn: zone)
      return Nights(from: zone.localDateTime(at: occurrence.instant).date, to: zone.localDateTime(at: end).date)
    }
  }
}
