import CivilTime
import Streams

/// The opening hours of a JSON-LD place as OpenStreetMap text: `openingHours`, or each `OpeningHoursSpecification`
/// (schema.org).
enum JSONLDPlaceHours {
  /// Nil without hours, and when a specification is incomplete: part of the hours would be wrong.
  static func text(of node: JSONObject) -> String? {
    let texts = (node["openingHours"]?.array ?? node["openingHours"].map { [$0] } ?? []).compactMap(\.string)
    if !texts.isEmpty { return texts.joined(separator: "; ") }
    let usual = JSONLDNode.objects(node["openingHoursSpecification"])
    let special = JSONLDNode.objects(node["specialOpeningHoursSpecification"])
    guard !usual.isEmpty else { return nil }
    var rules = Rules()
    for specification in usual + special {
      guard rules.add(specification) else { return nil }
    }
    return rules.text
  }

  /// Spans of days with the times on them; times of the same days are joined.
  private struct Rules {
    private var times: [(span: String, times: [String])] = []

    var text: String {
      times.map { rule in
        // What is closed and open on the same days is open.
        let open = rule.times.filter { $0 != "off" }
        return ([rule.span] + [open.isEmpty ? "off" : open.joined(separator: ",")]).filter { !$0.isEmpty }
          .joined(separator: " ")
      }.joined(separator: "; ")
    }

    mutating func add(_ specification: JSONObject) -> Bool {
      guard let time = Self.time(specification) else { return false }
      let days = JSONLDNode.words(specification["dayOfWeek"] ?? specification["dayOfWeeks"])
      let short = days.compactMap { JSONLDPlaceHours.days[Self.name($0)] }
      guard short.count == days.count, let span = Self.span(specification) else { return false }
      let selector = [span, short.joined(separator: ",")].filter { !$0.isEmpty }.joined(separator: " ")
      if let index = times.firstIndex(where: { $0.span == selector }) {
        times[index].times.append(time)
      } else {
        times.append((selector, [time]))
      }
      return true
    }

    /// `09:00-17:00`, `off` for a day without times or with equal ones; nil for only one of them, and for other texts.
    private static func time(_ specification: JSONObject) -> String? {
      let texts = (JSONLDNode.text(specification["opens"]), JSONLDNode.text(specification["closes"]))
      if texts.0 == nil, texts.1 == nil { return "off" }
      guard let opens = texts.0.flatMap(timeOfDay), let closes = texts.1.flatMap(timeOfDay) else { return nil }
      if opens == closes { return "off" }
      // Google: open all day is from 00:00 to 23:59.
      return "\(opens)-\(["00:00", "23:59"].contains(closes) ? "24:00" : closes)"
    }

    /// `17:00` of `17:00:00`, `5:00 PM`, `T17:00+01:00` and `2026-11-28T17:00`; nil for texts that are no time.
    private static func timeOfDay(_ text: String) -> String? {
      let pattern =
        #/
        (?:.*T)?([0-9]{1,2})(?:[:.]([0-9]{2}))?(?::[0-9]{2}(?:\.[0-9]+)?)?\s*
        ([aApP]\.?[mM]\.?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?
        /#
      guard let match = text.trimmingSpaces.wholeMatch(of: pattern), var hour = Int(match.1),
        let minute = Int(match.2 ?? "00"), minute < 60
      else { return nil }
      if let half = match.3 {
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (half.lowercased().hasPrefix("p") ? 12 : 0)
      } else if match.2 == nil {
        return nil
      }
      guard hour < 24 || hour == 24 && minute == 0 else { return nil }
      return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// `2026 Dec 24-2026 Dec 26`; empty without dates, nil for only one of them.
    private static func span(_ specification: JSONObject) -> String? {
      let first = JSONLDNode.text(specification["validFrom"]).flatMap(day)
      let last = JSONLDNode.text(specification["validThrough"]).flatMap(day)
      if let first, let last { return first == last ? first : "\(first)-\(last)" }
      return specification["validFrom"] == nil && specification["validThrough"] == nil ? "" : nil
    }

    private static func day(_ text: String) -> String? {
      guard let day = try? LocalDate(parsing: String(text.prefix(10))) else { return nil }
      return "\(day.year) \(months[day.month - 1]) \(day.day < 10 ? "0" : "")\(day.day)"
    }

    private static func name(_ day: String) -> String {
      (day.split(whereSeparator: { "/#:".contains($0) }).last.map(String.init) ?? day).lowercased()
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  }

  private static let days = [
    "monday": "Mo", "tuesday": "Tu", "wednesday": "We", "thursday": "Th", "friday": "Fr", "saturday": "Sa",
    "sunday": "Su", "publicholidays": "PH", "mo": "Mo", "tu": "Tu", "we": "We", "th": "Th", "fr": "Fr", "sa": "Sa",
    "su": "Su",
  ]
}
