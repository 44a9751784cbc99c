extension ImportReport: CustomStringConvertible {
  /// Some lines for people, without a line end after the last.
  public var description: String {
    var lines = [headline]
    lines += section("rejected", rejectedCount, rejected)
    lines += section("skipped", skippedCount, skipped)
    lines += zoneLines + scheduleLines + recurrenceLines
    lines += leftOut.map { "  left out: \($0.code), \(Self.counted($0.count, "time", "times")) (\($0.example ?? ""))" }
    lines += ignoredKeyLines
    lines += notes.map { "  note: \($0)" }
    // What files say may hold ends of lines.
    return lines.map(\.printable).joined(separator: "\n")
  }

  private var headline: String {
    var counts = ["\(Self.grouped(added)) added"]
    if updated > 0 { counts.append("\(Self.grouped(updated)) updated") }
    if unchanged > 0 { counts.append("\(Self.grouped(unchanged)) unchanged") }
    if removed > 0 { counts.append("\(Self.grouped(removed)) removed") }
    if rejectedCount > 0 { counts.append("\(Self.grouped(rejectedCount)) rejected") }
    if skippedCount > 0 { counts.append("\(Self.grouped(skippedCount)) skipped") }
    let time = seconds >= 0.05 ? " in \(Self.decimal(seconds)) s" : ""
    return "\(ImportError.name(path)): \(format.title); \(counts.joined(separator: ", "))\(time)"
  }

  private func section(_ title: String, _ count: Int, _ tallies: [Tally]) -> [String] {
    let lines = tallies.prefix(8).map { tally in
      let first = tally.line.map { "; line \($0)" } ?? ""
      return "  \(title) \(Self.grouped(tally.count)) × \(tally.code)\(first)\(tally.example.map { ": \($0)" } ?? "")"
    }
    guard tallies.count > 8 else { return lines }
    let rest = tallies.dropFirst(8).reduce(0) { $0 + $1.count }
    return lines + ["  \(title) \(Self.grouped(rest)) for \(tallies.count - 8) further reasons"]
  }

  private var zoneLines: [String] {
    let found = Self.counted(zones.fromGazetteer, "time zone", "time zones")
    let lines = zones.fromGazetteer > 0 ? ["  \(found) from the nearest place of the gazetteer"] : []
    guard zones.missing > 0 else { return lines }
    return lines + [
      "  note: \(Self.counted(zones.missing, "listing has", "listings have")) no time zone, so opening states are unknown; "
        + "--timezone gives one, an IANA name such as Europe/Berlin."
    ]
  }

  private var scheduleLines: [String] {
    guard schedules.distinct > 0 else { return [] }
    var lines = [scheduleCounts]
    if let sloppy = schedules.corrections.first, let correct = sloppy.example {
      lines.append(
        "  note: opening hours misspelled but clear: \(Self.grouped(schedules.tolerated)); write, for example, "
          + "\"\(correct.prefix(60))\" for \"\(sloppy.code.prefix(60))\"")
    }
    return lines
  }

  private var scheduleCounts: String {
    let counts =
      "  opening hours: \(Self.grouped(schedules.distinct)) distinct, \(Self.grouped(schedules.understood)) understood "
      + "(\(Self.grouped(schedules.weekly)) weekly, \(Self.grouped(schedules.general)) general)"
    let examples = schedules.notUnderstood.prefix(3).map { "\"\($0.code.prefix(60))\"" }
    guard !examples.isEmpty else { return counts }
    return counts + "; unknown, never closed, are such as \(examples.joined(separator: ", "))"
  }

  private var recurrenceLines: [String] {
    guard recurrences.distinct > 0 else { return [] }
    let counts =
      "  recurrences: \(Self.grouped(recurrences.distinct)) distinct, \(Self.grouped(recurrences.understood)) understood"
    guard let first = recurrences.notUnderstood.first else { return [counts] }
    let listings = recurrences.notUnderstood.reduce(0) { $0 + $1.count }
    let warning =
      "  warning: \(Self.counted(listings, "event takes", "events take")) place only once, because the recurrence is not understood, as in "
    return [counts, warning + (first.example ?? first.code)]
  }

  private var ignoredKeyLines: [String] {
    guard !ignoredKeys.isEmpty else { return [] }
    let keys = ignoredKeys.prefix(8).map { tally in
      "\(tally.code) (\(Self.grouped(tally.count)))" + (tally.example.map { ", did you mean \($0)?" } ?? "")
    }
    let more = ignoredKeys.count > 8 ? " and \(ignoredKeys.count - 8) more" : ""
    return ["  ignored keys: \(keys.joined(separator: "; "))\(more)"]
  }

  /// A number with what is counted: `1 row`, `1 047 550 rows`.
  static func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(grouped(number)) \(number.noun(one, many))"
  }

  /// Digits in groups of three: 1 047 550.
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var groups: [Substring] = []
    var rest = digits[...]
    while rest.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return (number < 0 ? "-" : "") + ([rest] + groups).joined(separator: " ")
  }

  private static func decimal(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }
}
