import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// One line of the route table: the allowed contents of a request, its permitted callers, and its handler.
///
/// Dispatch, checks of parameters, negotiation, OpenAPI, labels of metrics, limits of rates and the list in
/// `docs/server.md` derive from it.
struct Route: Sendable {
  var method: HTTPRequest.Method
  /// The template of its path, such as `/v1/listings/{id}`; also its label in metrics.
  var path: String
  /// The name of its method in the clients in Python and JavaScript, its words joined by spaces; nil where the rule of
  /// `ClientMethod` gives a good one.
  var name: String?
  /// One line for lists.
  var summary: String
  var parameters: [Parameter] = []
  /// The parameters that are parts of a query.
  var queryParameters: [QueryInput] = []
  /// Whether the query string is for the page that it answers, and not for the server.
  var leavesQueryToPage = false
  /// The representations, the preferred one first; empty where the answer has none or always the same.
  var formats: [MediaFormat] = [.json]
  /// The representations of its own errors, in addition to problem details.
  var errorFormats: [MediaFormat] = []
  /// The member that its JSON consists of, where that is one list; see `Exchange.list`.
  var list: String?
  /// The body that the request must have.
  var body: RequestBody?
  /// The scope that a key needs; nil when keys open nothing here.
  var scope: Scope?
  /// The least role that a member needs, in addition to the checks of the route itself; nil when signing in opens
  /// nothing here.
  ///
  /// Without a scope and a role, anyone may call it.
  var role: Role?
  var group: Group
  /// The validity of an answer.
  var freshness = Freshness.never
  /// The statuses that it can return in addition to those of every route.
  var statuses: [HTTPResponse.Status] = [.ok]
  /// A share of the client's rate.
  var cost = 1
  /// Whether a method other than GET changes neither the catalog nor what the server stores.
  var onlyReads = false
  var handle: @Sendable (Exchange) async throws -> Reply

  /// Whether it may change the catalog or the server's data, which a read-only server refuses.
  var changes: Bool { method != .get && !onlyReads }

  /// Whether its answer lasts until its client goes.
  var isStreamed: Bool { formats.contains(.events) }

  /// The body of a request.
  struct RequestBody: Sendable {
    var mediaTypes: [String]
    /// What the clients call it.
    var name = "body"
    var description: String
    /// Whether the route reads it piece by piece; otherwise it is read before the route, up to the limit of bodies.
    var isStreamed = false
    /// Its type in JSON; nil for what is not one document of JSON.
    var schema: String? = "object"
    var example: JSONValue?
  }

  /// A section of the documentation.
  enum Group: String, CaseIterable, Sendable {
    case search = "Search"
    case models = "Language models"
    case features = "OGC API – Features"
    case tiles = "Tiles"
    case page = "Map page"
    case listings = "Listings"
    case accounts = "Accounts"
    case members = "Members"
    case operations = "Operations"
  }

  /// Whether an answer may be reused without querying the catalog.
  enum Freshness: Sendable {
    /// It is computed for each request.
    case never
    /// Until the catalog changes.
    case version
    /// Until the catalog changes, or its names are read again.
    case names
    /// Until the catalog changes or the minute is over: opening hours, free nights and past events depend on the time.
    case minute
  }

  /// The same with the parameter `f`, where the answer has several representations.
  var withFormat: Route {
    let words = formats.map(\.word).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    guard words.count > 1 else { return self }
    var route = self
    route.parameters.append(
      Parameter("f", .text(words: words), "The format, instead of the header field Accept."))
    return route
  }

  /// The steps of the path.
  var steps: [Substring] { path.split(separator: "/") }

  /// The media types of its answers, without parameters; a range such as `image/*` for several.
  var mediaTypes: [String] { formats.isEmpty ? ["text/plain"] : formats.map(\.essence) }

  /// Whether the description of the interface says that the route can answer this.
  func describes(_ reply: Reply) -> Bool {
    if reply.status == .notModified { return statuses.contains(.notModified) || freshness != .never }
    let type = reply.mediaType.prefix { $0 != ";" }
    let isKnown = mediaTypes.contains {
      $0 == "*/*" || $0 == type || $0.hasSuffix("/*") && type.hasPrefix($0.dropLast())
    }
    return statuses.contains(reply.status) && (type.isEmpty || isKnown)
  }
}
