import Streams
import Vicinity

/// The parts of a query that are parameters of URLs, named like the options of the shell: those of the table of query
/// parts.
package enum QueryParameter {
  /// All of `GET /v1/near`.
  package static let search = QueryPart.inputs.filter { $0.door == .everywhere }
  /// The filters; shared by searches, features and tiles.
  package static let filters = search.filter { input in
    input.name == "outside" || conditions.contains(input.name) && !["kind", "filter"].contains(input.name)
  }
  /// The parameters of features: their place, page and CQL2 filter have the names of OGC API – Features.
  package static let features = named("near", "radius") + [sortBy] + filters + named("language", "now")
  /// The parameters of tiles: the tile is the place.
  package static let tiles = named("kind") + filters + named("filter", "now")
  /// The position of requests that have no other part of a query.
  package static let near = named("near")

  private static let conditions = Set(
    [.conditions, .times].flatMap(QueryPart.inputs(of:)).map(\.name))

  private static func named(_ names: String...) -> [QueryInput] { search.filter { names.contains($0.name) } }

  private static let sortBy = QueryInput(
    "sortby", "sort", .names,
    "Properties to sort by, with a minus sign greatest first: `name` (default), `price`, `rating`, `start` and the "
      + "others of `sort` of `/v1/near`; with {near}, nearest first.",
    example: "-rating")
}

extension [QueryInput] {
  /// As a route declares them.
  package var parameters: [Parameter] { map(\.parameter) }

  /// The JSON form of a query.
  ///
  /// - Parameter values: the parameters of the request; others than these are skipped.
  /// - Throws: `Problem` naming the parameter.
  package func form(of values: ParameterValues) throws -> JSONObject {
    var texts: [String: [String]] = [:]
    for name in values.names { texts[name] = values[name].map { [$0] } }
    // Over HTTP there is no other origin, such as the route or the group of a command.
    if texts["radius"] != nil, texts["near"] == nil {
      throw Problem.parameter("radius", code: "missing", "needs near, which is missing")
    }
    do { return try form(of: texts, naming: { $0 }) } catch {
      var problem = Problem(error, naming: parameterName(ofPath:))
      // The parameter that was sent, and not the one that it needs.
      if case .missing(_, let path, _)? = error as? QueryError { problem?.parameter = parameterName(ofPath: path) }
      throw problem ?? error
    }
  }

  /// The parameter for a place in the JSON form, such as `max-price` for `price.max`.
  package func parameterName(ofPath path: String) -> String {
    name(ofPath: path) ?? String(path.prefix { $0 != "[" }.split(separator: ".").last ?? "")
  }
}

extension QueryInput {
  fileprivate var parameter: Parameter {
    let text = meaning(name: { "`\($0)`" }, value: { "`\($0)`" })
    return Parameter(name, form.schema, text, example: example, isCheckedByRoute: true)
  }
}
