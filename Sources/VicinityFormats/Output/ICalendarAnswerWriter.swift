import CivilTime
import Streams
import Vicinity

/// Writes the events of an answer as iCalendar, each once with all its occurrences, and couches as the requested stay.
///
/// Bars, which have no events, are left out. So are couches if the query has no stay, and events without a start.
public struct ICalendarAnswerWriter: AnswerWriter {
  private let stay: Nights?
  private var export = ICalendarExport(now: Instant(secondsSince1970: 0))
  private var written: Set<String> = []
  /// The number of matches left out, by kind.
  public private(set) var leftOut: [Kind: Int] = [:]

  /// Makes a writer.
  /// - Parameter stay: the requested nights, with which couches are written.
  public init(stay: Nights? = nil) { self.stay = stay }

  /// The fields to request, so that a match has everything that is written.
  public static let queryFields: [Field] = Field.withoutQuestion

  /// Appends everything before the first match.
  public mutating func begin(_ answer: Answer, into bytes: inout [UInt8]) {
    export = ICalendarExport(now: answer.now)
    (written, leftOut) = ([], [:])
    bytes += export.takeBytes()
  }

  /// Appends one match.
  public mutating func write(_ match: Match, of answer: Answer, into bytes: inout [UInt8]) {
    guard written.insert(match.id).inserted else { return }
    guard let listing = match.listing, add(listing) else {
      leftOut[match.kind, default: 0] += 1
      return
    }
    bytes += export.takeBytes()
  }

  private mutating func add(_ listing: Listing) -> Bool {
    guard listing.kind == .couch, let stay else { return export.add(listing) }
    export.add(stayAt: listing, stay, uid: "\(listing.id)/\(stay.from)/\(stay.to)", certainty: .tentative)
    return true
  }

  /// Appends everything after the last match.
  public mutating func end(_ answer: Answer, into bytes: inout [UInt8]) { bytes += export.finish() }
}

extension ICalendarAnswerWriter {
  /// The remark on the matches left out; nil when there are none.
  public var remark: String? {
    let parts = Kind.allCases.compactMap { kind in
      leftOut[kind].map { $0.counted(kind.rawValue, kind == .couch ? "couches" : nil) }
    }
    guard !parts.isEmpty else { return nil }
    var reasons: [String] = []
    if leftOut[.bar] != nil { reasons.append("opening hours are not events") }
    if leftOut[.couch] != nil { reasons.append("couches need the nights of a stay") }
    if leftOut[.event] != nil { reasons.append("events need a start") }
    return "left out of the calendar: \(parts.joined(separator: ", ")); \(reasons.joined(separator: ", "))"
  }
}
