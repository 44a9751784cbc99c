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

    /// `09:00-17:00`, `off` for a day without times or with equal ones; nil for only one of them.
    private static func time(_ specification: JSONObject) -> String? {
      let opens = JSONLDNode.text(specification["opens"]).map { String($0.prefix(5)) }
      let closes = JSONLDNode.text(specification["closes"]).map { String($0.prefix(5)) }
      guard let opens, let closes else { return opens == nil && closes == nil ? "off" : nil }
      if opens == closes { return "off" }
      // Google: open all day is from 00:00 to 23:59.
      return "\(opens)-\(["00:00", "23:59"].contains(closes) ? "24:00" : closes)"
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
