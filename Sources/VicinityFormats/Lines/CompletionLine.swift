import Streams
import Vicinity

/// A line of a batch that requests completions, and its answer: `{"id": "c1", "completions": [...]}`.
struct CompletionLine {
  private let query: Query
  private let limit: Int

  init(_ suggest: JSONValue, of line: JSONValue) throws(QueryError) {
    let example = #"{"id":"c1","suggest":{"text":"jaz"}}"#
    let members = try QueryMembers(line, path: "", keys: ["id", "now", "suggest"], example: example)
    let wanted = try QueryMembers(
      suggest, path: "suggest", keys: ["text", "near", "limit"],
      example: #"{"text":"jaz","near":{"lat":48.7758,"lon":9.1829},"limit":5}"#)
    // `Query` parses all of them.
    var form = JSONObject()
    form["id"] = members["id"]
    for key in ["text", "near", "limit"] { form[key] = wanted[key] }
    do { query = try Query(json: .object(form)) } catch { throw error.renamingPaths { "suggest.\($0)" } }
    if query.text == nil { throw .missing(path: "suggest.text", neededBy: "suggest") }
    if query.group != nil { throw .conflict("suggest.near: completions are near one position") }
    limit = wanted["limit"] == nil ? Catalog.usualCompletions : query.limit
  }

  func write(_ catalog: Catalog, within budget: WorkBudget, to json: inout JSONWriter) throws {
    let query = try catalog.located(query)
    let completions: [Completion]
    do {
      completions = try catalog.suggest(query.text ?? "", near: query.near, limit: limit, within: budget)
    } catch let error as QueryError { throw error.renamingPaths { "suggest.\($0)" } }
    json.object { json in
      json.member("id", query.id)
      json.key("completions")
      json.value(.array(completions.map(\.json)))
    }
    json.newline()
  }
}
