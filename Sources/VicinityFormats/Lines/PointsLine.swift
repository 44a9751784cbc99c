import CivilTime
import Geography
import Streams
import Vicinity

/// A line of a batch with one query for many positions, and its answer by columns.
///
///     {"id":"p1","points":{"lat":[48.77,48.78],"lon":[9.18,9.19],"query":{"limit":2,"fields":["id","distance"]}}}
///     {"id":"p1","counts":[2,1],"columns":{"id":["bar-1","bar-2","bar-1"],"distance":[84.213,91,12.5]}}
///
/// Each column has one element for each match, those of the first position first; `null` for a match without a value.
struct PointsLine {
  private let id: String?
  private let query: Query
  private let origins: [Coordinate]

  init(_ points: JSONValue, of line: JSONValue, in catalog: Catalog) throws {
    let members = try QueryMembers(
      line, path: "", keys: ["id", "points"],
      example: #"{"id":"p1","points":{"lat":[48.77],"lon":[9.18],"query":{"limit":2}}}"#)
    id = try Query(json: .object(JSONObject([("id", members["id"] ?? .null)]))).id
    let parts = try QueryMembers(
      points, path: "points", keys: ["lat", "lon", "query"], example: #"{"lat":[48.77],"lon":[9.18],"query":{}}"#)
    let latitudes = try Self.numbers("lat", of: parts)
    let longitudes = try Self.numbers("lon", of: parts)
    guard latitudes.count == longitudes.count else {
      throw QueryError.conflict("points: lat has \(latitudes.count) numbers, lon has \(longitudes.count)")
    }
    origins = zip(latitudes, longitudes).map { Coordinate(latitude: $0, longitude: $1) }
    if let wrong = origins.firstIndex(where: { !$0.isValid }) {
      throw QueryError.outOfRange(
        path: "points[\(wrong)]", found: "\(origins[wrong].latitude), \(origins[wrong].longitude)",
        allowed: "a latitude from -90 to 90 and a longitude from -180 to 180")
    }
    query = try Self.query(parts["query"] ?? .object(JSONObject()))
  }

  private static func numbers(_ key: String, of parts: QueryMembers) throws(QueryError) -> [Double] {
    let value = try parts.required(key)
    guard let elements = value.array else {
      throw .wrongType(
        path: "points.\(key)", found: value.typeName, expected: "an array of numbers", example: "[48.77]")
    }
    var numbers: [Double] = []
    numbers.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      numbers.append(
        try element.queryNumber(
          at: "points.\(key)[\(index)]", in: -360...360, allowed: "a number of degrees", example: "48.77"))
    }
    return numbers
  }

  /// The keys that belong to a single answer, and those that the positions replace.
  private static let refused = [
    "id", "near", "group", "along", "after", "total", "facets", "cluster", "front", "relax",
  ]

  private static func query(_ form: JSONValue) throws(QueryError) -> Query {
    guard var object = form.object else {
      throw .wrongType(path: "points.query", found: form.typeName, expected: "an object", example: #"{"limit":10}"#)
    }
    if let key = refused.first(where: { object[$0] != nil }) {
      throw .conflict("points.query.\(key) is not possible in a query for many positions")
    }
    // Keys such as `radius` need an origin; that of each position replaces it.
    object["near"] = .object(JSONObject([("lat", .int(0)), ("lon", .int(0))]))
    do { return try Query(json: .object(object)) } catch { throw error.renamingPaths { "points.query.\($0)" } }
  }

  func write(from series: inout AnswerSeries, at now: Instant, to json: inout JSONWriter) throws {
    var columns = PointColumns()
    var query = query
    for origin in origins {
      query.near = origin
      do { try series.write(query, at: now, to: &columns) } catch let error as QueryError {
        throw error.renamingPaths { "points.query.\($0)" }
      }
      guard columns.totalBytes <= series.budget.bytes else {
        throw TooExpensive(part: .bytes, limit: series.budget.bytes)
      }
    }
    json.object { json in
      json.member("id", id)
      columns.write(to: &json)
    }
    json.newline()
  }
}

/// The matches of several answers, field by field.
private struct PointColumns: AnswerSink {
  private var names: [String] = []
  private var columns: [JSONWriter] = []
  /// The ends of the columns of complete answers.
  private var starts: [JSONWriter.Mark] = []
  private var counts: [Int] = []
  private var count = 0

  var byteCount: Int { zip(columns, starts).reduce(0) { $0 + $1.0.count - $1.1.count } }
  var totalBytes: Int { columns.reduce(0) { $0 + $1.count } }

  mutating func restart() {
    for index in starts.indices { columns[index].rewind(to: starts[index]) }
    count = 0
  }

  mutating func begin(_ answer: Answer) {
    if columns.isEmpty {
      names = answer.fields.map(\.rawValue) + answer.ownFields
      columns = names.map { _ in JSONWriter() }
      for index in columns.indices { columns[index].beginArray() }
      starts = columns.map(\.mark)
    }
  }

  mutating func add(_ match: Match, to answer: Answer) {
    count += 1
    for (index, field) in answer.fields.enumerated() { add(match.fieldValue(of: field), to: index) }
    for (index, name) in answer.ownFields.enumerated() {
      add(match.ownValue(of: name), to: answer.fields.count + index)
    }
  }

  private mutating func add(_ value: FieldValue?, to column: Int) {
    if let value { columns[column].value(value) } else { columns[column].null() }
  }

  mutating func end(_ answer: Answer, relaxations: [Relaxation]?) {
    counts.append(count)
    starts = columns.map(\.mark)
    count = 0
  }

  func write(to json: inout JSONWriter) {
    json.key("counts")
    json.array { json in for count in counts { json.int(count) } }
    json.key("columns")
    json.object { json in
      for (name, column) in zip(names, columns) {
        var column = column
        column.endArray()
        json.key(name)
        json.append(column)
      }
    }
  }
}
