import CivilTime
import GRDB
import Streams
import Vicinity

/// A stored query; its member is notified when a listing starts or stops matching it.
package struct Alert: Sendable {
  var id: String
  var member: String
  var name: String
  /// The JSON form of the query, as the member wrote it.
  var query: JSONValue
  /// Whether changes are also sent by email.
  var isMailed: Bool
  /// The address to which each change is also posted.
  var webhook: String?
  /// The key that signs these requests.
  package var secret: String?
  /// Deliveries that have failed one after the other.
  var failures: Int
  var created: Instant
  /// Why it is suspended; nil when it is active.
  var suspended: String?
  /// The last time when a change was not evaluated for it because of the cost, and its member was notified; nil if
  /// never.
  var skipped: Instant?

  init(row: Row) throws {
    (id, member, name, isMailed) = (row["id"], row["member"], row["name"], row["is_mailed"])
    query = try JSONParser.parse((row["query"] as String).utf8)
    (webhook, secret, failures) = (row["webhook"], row["secret"], row["failures"])
    created = Instant(secondsSince1970: row["created"])
    suspended = row["suspended"]
    skipped = (row["skipped"] as Int64?).map(Instant.init(secondsSince1970:))
  }

  init(id: String, member: String, form: AlertForm, secret: String?, created: Instant) {
    (self.id, self.member, name, query, isMailed) = (id, member, form.name, form.query, form.isMailed)
    (webhook, self.secret, failures, self.created) = (form.webhook, secret, 0, created)
  }

  /// The query in the member's name.
  ///
  /// - Parameter limit: the limits on its query.
  /// - Throws: `QueryError` for a query without a meaning, and for one beyond the limit.
  func standing(within limit: AlertLimit) throws -> Query {
    do throws(QueryError) {
      try limit.check(self.query)
      var query = try Query(json: query)
      query.caller = member
      try limit.standing.check(query)
      return query
    } catch { throw error.renamingPaths { $0.isEmpty ? "query" : "query.\($0)" } }
  }

  /// For its member; the secret is shown once, when it is made.
  package var json: JSONValue {
    var object = JSONObject([
      ("id", .string(id)), ("name", .string(name)), ("query", query), ("mail", .bool(isMailed)),
      ("created", .string(created.description)),
    ])
    object["webhook"] = webhook.map { .string($0) }
    object["suspended"] = suspended.map { .string($0) }
    object["skipped"] = skipped.map { .string($0.description) }
    if failures > 0 { object["failures"] = .int(Int64(failures)) }
    return .object(object)
  }
}

/// The limits on an alert's query: lower than those of other queries, since it is evaluated whenever a listing changes.
package struct AlertLimit: Sendable {
  let standing: StandingLimit
  /// The size of the query as JSON.
  let bytes: Int

  package init(conditions: Int, patterns: Int, bytes: Int) {
    standing = StandingLimit(conditions: conditions, patterns: patterns)
    self.bytes = bytes
  }

  fileprivate func check(_ query: JSONValue) throws(QueryError) {
    let count = query.text.utf8.count
    guard count <= bytes else {
      throw .outOfRange(path: "", found: "\(count) bytes", allowed: "at most \(bytes) bytes for an alert")
    }
  }
}

/// The form that creates an alert.
package struct AlertForm: Sendable {
  var name: String
  var query: JSONValue
  var isMailed: Bool
  var webhook: String?

  package static let example = """
    {"name":"A couch in Budapest","query":{"near":"Budapest","radius":5000,"kinds":["couch"],\
    "price":{"max":20,"currency":"EUR"}}}
    """

  package init(json: JSONValue) throws {
    let members = try QueryMembers(json, path: "", keys: ["name", "query", "mail", "webhook"], example: Self.example)
    name = try members.required("name").queryString(at: "name", expected: "a name", example: #""Jazz nearby""#)
    try Self.check(name: name)
    query = try members.required("query")
    isMailed = try members.bool("mail") ?? false
    webhook = try members.string("webhook", expected: "an address", example: #""https://example.org/hook""#)
    if let webhook { _ = try OutgoingRequest.check(webhook, at: "webhook") }
  }

  package static func check(name: String) throws {
    try TextLimit(1...100).check(name, at: "name")
  }
}
