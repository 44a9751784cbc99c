import CivilTime
import Streams
import Vicinity

/// A line of a batch that requests outings, and its answer: `{"id": "p1", "outings": [...]}`.
struct OutingLine {
  private let id: String?
  private let now: Instant?
  private let plan: JSONValue

  init(_ plan: JSONValue, of line: JSONValue) throws(QueryError) {
    let members = try QueryMembers(line, path: "", keys: ["id", "now", "plan"], example: #"{"id":"p1","plan":{}}"#)
    // `Query` parses both.
    var form = JSONObject()
    (form["id"], form["now"]) = (members["id"], members["now"])
    let query = try Query(json: .object(form))
    (id, now, self.plan) = (query.id, query.now, plan)
  }

  func write(
    _ catalog: Catalog, at moment: Instant, within budget: WorkBudget, to json: inout JSONWriter
  ) throws {
    let request = try OutingRequest(json: plan, locate: catalog.located)
    let outings: [Outing]
    do { outings = try catalog.outings(request, at: now ?? moment, within: budget) } catch let error as QueryError {
      throw error.renamingPaths { "plan.\($0)" }
    }
    json.object { json in
      json.member("id", id)
      json.key("outings")
      json.value(.array(outings.map(\.json)))
    }
    json.newline()
  }
}
