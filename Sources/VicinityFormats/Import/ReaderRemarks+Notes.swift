import Streams
import Vicinity

extension ReaderRemarks {
  mutating func noteForeignText(firstLine: Int?) {
    guard let firstLine else { return }
    notes.append("not UTF-8 throughout (first in line \(firstLine)); such text was read as Windows-1252.")
  }

  /// Takes over what a server says beside the elements of a file: that it ran out of time or memory, or sent a part.
  mutating func noteFrame(_ frame: JSONObject) {
    incompleteness = incompleteness ?? Self.incompleteness(frame)
    if incompleteness == nil, let remark = frame["remark"]?.string?.nonEmpty { notes.append("remark: \(remark)") }
  }

  private static func incompleteness(_ frame: JSONObject) -> String? {
    for key in ["remark", "error", "errors", "message", "exception"] {
      guard let text = frame[key].flatMap({ problem($0) }) else { continue }
      if key.hasPrefix("error") || failures.contains(where: text.lowercased().contains) { return text }
    }
    let isCut = [frame, frame["properties"]?.object].contains { $0?["exceededTransferLimit"]?.bool == true }
    if isCut { return "its server has sent the first features only (exceededTransferLimit)" }
    let matched = ["numberMatched", "totalFeatures"].lazy.compactMap { frame[$0]?.integer }.first
    if let matched, let returned = frame["numberReturned"]?.integer, returned < matched {
      return "it has \(returned) of \(matched) features"
    }
    let links = frame["links"]?.array ?? []
    if links.contains(where: { $0.object?["rel"]?.string == "next" }) { return "it is one page, and links to the next" }
    return nil
  }

  /// The text of an error; nil for none.
  private static func problem(_ value: JSONValue) -> String? {
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
