import Streams
import Vicinity

extension ReaderRemarks {
  mutating func noteForeignText(firstLine: Int?) {
    guard let firstLine else { return }
    notes.append("not UTF-8 throughout (first in line \(firstLine)); such text was read as Windows-1252.")
  }

  /// Takes over a server's remarks next to the elements of a file: that it ran out of time or memory, or sent a part.
  ///
  /// - Parameter features: the number of features of the file; nil for that of Overpass, which only remarks on
  ///   failures.
  mutating func noteFrame(_ frame: JSONObject, features: Int?) {
    incompleteness = incompleteness ?? Self.incompleteness(frame, features: features)
    if incompleteness == nil, let remark = frame["remark"]?.string?.nonEmpty { notes.append("remark: \(remark)") }
  }

  private static func incompleteness(_ frame: JSONObject, features: Int?) -> String? {
    for key in ["remark", "error", "errors", "message", "exception"] {
      guard let text = frame[key].flatMap({ words($0) }) else { continue }
      if key == "remark", features == nil { return text }
      if key.hasPrefix("error") || failures.contains(where: text.lowercased().contains) { return text }
    }
    let isCut = [frame, frame["properties"]?.object].contains { $0?["exceededTransferLimit"]?.bool == true }
    if isCut { return "its server has sent the first features only (exceededTransferLimit)" }
    let parts = [frame] + ["meta", "links", "pagination"].compactMap { frame[$0]?.object }
    let matched = parts.lazy.flatMap { part in totals.compactMap { number(part[$0]) } }.first
    let returned = [number(frame["numberReturned"]), features].compactMap(\.self).min()
    if let matched, let returned, returned < matched { return "it has \(returned) of \(matched) features" }
    let links = frame["links"]?.array ?? []
    let isPage =
      links.contains { $0.object?["rel"]?.string == "next" } || parts.contains { $0["next"].flatMap(words) != nil }
    return isPage ? "it is one page, and links to the next" : nil
  }

  /// The members that may contain the number of features.
  private static let totals = ["numberMatched", "totalFeatures", "total_count", "totalCount"]

  /// A whole number, also as text; nil for `unknown`.
  private static func number(_ value: JSONValue?) -> Int? { value?.integer ?? value?.string.flatMap { Int($0) } }

  /// The text of an error or an address; nil for none.
  private static func words(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text.nonEmpty
    case .object(let object): object["message"]?.string?.nonEmpty ?? (object.members.isEmpty ? nil : value.text)
    case .array(let values): values.isEmpty ? nil : value.text
    default: nil
    }
  }

  private static let failures = [
    "error", "timed out", "timeout", "time out", "out of memory", "exceeded", "too many", "aborted", "incomplete",
    "truncated",
  ]
}
