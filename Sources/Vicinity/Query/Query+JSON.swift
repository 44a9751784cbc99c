import Streams

extension Query {
  /// The keys of the JSON form. `expected` is for benchmarks, which compare it with the answer; it is ignored here.
  static let keys = QueryPart.table.map(\.key) + ["expected"]

  /// Parses one query from JSON text in UTF-8; see `docs/queries.md`.
  ///
  /// - Throws: `QueryError` with the path and what was expected there.
  public init(parsing text: some Sequence<UInt8>) throws(QueryError) {
    let value: JSONValue
    do { value = try JSONParser.parse(text) } catch { throw .notJSON(error) }
    try self.init(json: value)
  }

  /// Parses one query from JSON text; see `docs/queries.md`.
  ///
  /// - Throws: `QueryError` with the path and what was expected there.
  public init(parsing text: String) throws(QueryError) { try self.init(parsing: text.utf8) }

  /// Parses a query from its JSON form; see `docs/queries.md`.
  ///
  /// Every key is optional, `null` is treated as absent, and an unknown key is an error. Combinations of keys are
  /// validated when the query is planned.
  /// - Throws: `QueryError` with the path and what was expected there.
  public init(json: JSONValue) throws(QueryError) {
    let members = try QueryMembers(
      json, path: "", keys: Self.keys, example: #"{"near":{"lat":48.7758,"lon":9.1829},"limit":5}"#)
    self.init()
    try members.forEach { (position, value) throws(QueryError) in
      if position < QueryPart.table.count { try QueryPart.table[position].read(&self, value, members) }
    }
  }

  /// The JSON form, without keys that have their default value.
  public var json: JSONValue {
    .object(JSONObject(QueryPart.table.compactMap { part in part.json(self).map { (part.key, $0) } }))
  }

  /// The id of a query.
  static func id(_ value: JSONValue, _ members: QueryMembers) throws(QueryError) -> String? {
    if let id = id(value) { return id }
    if case .double = value {
      throw .wrongType(
        path: "id", found: "a number that is not whole or has more than 63 bits",
        expected: "a string or a whole number",
        example: #""q1""#)
    }
    return try members.string("id", expected: "a string or a whole number", example: #""q1""#)
  }

  /// The id in a value of the key `id`; nil unless it is text or an integer.
  package static func id(_ value: JSONValue) -> String? {
    if case .int(let number) = value { String(number) } else { value.string }
  }
}

extension Query: Codable {
  /// Decodes the JSON form; a `QueryError` becomes the underlying error of a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value { json throws(QueryError) in try Query(json: json) }
  }

  /// Encodes the JSON form.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Sequence where Element == Query {
  /// Writes every query as one line of JSON, in chunks of about a mebibyte of UTF-8, each of whole lines.
  public func writeJSONLines(to sink: ([UInt8]) throws -> Void) rethrows {
    var writer = JSONWriter()
    for query in self {
      writer.value(query.json)
      writer.newline()
      guard writer.count >= 1 << 20 else { continue }
      try sink(writer.bytes)
      writer.removeAll()
    }
    if writer.count > 0 { try sink(writer.bytes) }
  }
}
