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
    // `CANCELLED BY HOST`
    let first = text.lowercased().split { !$0.isLetter }.first
    if let status = first.flatMap({ unambiguous(String($0)) }) { return status }
    guard takingPlace.contains(plain) else {
      let known = allCases.map(\.rawValue) + ["scheduled"]
      throw .unknownWord(
        text, key: "status", known: known, suggestion: Suggestion.nearest(to: plain, among: known))
    }
    return nil
  }

  /// The status that a title begins or ends with: `CANCELED: Ball`, `[Postponed] Ball`, `Ball - abgesagt`, `CANCELLED
  /// Jazz Night`, `Ball – postponed to 5 May`; nil for others. A title that goes on in the letters of the word, such as
  /// `Cancelled Flights`, is a name.
  package static func announced(inTitle title: String) -> EventStatus? {
    if let status = shouted(atStartOf: title) { return status }
    let spaced = title.replacing(" - ", with: "|").replacing(" -- ", with: "|")
    let sections = spaced.split(whereSeparator: marks.contains)
    let parts = sections.map {
      $0.lowercased().filter { !$0.isWhitespace && $0 != "-" }
    }.filter { !$0.isEmpty }
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return nil }
    return [first, last].lazy.compactMap { unambiguous($0) }.first
      ?? sections.dropFirst().lazy.compactMap { moved(in: $0) }.first
  }

  /// The status of a word in capital letters before a name that is not: `CANCELLED Jazz Night`.
  private static func shouted(atStartOf title: String) -> EventStatus? {
    let parts = title.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard parts.count == 2, parts[0] == parts[0].uppercased(), parts[1].contains(where: \.isLowercase) else {
      return nil
    }
    return unambiguous(parts[0].lowercased())
  }

  /// The status for a word with a later time: `verschoben auf 5. Mai`.
  private static func moved(in section: Substring) -> EventStatus? {
    let parts = section.lowercased().split(whereSeparator: \.isWhitespace)
    guard parts.count > 2, untilWords.contains(String(parts[1])) else { return nil }
    return unambiguous(String(parts[0]))
  }

  private static func unambiguous(_ word: String) -> EventStatus? { ambiguous.contains(word) ? nil : words[word] }

  /// Words between a status and the time until which it holds.
  private static let untilWords: Set = ["to", "until", "till", "auf", "bis", "au", "al", "naar", "tot", "na"]

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
