import CodedErrors
import Streams
import Vicinity

/// Answers messages of the Model Context Protocol, except the work of tools, which is left to its owner.
///
/// It has no state: which version a client speaks matters only for the form of an answer, and each message of a version
/// without a handshake names it. So each message of a session may reach another machine.
package struct MCPEndpoint: Sendable {
  private let tools: [Tool]
  private let advice: @Sendable (Tool) -> String

  /// - Parameters:
  ///   - tools: those that the client may call.
  ///   - advice: what the client has to do before it may call another tool, as a sentence.
  package init(tools: [Tool], advice: @escaping @Sendable (Tool) -> String) {
    (self.tools, self.advice) = (tools, advice)
  }

  /// What follows from a message.
  package enum Reaction: Sendable {
    /// There is no answer.
    case nothing
    case reply(RPCReply)
    /// A tool has to do its work; `PendingCall.reply(_:)` makes the answer of it.
    case call(PendingCall)
  }

  /// - Parameters:
  ///   - text: the message, UTF-8.
  ///   - fields: its header fields; nil for messages that do not come over HTTP.
  package func reaction(to text: some Sequence<UInt8>, _ fields: RoutingFields? = nil) -> Reaction {
    let message: RPCMessage
    do { message = try RPCMessage(parsing: text) } catch { return .reply(RPCReply(error.error, to: error.id, nil)) }
    guard case .request(let request) = message else {
      do { _ = try fields?.check() } catch { return .reply(RPCReply(refusing: error)) }
      return .nothing
    }
    return reaction(to: request, fields)
  }

  private func reaction(to request: RPCRequest, _ fields: RoutingFields?) -> Reaction {
    var version: ProtocolVersion?
    do {
      let known = try self.version(of: request, fields)
      version = known
      return try reaction(to: request, known)
    } catch {
      // Without one, the version is wrong, or its form: that of a client without a handshake.
      return .reply(RPCReply(error, to: request.id, version ?? .july2026))
    }
  }

  /// The version of a request; any with a handshake if it names none.
  private func version(of request: RPCRequest, _ fields: RoutingFields?) throws(RPCError) -> ProtocolVersion {
    let isNamedByField = try fields?.check() ?? false
    guard isNamedByField || request.versionName != nil else { return .latestWithHandshake }
    guard let name = request.versionName?.string, request.metadata?[MetadataKey.capabilities]?.object != nil else {
      throw .badParameters(
        "params._meta must have \(MetadataKey.version), a string, and \(MetadataKey.capabilities), an object.")
    }
    try fields?.check(request)
    guard let version = ProtocolVersion(rawValue: name), !version.hasHandshake else { throw .unknownVersion(name) }
    return version
  }

  private func reaction(to request: RPCRequest, _ version: ProtocolVersion) throws(RPCError) -> Reaction {
    let results = ResultForm(version: version)
    func reply(_ result: JSONObject) -> Reaction { .reply(RPCReply(.object(result), to: request.id)) }
    switch (request.method, version.hasHandshake) {
    case ("initialize", true): return reply(try initialization(request.parameters))
    case ("server/discover", false):
      var result = Self.introduction
      result["serverInfo"] = nil
      result["supportedVersions"] = .array(ProtocolVersion.names)
      return reply(results.lasting(result, seconds: 3600, isPublic: true))
    case ("ping", _): return reply(results.complete(JSONObject()))
    case ("tools/list", _):
      try refuseCursor(request)
      return reply(results.lasting(["tools": .array(tools.map(\.json))], seconds: 300))
    case ("tools/call", _): return .call(try call(request, results))
    case ("resources/list", _):
      try refuseCursor(request)
      return reply(results.lasting(["resources": []], seconds: 3600, isPublic: true))
    case ("resources/templates/list", _):
      try refuseCursor(request)
      let template = ListingResource.template
      return reply(results.lasting(["resourceTemplates": [template]], seconds: 3600, isPublic: true))
    case ("resources/read", _): return .call(try reading(request, results))
    default: throw .unknownMethod(request.method)
    }
  }

  // MARK: The beginning of a session

  private func initialization(_ parameters: JSONObject) throws(RPCError) -> JSONObject {
    guard let wanted = parameters["protocolVersion"]?.string else {
      throw .badParameters(
        "initialize needs protocolVersion, such as \"\(ProtocolVersion.latestWithHandshake.rawValue)\".")
    }
    let known = ProtocolVersion(rawValue: wanted).flatMap { $0.hasHandshake ? $0 : nil }
    var result = JSONObject([("protocolVersion", .string((known ?? .latestWithHandshake).rawValue))])
    for member in Self.introduction.members { result[member.key] = member.value }
    return result
  }

  private static let introduction: JSONObject = [
    "capabilities": ["tools": .object(JSONObject()), "resources": .object(JSONObject())],
    "serverInfo": serverInfo, "instructions": .string(instructions),
  ]

  static let serverInfo: JSONValue = [
    "name": "vicinity", "title": "Vicinity", "version": .string(ProgramVersion.current),
  ]

  private static let instructions = """
    Finds bars (also pubs, cafés and restaurants), events and couches (places to stay) near a place: what is open, on, \
    or free, when, and at what price.
    Start with `search`; its results have the `id` that the other tools take. `suggest` completes a name, tag or city.
    Times are local to each place: "22:30", "Sa 22:30", "tonight", "2026-11-28", or an instant with its offset such as \
    "2026-11-27T22:30:00+01:00". Weekdays are Mo Tu We Th Fr Sa Su. Distances in answers are meters.
    An opening state `unknown` means that the hours are missing or cannot be read: it does not mean closed.
    If `search` finds nothing, its answer names the changes that would find something; `why_not` explains why one \
    listing is not found.
    """

  /// There is never a second page.
  private func refuseCursor(_ request: RPCRequest) throws(RPCError) {
    guard let cursor = request.parameters["cursor"], !cursor.isNull else { return }
    throw .badParameters("The cursor is not known: the list has one page.")
  }

  // MARK: Calls

  private func call(_ request: RPCRequest, _ results: ResultForm) throws(RPCError) -> PendingCall {
    guard let name = request.parameters["name"]?.string else { throw .badParameters("tools/call needs name.") }
    guard let tool = tools.first(where: { $0.name == name }) else {
      if let other = Tool.all.first(where: { $0.name == name }) {
        throw .badParameters("This client may not call \(name). \(advice(other))")
      }
      let advice = Suggestion.question(for: name, among: tools.map(\.name)) ?? "tools/list has all tools."
      throw .badParameters("No tool is called \(name.shortened). \(advice)")
    }
    let arguments = request.parameters["arguments"] ?? .null
    guard arguments.isNull || arguments.object != nil else {
      throw .badParameters("arguments must be an object, not \(arguments.typeName).")
    }
    return PendingCall(
      tool: tool, arguments: arguments.object ?? JSONObject(), id: request.id, results: results, uri: nil)
  }

  private func reading(_ request: RPCRequest, _ results: ResultForm) throws(RPCError) -> PendingCall {
    guard let uri = request.parameters["uri"]?.string else { throw .badParameters("resources/read needs uri.") }
    guard let id = ListingResource.id(in: uri), let tool = tools.first(where: { $0.name == Tool.details.name }) else {
      throw .badParameters("No resource has the URI \(uri.shortened); those of listings are \(ListingResource.form).")
    }
    return PendingCall(tool: tool, arguments: ["id": .string(id)], id: request.id, results: results, uri: uri)
  }
}
