import Streams
import Vicinity

/// The arguments that make a query: those of the table of query parts that a search over HTTP has as well, except views
/// of maps, measures that a model does not need, and the clock.
enum QueryArguments {
  static let inputs: [QueryInput] = QueryPart.inputs.filter { $0.door == .everywhere && !left.contains($0.name) }
    .map { $0.name == "limit" ? limit : $0 }

  private static let left: Set = ["cluster", "facets", "facet-limit", "metric", "weights", "front", "relax", "now"]

  /// The usual number of results, which a context has room for.
  static let usualLimit = 10
  /// The most results of a call.
  static let mostResults = 50

  static let limit = QueryInput(
    "limit", nil, .integer(0...mostResults, usual: usualLimit),
    "The maximum number of results (default \(usualLimit), at most \(mostResults)); `0` with {total} only counts.")

  /// The query of some arguments, in the name of the caller.
  static func query(_ arguments: ToolArguments, _ context: ToolContext) throws -> Query {
    var form = try arguments.form()
    form["limit"] = .int(Int64(try arguments.limit(atMost: context.mostResults)))
    var query = try Query(json: .object(form))
    query.caller = context.member
    return query
  }

  /// The query in the argument `query` of other tools, which has the arguments of a search.
  static func nested(_ arguments: ToolArguments, _ context: ToolContext) throws -> Query {
    let value = arguments[input.name] ?? .object(JSONObject())
    // Some models write an object as its text.
    let parsed = value.string.flatMap { try? JSONParser.parse($0.utf8) } ?? value
    guard let given = parsed.object else {
      throw QueryError.wrongType(
        path: "query", found: value.typeName, expected: "an object", example: #"{"near":"48.7758,9.1829","open":"now"}"#
      )
    }
    return try query(ToolArguments(given, of: inputs, required: [], owner: "query"), context)
  }

  static let input = QueryInput("query", nil, .text, "An object with the arguments of the tool `search`.")

  /// The argument for a place in the JSON form of a query.
  static func name(ofPath path: String) -> String {
    inputs.name(ofPath: path).map(QueryInput.argument(named:)) ?? path
  }
}
