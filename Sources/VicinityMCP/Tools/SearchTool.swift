import CivilTime
import Streams
import Vicinity
import VicinityFormats

extension Tool {
  static let search = Tool(
    name: "search", title: "Search places",
    description: """
      Finds bars (also pubs, cafés and restaurants), events and couches (places to stay) by place, time and properties, \
      nearest first with `near`. \
      For example what is open tonight within a kilometer: near "48.7758,9.1829", radius "1km", open "tonight". \
      Without `kind`, times restrict the kinds: `open` finds bars and events, `during` events, `stay` couches. \
      Bars whose hours are unknown are left out of `open`, unless `unknown` is "keep". Without `open`, the state shown \
      is that of now. The answer has `next` if there are more results: repeat the call with `after` set to it. \
      `kind`, tags and `text` narrow the results, such as text "pizza"; `suggest` finds tags and names.
      """,
    inputs: QueryArguments.inputs, output: [("results", "array")],
    work: .reading { arguments, context in
      try SearchAnswer(QueryArguments.query(arguments, context), context).answer
    })
}

/// The answer to a query as a table, and as JSON with the same fields.
private struct SearchAnswer {
  let answer: ToolAnswer

  init(_ asked: Query, _ context: ToolContext) throws {
    var query = asked
    let fields = query.fields ?? Self.usualFields
    // The table shows times in the zone of each listing.
    query.fields = fields + (fields.contains(.timezone) ? [] : [.timezone])
    var found = try context.catalog.answer(query, at: context.now, within: context.budget)
    found.fields = fields
    let changes =
      found.matches.isEmpty && query.after == nil && query.limit > 0
      ? try context.catalog.relaxations(of: query, at: context.now, within: context.budget) : []
    var json = found.json.object ?? JSONObject()
    if !changes.isEmpty { json["relaxations"] = .array(changes.map(\.json)) }
    answer = ToolAnswer(Self.text(of: found, query, chosen: asked.fields, changes), .object(json))
  }

  /// Those of an answer over HTTP, and those that the table shows.
  private static let usualFields = Field.standard + TableWriter.standardFields.filter { !Field.standard.contains($0) }

  private static func text(of answer: Answer, _ query: Query, chosen: [Field]?, _ changes: [Relaxation]) -> String {
    var lines = [query.limit == 0 ? count(answer) : table(of: answer, chosen)]
    lines += answer.understood?.lines ?? []
    lines += answer.corrected.map { "\($0)" }
    lines += changes.map { "\($0.words): \(listings($0.results))" }
    if let next = answer.next, query.limit > 0 {
      lines.append("for more results repeat the call with after: \(next)")
    }
    return lines.joined(separator: "\n")
  }

  private static func count(_ answer: Answer) -> String {
    answer.total.map(listings) ?? "With the limit 0 nothing is listed; `total` counts the matches."
  }

  private static func listings(_ count: Int) -> String { count.counted("listing matches", "listings match") }

  private static func table(of answer: Answer, _ fields: [Field]?) -> String {
    var bytes: [UInt8] = []
    var writer = TableWriter(fields: fields)
    writer.write(answer) { bytes += $0 }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
