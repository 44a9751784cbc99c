import Streams

extension ImportReport: CustomStringConvertible {
  /// The report as lines of text, without a line end after the last.
  public var description: String {
    var lines = [headline]
    if isPreview {
      lines += columns.map { "  column \($0.name) → \($0.field ?? "not read")" }
    }
    lines += section("rejected", rejectedCount, rejected)
    lines += section("skipped", skippedCount, skipped)
    lines += zoneLines + scheduleLines + recurrenceLines
    lines += leftOut.map { "  left out: \($0.code), \($0.count.counted("time", "times")) (\($0.example ?? ""))" }
    lines += ignoredKeyLines
    lines += notes.map { "  note: \($0)" }
    // Text from files may contain line ends.
    return lines.map(\.printable).joined(separator: "\n")
  }

  private var headline: String {
    var counts = [isPreview ? "would add \(added.grouped)" : "\(added.grouped) added"]
    if updated > 0 { counts.append(isPreview ? "update \(updated.grouped)" : "\(updated.grouped) updated") }
    if unchanged > 0 { counts.append("\(unchanged.grouped) unchanged") }
    if takenOver > 0 { counts.append("\(takenOver.grouped) taken over from other sources") }
    if removed > 0 { counts.append(isPreview ? "remove \(removed.grouped)" : "\(removed.grouped) removed") }
    if rejectedCount > 0 { counts.append("\(rejectedCount.grouped) rejected") }
    if skippedCount > 0 { counts.append("\(skippedCount.grouped) skipped") }
    let time = seconds >= 0.05 ? " in \(Self.decimal(seconds)) s" : ""
    return "\(InputError.name(path)): \(format.title); \(counts.joined(separator: ", "))\(time)"
  }

  private func section(_ title: String, _ count: Int, _ tallies: [Tally]) -> [String] {
    let lines = tallies.prefix(8).map { tally in
      let first = tally.line.map { "; line \($0)" } ?? ""
      return "  \(title) \(tally.count.grouped) × \(tally.code)\(first)\(tally.example.map { ": \($0)" } ?? "")"
    }
    guard tallies.count > 8 else { return lines }
    let rest = tallies.dropFirst(8).reduce(0) { $0 + $1.count }
    return lines + ["  \(title) \(rest.grouped) for \(tallies.count - 8) further reasons"]
  }

  private var zoneLines: [String] {
    let found = zones.fromGazetteer.counted("time zone", "time zones")
    let lines = zones.fromGazetteer > 0 ? ["  \(found) from the nearest place of the gazetteer"] : []
    guard zones.missing > 0 else { return lines }
    return lines + [
      "  note: \(zones.missing.counted("listing has", "listings have")) no time zone, so opening states are unknown."
    ]
  }

  private var scheduleLines: [String] {
    guard schedules.distinct > 0 else { return [] }
    var lines = [scheduleCounts]
    if let sloppy = schedules.corrections.first, let correct = sloppy.example {
      lines.append(
        "  note: opening hours misspelled but clear: \(schedules.tolerated.grouped); write, for example, "
          + "\"\(Self.end(of: correct, unlike: sloppy.code))\" for \"\(Self.end(of: sloppy.code, unlike: correct))\"")
    }
    return lines
  }

  /// The text without the rules that another one begins with too.
  private static func end(of text: String, unlike other: String) -> String {
    guard let rule = text.commonPrefix(with: other).lastIndex(of: ";"), text.count > 60 else { return text.shortened }
    return "…\(text[rule...])".shortened
  }

  private var scheduleCounts: String {
    let counts =
      "  opening hours: \(schedules.distinct.grouped) distinct, \(schedules.understood.grouped) understood "
      + "(\(schedules.weekly.grouped) weekly, \(schedules.general.grouped) general)"
    let examples = schedules.notUnderstood.prefix(3).map { "\"\($0.code.shortened)\"" }
    guard !examples.isEmpty else { return counts }
    return counts + "; the others are treated as unknown, not as closed, such as \(examples.joined(separator: ", "))"
  }

  private var recurrenceLines: [String] {
    guard recurrences.distinct > 0 else { return [] }
    let counts =
      "  recurrences: \(recurrences.distinct.grouped) distinct, \(recurrences.understood.grouped) understood"
    guard let first = recurrences.notUnderstood.first else { return [counts] }
    let listings = recurrences.notUnderstood.reduce(0) { $0 + $1.count }
    let warning =
      "  warning: \(listings.counted("event takes", "events take")) place only once, "
      + "because the recurrence is not understood, as in "
    return [counts, warning + (first.example ?? first.code)]
  }

  private var ignoredKeyLines: [String] {
    Self.keyLines("ignored keys", ignoredKeys) + Self.keyLines("own fields", ownKeys)
  }

  private static func keyLines(_ title: String, _ tallies: [Tally]) -> [String] {
    guard !tallies.isEmpty else { return [] }
    let keys = tallies.prefix(8).map { tally in
      "\(tally.code) (\(tally.count.grouped))" + (tally.example.map { ", did you mean \($0)?" } ?? "")
    }
    let more = tallies.count > 8 ? " and \(tallies.count - 8) more" : ""
    return ["  \(title): \(keys.joined(separator: "; "))\(more)"]
  }

  private static func decimal(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }
}
