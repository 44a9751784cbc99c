import CodedErrors
import Streams
import Vicinity

/// A tool that a language model can call: a row of `Tool.all`.
package struct Tool: Sendable {
  /// What a tool does.
  package enum Work: Sendable {
    /// It reads the catalog.
    case reading(@Sendable (ToolArguments, ToolContext) throws -> ToolAnswer)
    /// It reads what belongs to the member.
    case readingOwn(@Sendable (_ member: String, ToolContext) throws -> ToolAnswer)
    /// It makes a change in the name of the member.
    case acting(@Sendable (ToolArguments, _ member: String) throws -> Action)
  }

  package let name: String
  let title: String
  /// What it does, for a language model.
  let description: String
  var inputs: [QueryInput] = []
  /// The names of the inputs that must be given.
  var required: Set<String> = []
  /// The members of its structured answer that are always present, and their types.
  let output: [(name: String, type: String)]
  /// Whether it may take away something that cannot be restored by another call.
  var isDestructive = false
  /// Whether the same call again changes nothing further.
  var isIdempotent = true
  package let work: Work

  /// All tools, in the order in which clients list them.
  package static let all: [Tool] = [
    search, details, hours, availability, plan, why, whyNot, suggest,
    myBookings, addFavorite, removeFavorite, rate, joinEvent, leaveEvent, book, cancelBooking,
  ]

  /// The tools that a client may use.
  ///
  /// - Parameters:
  ///   - member: the member whom the client acts for, if any.
  ///   - mayWrite: whether the client may change anything.
  package static func offered(to member: String?, mayWrite: Bool) -> [Tool] {
    all.filter { tool in
      switch tool.work {
      case .reading: true
      case .readingOwn: member != nil
      case .acting: member != nil && mayWrite
      }
    }
  }

  /// Whether it changes the catalog.
  package var changes: Bool {
    if case .acting = work { true } else { false }
  }

  /// The tool as `tools/list` describes it.
  var json: JSONValue {
    [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": inputSchema, "outputSchema": outputSchema,
      "annotations": [
        "title": .string(title), "readOnlyHint": .bool(!changes), "destructiveHint": .bool(isDestructive),
        "idempotentHint": .bool(isIdempotent), "openWorldHint": false,
      ],
    ]
  }

  private var inputSchema: JSONValue {
    var schema = JSONObject([("type", "object")])
    schema["properties"] = .object(JSONObject(inputs.map { ($0.argument, Self.schema(of: $0)) }))
    let names = inputs.filter { required.contains($0.name) }.map(\.argument)
    schema["required"] = names.isEmpty ? nil : .array(names.map { .string($0) })
    schema["additionalProperties"] = false
    return .object(schema)
  }

  private static func schema(of input: QueryInput) -> JSONValue {
    guard input.name == QueryArguments.input.name, var schema = input.argumentSchema.object else {
      return input.argumentSchema
    }
    schema["type"] = "object"
    return .object(schema)
  }

  private var outputSchema: JSONValue {
    let properties = output.map { ($0.name, JSONValue.object(JSONObject([("type", .string($0.type))]))) }
    return [
      "type": "object", "properties": .object(JSONObject(properties)),
      "required": .array(output.map { .string($0.name) }),
    ]
  }

  /// The id of a listing.
  static let id = QueryInput(
    "id", nil, .text, "The id of a listing, exactly as `search` returns it.", example: "stuttgart-brennglas")

  /// The number of people.
  /// - Parameter path: its place in the JSON form.
  static func guests(_ path: String, needs: [String] = []) -> QueryInput {
    QueryInput(
      "guests", path, .integer(1...1000, usual: 1), "The number of guests.", needs: needs,
      hint: needs.isEmpty ? nil : "add {stay}, such as 2026-12-01..2026-12-05")
  }

  // MARK: Calls

  /// The arguments of a call.
  /// - Throws: `QueryError`.
  package func arguments(_ given: JSONObject) throws -> ToolArguments {
    try ToolArguments(given, of: inputs, required: required, owner: name)
  }

  /// Does the work of a tool that reads.
  /// - Throws: errors of the engine, whose paths are names of arguments.
  package func read(_ given: JSONObject, _ context: ToolContext) throws -> ToolAnswer {
    do {
      let answer: ToolAnswer
      switch work {
      case .reading(let run):
        let arguments = try arguments(given)
        do { answer = try run(arguments, context) } catch let error as QueryError {
          throw arguments.naming(named(error))
        }
      case .readingOwn(let run):
        _ = try arguments(given)
        answer = try run(try context.acting(), context)
      case .acting: preconditionFailure("\(name) changes the catalog")
      }
      guard answer.size <= context.mostBytes else { throw TooExpensive(part: .bytes, limit: context.mostBytes) }
      return answer
    } catch let error as QueryError { throw named(error) }
  }

  /// The change that a call of a tool that acts wants.
  /// - Throws: `QueryError`, whose paths are names of arguments.
  package func action(_ given: JSONObject, by member: String) throws -> Action {
    guard case .acting(let make) = work else { preconditionFailure("\(name) changes nothing") }
    let arguments = try arguments(given)
    do { return try make(arguments, member) } catch let error as QueryError { throw arguments.naming(named(error)) }
  }

  /// The same error with the names of arguments; an unknown name stays as it is written.
  private func named(_ error: QueryError) -> QueryError {
    if case .unknownKey = error { error } else { error.renamingPaths(argument(ofPath:)) }
  }

  /// The argument for a place in the JSON form that its inputs make.
  private func argument(ofPath path: String) -> String {
    if inputs.contains(where: { $0.argument == path }) || path == name { return path }
    if let own = inputs.name(ofPath: path) { return QueryInput.argument(named: own) }
    return QueryArguments.name(ofPath: path)
  }
}
