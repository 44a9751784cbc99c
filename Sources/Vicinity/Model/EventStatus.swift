import CodedErrors
import Streams

/// A deviation of an event from its announcement.
public enum EventStatus: String, Codable, CaseIterable, Hashable, Sendable, NamedWord {
  /// It does not take place.
  case cancelled
  /// It takes place later, at a time not known yet.
  case postponed

  /// Reads the words of canonical JSON, iCalendar and schema.org, in any case: `cancelled`, `EventPostponed`,
  /// `https://schema.org/EventCancelled`.
  ///
  /// - Returns: nil for words that mean that it takes place, such as `scheduled`, `CONFIRMED` or `EventRescheduled`.
  /// - Throws: `RowRejection.unknownWord` for any other word.
  package static func named(_ text: String) throws(RowRejection) -> EventStatus? {
    let last = text.split(separator: "/").last ?? ""
    let word = last.lowercased().filter(\.isLetter)
    let plain = word.hasPrefix("event") ? String(word.dropFirst(5)) : word
    if let status = words[plain] { return status }
    guard takingPlace.contains(plain) else {
      let known = allCases.map(\.rawValue) + ["scheduled"]
      throw .unknownWord(
        text, key: "status", known: known, suggestion: Suggestion.nearest(to: plain, among: known))
    }
    return nil
  }

  private static let words: [String: EventStatus] = [
    "cancelled": .cancelled, "canceled": .cancelled, "postponed": .postponed,
  ]
  private static let takingPlace: Set = [
    "scheduled", "rescheduled", "movedonline", "confirmed", "tentative", "active",
  ]
}
