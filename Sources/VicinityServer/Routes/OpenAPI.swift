import Hummingbird
import Streams
import Vicinity
import VicinityHTTP

/// The interface as OpenAPI 3.0.3, from the table of routes: GDAL and the test suite of the OGC read no later version.
enum OpenAPI {
  static func document(of routes: [Route], _ exchange: Exchange) -> JSONValue {
    var paths = JSONObject()
    for route in routes {
      var operations = paths[route.path]?.object ?? JSONObject()
      operations[route.method.rawValue.lowercased()] = operation(
        route, isPublic: exchange.services.settings.isPublic)
      paths[route.path] = .object(operations)
    }
    return object([
      ("openapi", .string("3.0.3")),
      (
        "info",
        object([
          ("title", .string(exchange.services.settings.title)), ("version", .string(ProgramVersion.current)),
          (
            "description",
            .string(
              "What is near, open and free: bars, events and couches. Under /v1 keys are only added; see "
                + "docs/server.md."
            )
          ),
          ("license", object([("name", .string("MIT"))])),
        ])
      ),
      ("servers", .array([object([("url", .string(exchange.base))])])),
      ("tags", .array(Route.Group.allCases.map { object([("name", .string($0.rawValue))]) })),
      ("paths", .object(paths)),
      (
        "components",
        object([
          ("schemas", object([("Problem", problem)])),
          (
            "securitySchemes",
            object([
              ("bearer", object([("type", .string("http")), ("scheme", .string("bearer"))])),
              ("session", object([("type", .string("http")), ("scheme", .string("bearer"))])),
              (
                "cookie",
                object([("type", .string("apiKey")), ("in", .string("cookie")), ("name", .string("vicinity"))])
              ),
              (
                "key", object([("type", .string("apiKey")), ("in", .string("header")), ("name", .string("X-Api-Key"))])
              ),
            ])
          ),
        ])
      ),
    ])
  }

  private static func operation(_ route: Route, isPublic: Bool) -> JSONValue {
    var operation = JSONObject([
      ("tags", .array([.string(route.group.rawValue)])), ("summary", .string(route.summary)),
      ("operationId", .string(identifier(of: route))), ("parameters", .array(route.parameters.map(\.json))),
    ])
    if let body = route.body {
      var media = JSONObject([("schema", object(body.schema.map { [("type", .string($0))] } ?? []))])
      media["example"] = body.example
      operation["requestBody"] = object([
        ("description", .string(body.description)), ("required", .bool(!body.isStreamed)),
        ("content", .object(JSONObject(body.mediaTypes.map { ($0, .object(media)) }))),
      ])
    }
    var responses = JSONObject()
    for status in route.statuses where status.code < 400 {
      var response = JSONObject([("description", .string(status.reasonPhrase))])
      if status.code < 300, status != .noContent {
        response["content"] = .object(
          JSONObject(route.mediaTypes.map { ($0, object([("schema", schema(ofList: route.list))])) }))
      }
      responses["\(status.code)"] = .object(response)
    }
    if case .never = route.freshness {} else { responses["304"] = object([("description", .string("Not Modified"))]) }
    let reference = object([("schema", object([("$ref", .string("#/components/schemas/Problem"))]))])
    let page = (MediaFormat.html.essence, object([("schema", object([]))]))
    let own = route.errorFormats.map { ($0.essence, object([("schema", object([]))])) }
    let content = object([(Problem.mediaType, reference)] + own + (route.formats.contains(.html) ? [page] : []))
    for status in failures(of: route) {
      responses["\(status.code)"] = object([("description", .string(status.reasonPhrase)), ("content", content)])
    }
    operation["responses"] = .object(responses)
    if route.scope != nil || route.role != nil {
      let anonymous = isPublic && (route.scope == .search || route.scope == .batch)
      let names = (route.scope == nil ? [] : ["bearer", "key"]) + (route.role == nil ? [] : ["session", "cookie"])
      operation["security"] = .array(names.map { object([($0, .array([]))]) } + (anonymous ? [object([])] : []))
    }
    return .object(operation)
  }

  /// The form of an answer that is a list, under a name.
  private static func schema(ofList name: String?) -> JSONValue {
    guard let name else { return object([]) }
    return object([
      ("type", .string("object")), ("required", .array([.string(name)])),
      ("properties", object([(name, object([("type", .string("array")), ("items", object([]))]))])),
    ])
  }

  /// The statuses of problems: those of every route, of its scope and body, and its own.
  private static func failures(of route: Route) -> [HTTPResponse.Status] {
    var codes: Set<Int> = [400, 401, 404, 405, 406, 414, 429, 500, 503]
    if route.scope != nil || route.role != nil { codes.insert(403) }
    if route.body != nil { codes.formUnion([403, 408, 413, 415]) }
    if route.method != .get, [.import, .admin].contains(route.scope) || route.group == .accounts {
      codes.insert(Problem.insufficientStorage.code)
    }
    codes.formUnion(route.statuses.map(\.code).filter { $0 >= 400 })
    return codes.sorted().map { code in
      code == Problem.insufficientStorage.code ? Problem.insufficientStorage : .init(integerLiteral: code)
    }
  }

  private static func identifier(of route: Route) -> String {
    let words = route.path.split { !($0.isLetter || $0.isNumber) }
    return route.method.rawValue.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static let problem = object([
    ("type", .string("object")), ("description", .string("Problem details of RFC 9457.")),
    ("required", .array(["type", "title", "status", "code", "detail"].map { .string($0) })),
    (
      "properties",
      object([
        ("type", object([("type", .string("string"))])), ("title", object([("type", .string("string"))])),
        ("status", object([("type", .string("integer"))])), ("code", object([("type", .string("string"))])),
        ("detail", object([("type", .string("string"))])), ("parameter", object([("type", .string("string"))])),
        ("pointer", object([("type", .string("string"))])), ("suggestion", object([("type", .string("string"))])),
        ("limit", object([("type", .string("object"))])), ("retryAfter", object([("type", .string("integer"))])),
      ])
    ),
  ])

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue { .object(JSONObject(members)) }
}
