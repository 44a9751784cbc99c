import CivilTime
import Streams
import Vicinity

/// A kind of batch lines that are not queries, recognized by a key.
package struct LineKind: Sendable {
  /// Appends the answer to a line, and its line feed.
  typealias Answering =
    @Sendable (
      _ line: JSONValue, _ value: JSONValue, _ catalog: Catalog, _ now: Instant, _ series: inout AnswerSeries,
      _ lines: inout AnswerLines
    ) throws -> Void

  let key: String
  let answer: Answering

  /// The kinds that a server answers for its clients.
  package static let common = [plan, suggest]
  /// All kinds, for programs that may read the whole catalog.
  package static let all = common + [show, whyNot, points]

  private static let plan = LineKind(key: "plan") { line, value, catalog, now, series, lines in
    series.giveBack()
    try OutingLine(value, of: line).write(catalog, at: now, within: series.budget, to: &lines.json)
  }

  private static let suggest = LineKind(key: "suggest") { line, value, catalog, _, series, lines in
    series.giveBack()
    try CompletionLine(value, of: line).write(catalog, within: series.budget, to: &lines.json)
  }

  private static let show = LineKind(key: "show") { line, value, catalog, now, series, lines in
    series.giveBack()
    try ShowLine(value, of: line).write(catalog, at: now, to: &lines.json)
  }

  private static let whyNot = LineKind(key: "whyNot") { line, value, catalog, now, series, lines in
    series.giveBack()
    try WhyNotLine(value, of: line).write(catalog, at: now, within: series.budget, to: &lines.json)
  }

  private static let points = LineKind(key: "points") { line, value, catalog, now, series, lines in
    series.giveBack()
    try PointsLine(value, of: line, in: catalog).write(from: &series, at: now, to: &lines.json)
  }
}
