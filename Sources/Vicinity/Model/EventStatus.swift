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

  /// The status that a title begins or ends with: `CANCELED: Ball`, `[Postponed] Ball`, `Ball - abgesagt`; nil for
  /// others. A title that goes on after the word, such as `Cancelled Flights`, is a name.
  package static func announced(inTitle title: String) -> EventStatus? {
    let spaced = title.replacing(" - ", with: "|").replacing(" -- ", with: "|")
    let parts = spaced.split(whereSeparator: marks.contains).map {
      $0.lowercased().filter { !$0.isWhitespace && $0 != "-" }
    }.filter { !$0.isEmpty }
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return nil }
    return [first, last].lazy.filter { !ambiguous.contains($0) }.compactMap { words[$0] }.first
  }

  /// Words that may be a title.
  private static let ambiguous: Set = ["cancel", "cancellation", "suspendido", "deferred", "annule"]

  private static let marks: Set<Character> = ["|", ":", "[", "]", "(", ")", "{", "}", "*", "!", "–", "—", "/", "~"]

  private static let words: [String: EventStatus] = {
    var words: [String: EventStatus] = [:]
    for word in [
      "cancelled", "canceled", "cancellation", "cancel", "calledoff", "abgesagt", "entfällt", "fälltaus", "ausgefallen",
      "storniert", "annulé", "annulée", "annule", "cancelado", "cancelada", "anulado", "suspendido", "annullato",
      "annullata", "geannuleerd", "afgelast", "odwołane", "odwołany", "zrušeno", "inställt", "inställd", "aflyst",
      "avlyst", "peruttu", "peruutettu",
    ] { words[word] = .cancelled }
    for word in [
      "postponed", "deferred", "verschoben", "reporté", "reportée", "aplazado", "aplazada", "pospuesto", "pospuesta",
      "adiado", "rinviato", "rinviata", "posticipato", "uitgesteld", "przełożone", "przełożony", "odloženo",
      "uppskjutet", "udskudt", "utsatt", "siirretty",
    ] { words[word] = .postponed }
    return words
  }()
  private static let takingPlace: Set = [
    "scheduled", "rescheduled", "movedonline", "confirmed", "tentative", "active", "needsaction", "inprocess",
    "completed", "final", "published", "live", "onsale", "soldout",
  ]
}
