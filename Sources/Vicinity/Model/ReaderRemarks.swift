import CivilTime
import CodedErrors
import Streams

/// Remarks of a reader that do not concern a single row.
package struct ReaderRemarks: Sendable {
  /// Whether a wrong value rejects its row, also where the listing could do without.
  private let isStrict: Bool
  /// Unknown keys and columns, with their counts.
  package var ignoredKeys: [String: Int] = [:]
  /// Unknown keys whose values became custom fields, with their counts.
  package var ownKeys: [String: Int] = [:]
  /// Values that were left out, by kind, with their count and the first of them.
  package var leftOut: [String: (count: Int, example: String)] = [:]
  /// Remarks on the whole file.
  package var notes: [String] = []
  /// The events that are cancelled or postponed only according to their titles, with the first of these titles.
  package private(set) var offByTitle: (count: Int, example: String) = (0, "")
  /// The events whose end was moved to the following day, with the title of the first.
  package private(set) var movedEnds: (count: Int, example: String) = (0, "")
  /// Why the file is incomplete, if it says so itself; else nil.
  package var incompleteness: String?
  /// Next steps for what they report.
  package var remedies: [Remedy] = []

  package init(isStrict: Bool = false) { self.isStrict = isStrict }

  /// Counts a wrong value that the listing is imported without.
  /// - Throws: the rejection if the listing cannot do without.
  package mutating func leaveOut(_ field: Field, _ rejection: RowRejection) throws(RowRejection) {
    guard !isStrict, !field.isBinding else { throw rejection }
    leaveOut(field.rawValue, example: rejection.description.trimmingSentence)
  }

  /// Adds the counts of other rows of the same file.
  package mutating func add(_ other: ReaderRemarks) {
    ignoredKeys.merge(other.ignoredKeys, uniquingKeysWith: +)
    ownKeys.merge(other.ownKeys, uniquingKeysWith: +)
    leftOut.merge(other.leftOut) { ($0.count + $1.count, $0.example) }
    let first = offByTitle.count == 0 ? other.offByTitle.example : offByTitle.example
    offByTitle = (offByTitle.count + other.offByTitle.count, first)
    let moved = movedEnds.count == 0 ? other.movedEnds.example : movedEnds.example
    movedEnds = (movedEnds.count + other.movedEnds.count, moved)
    incompleteness = incompleteness ?? other.incompleteness
  }

  /// Mends an end that is not after the start. One on the same day, such as 00:00, is that of the following day;
  /// another one is left out, and so is one that equals the start, which tables repeat where the end is unknown.
  ///
  /// - Parameter zone: the zone of the event, if it is known.
  package mutating func mendEnd(of listing: inout Listing, in zone: Zone?) {
    guard !isStrict || listing.ends == listing.starts, let starts = listing.starts, let ends = listing.ends,
      ends <= starts
    else { return }
    let clock = zone ?? .utc
    let (start, end) = (clock.localDateTime(at: starts), clock.localDateTime(at: ends))
    guard ends < starts, start.date == end.date, !listing.allDay else {
      listing.ends = nil
      return leaveOut(
        ends == starts ? "end that equals the start" : "end before the start", example: starts.description)
    }
    listing.ends = clock.instant(of: LocalDateTime(date: end.date + 1, secondOfDay: end.secondOfDay))
    noteMovedEnd(of: listing.name)
  }

  /// Counts an end that was moved to the following day.
  package mutating func noteMovedEnd(of title: String?) {
    movedEnds = (movedEnds.count + 1, movedEnds.count == 0 ? title ?? "" : movedEnds.example)
  }

  /// The status of an event whose source names none, taken from the beginning or end of its title.
  package mutating func statusByTitle(_ title: String?) -> EventStatus? {
    guard let title, let status = EventStatus.announced(inTitle: title) else { return nil }
    offByTitle = (offByTitle.count + 1, offByTitle.count == 0 ? title : offByTitle.example)
    return status
  }

  package mutating func leaveOut(_ what: String, example: String) {
    leftOut[what, default: (0, example)].count += 1
  }
}
