import CodedErrors
import Streams

/// Whether a place is in business.
///
/// Separate from ``EventStatus``: an event that was cancelled stays in answers, which say so, since people look for it;
/// a place that is not in business is left out of them, unless a query asks for it.
public enum OperatingStatus: String, Codable, CaseIterable, Hashable, Sendable, NamedWord {
  /// It is in business, as all listings without a status are. No listing stores this value.
  case open
  /// It is closed for a while.
  case temporarilyClosed = "temporarily closed"
  /// It is closed for good.
  case closed
  /// It is not open yet.
  case planned

  /// Parses the words of OpenStreetMap, Overture, Google, Foursquare and tables, ignoring case and punctuation:
  /// `CLOSED_TEMPORARILY`, `permanently_closed`, `VeryLikelyClosed`, `disused`, `under construction`.
  ///
  /// - Returns: nil for words that mean that it is in business, such as `open` or `OPERATIONAL`.
  /// - Throws: `RowRejection.unknownWord` for any other word.
  package static func named(_ text: String) throws(RowRejection) -> OperatingStatus? {
    let word = plain(text)
    if let status = words[word] { return status }
    guard inBusiness.contains(word) else {
      let known = allCases.map(\.rawValue)
      throw .unknownWord(
        text, key: "operatingStatus", known: known,
        suggestion: Suggestion.nearest(to: text.lowercased(), among: known))
    }
    return nil
  }

  /// Letters only, in lower case; for an address such as `https://schema.org/Closed`, its last part.
  private static func plain(_ text: String) -> String {
    (text.split(separator: "/").last ?? "").lowercased().filter(\.isLetter)
  }

  private static let words: [String: OperatingStatus] = {
    var words: [String: OperatingStatus] = [:]
    for word in [
      "temporarilyclosed", "closedtemporarily", "temporaryclosed", "temporaryclosure", "closedfornow", "suspended",
      "paused", "onhold", "seasonallyclosed", "closedforseason", "closedforrenovation", "renovation", "outofservice",
      "outoforder",
      "vorübergehendgeschlossen", "temporärgeschlossen", "ferméetemporairement", "fermétemporairement",
      "cerradotemporalmente", "chiusotemporaneamente", "tijdelijkgesloten",
    ] { words[word] = .temporarilyClosed }
    for word in [
      "closed", "permanentlyclosed", "closedpermanently", "permanentclosed", "permanentclosure", "closedforever",
      "closeddown", "outofbusiness", "ceased", "defunct", "gone", "disused", "abandoned", "demolished", "removed",
      "razed", "destroyed", "dissolved", "inactive", "notoperational", "nonoperational", "verylikelyclosed",
      "likelyclosed", "vacant", "geschlossen", "dauerhaftgeschlossen", "fermé", "fermée", "cerrado",
      "cerradopermanentemente", "chiuso", "gesloten",
    ] { words[word] = .closed }
    for word in [
      "planned", "planning", "proposed", "construction", "underconstruction", "openingsoon", "comingsoon", "upcoming",
      "future", "futureopening", "notyetopen", "preopening", "inplanning", "geplant", "imbau",
    ] { words[word] = .planned }
    return words
  }()
  private static let inBusiness: Set = [
    "open", "opened", "operational", "operating", "inoperation", "inbusiness", "active", "running", "verylikelyopen",
    "likelyopen", "normal", "existing", "offen", "geöffnet", "ouvert", "abierto", "aperto",
  ]
}
