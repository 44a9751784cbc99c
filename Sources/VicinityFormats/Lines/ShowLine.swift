import CivilTime
import Streams
import Vicinity

/// A line of a batch that requests a whole listing, and its answer: `{"id": "s1", "listing": {...}}`.
struct ShowLine {
  private let query: Query
  private let listing: String

  init(_ show: JSONValue, of line: JSONValue) throws(QueryError) {
    let example = #"{"id":"s1","show":"bar-1"}"#
    let members = try QueryMembers(line, path: "", keys: ["id", "now", "caller", "show"], example: example)
    listing = try show.queryString(at: "show", expected: "the id of a listing", example: #""bar-1""#)
    // `Query` parses them.
    var form = JSONObject()
    for key in ["id", "now", "caller"] { form[key] = members[key] }
    query = try Query(json: .object(form))
  }

  func write(_ catalog: Catalog, at now: Instant, to json: inout JSONWriter) throws {
    guard let found = try find(in: catalog, at: query.now ?? now) else {
      throw CatalogError.unknownListing(id: listing, similar: try catalog.similarIds(to: listing))
    }
    json.object { json in
      json.member("id", query.id)
      json.key("listing")
      json.value(found.json)
    }
    json.newline()
  }

  private func find(in catalog: Catalog, at now: Instant) throws -> Listing? {
    guard let caller = query.caller else { return try catalog.listing(listing) }
    return try catalog.listing(listing, for: caller, at: now)
  }
}
