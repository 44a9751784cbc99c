import CivilTime
import Streams
import Vicinity

/// A line of a batch that asks why a listing is not in an answer, and its answer: `{"id": "w1", "verdict": {...}}`.
struct WhyNotLine {
  private let id: String?
  private let query: Query
  private let listing: String

  init(_ whyNot: JSONValue, of line: JSONValue) throws(QueryError) {
    let members = try QueryMembers(
      line, path: "", keys: ["id", "whyNot"],
      example: #"{"id":"w1","whyNot":{"listing":"bar-1","query":{"kinds":"bar"}}}"#)
    id = try Query(json: .object(JSONObject([("id", members["id"] ?? .null)]))).id
    let parts = try QueryMembers(
      whyNot, path: "whyNot", keys: ["listing", "query"], example: #"{"listing":"bar-1","query":{"kinds":"bar"}}"#)
    listing = try parts.required("listing").queryString(
      at: "whyNot.listing", expected: "the id of a listing", example: #""bar-1""#)
    let form = try parts.required("query")
    do { query = try Query(json: form) } catch { throw error.renamingPaths { "whyNot.query.\($0)" } }
  }

  func write(
    _ catalog: Catalog, at now: Instant, within budget: WorkBudget, to json: inout JSONWriter
  ) throws {
    let verdict: Verdict
    do { verdict = try catalog.whyNot(listing, query, at: query.now ?? now, within: budget) } catch let error
      as QueryError
    {
      throw error.renamingPaths { "whyNot.query.\($0)" }
    }
    json.object { json in
      json.member("id", id)
      json.key("verdict")
      json.value(verdict.json)
    }
    json.newline()
  }
}
