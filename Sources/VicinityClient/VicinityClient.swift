import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Streams
import Synchronization
import Vicinity

/// A client of a server started by `vicinity serve`.
///
///     let client = VicinityClient("http://127.0.0.1:8080")
///     var query = Query()
///     (query.near, query.limit) = (Coordinate(latitude: 48.7758, longitude: 9.1829), 5)
///     for result in try await client.answer(query).results { print(result.name ?? result.id) }
///
/// Queries are retried when the server is busy, up to `retries` times and after the delay that it names; changes never
/// are. Of a cluster, a client and its copies read what they have written, from whichever node answers.
public struct VicinityClient: Sendable {
  private let address: String
  private let key: String?
  private let retries: Int
  private let timeout: TimeAmount
  private let http: HTTPClient
  private let seen = SeenPosition()

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - address: of the server, such as `http://127.0.0.1:8080`.
  ///   - key: a key of the server, for what needs one.
  ///   - retries: how often a query is retried after 429 or 503.
  ///   - timeoutSeconds: the longest time until the head of an answer.
  ///   - http: the HTTP client to use; without one, all clients share one that lives until the process ends.
  public init(
    _ address: String, key: String? = nil, retries: Int = 2, timeoutSeconds: Int = 30, http: HTTPClient? = nil
  ) {
    self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
    (self.key, self.retries, self.http) = (key, retries, http ?? Self.connections)
    timeout = .seconds(Int64(timeoutSeconds))
  }

  /// Lines of a batch may be alike and compress better than any ratio that would identify an attack: answers that are
  /// read as a whole are limited in size instead.
  private static let connections = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(decompression: .enabled(limit: .none)))

  // MARK: Queries

  /// Runs a query: `POST /v1/query`.
  /// - Throws: `ServerProblem`; errors of the connection.
  public func answer(_ query: Query) async throws -> ServerAnswer {
    ServerAnswer(json: try await ask("/v1/query", query.json))
  }

  /// The results of a query page by page, each page requested when it is needed, until there are no more.
  ///
  /// Each page has at most `limit` results; earlier pages do not change, and each listing appears once unless the
  /// catalog changes.
  public func pages(_ query: Query) -> AsyncThrowingStream<ServerAnswer, any Error> {
    let next = NextPage(self, query)
    return AsyncThrowingStream { try await next.answer() }
  }

  /// Recommends listings to the members of a query: `POST /v1/recommend`; needs a key that acts for members.
  public func recommend(_ query: Query) async throws -> ServerAnswer {
    ServerAnswer(json: try await ask("/v1/recommend", query.json))
  }

  /// Completes partial input: `GET /v1/suggest`.
  ///
  /// - Parameters:
  ///   - text: the input so far.
  ///   - place: where, as `48.7758,9.1829` or the name of a place; nil for everywhere.
  ///   - limit: the most completions.
  public func suggest(_ text: String, near place: String? = nil, limit: Int = 10) async throws -> [JSONObject] {
    var path = "/v1/suggest?text=\(Self.encoded(text))&limit=\(limit)"
    if let place { path += "&near=\(Self.encoded(place))" }
    let json = try await send(.GET, path, onlyReads: true).json
    return json.object?["completions"]?.array?.compactMap(\.object) ?? []
  }

  /// Calls a route that takes and returns an object, such as `/v1/plan`, `/v1/crawl`, `/v1/why` or `/v1/why-not/ID`.
  public func ask(_ path: String, _ form: JSONValue) async throws -> JSONValue {
    try await send(.POST, path, body: .bytes(ByteBuffer(string: form.text)), onlyReads: true).json
  }

  /// Answers many queries, in order: `POST /v1/batch`. They are sent while answers come; ending early ends the request.
  ///
  /// - Parameter lines: a JSON object per query, as in the lines of `vicinity batch`.
  /// - Returns: the lines of the answer, an object with `error` in the place of a line that is wrong.
  /// - Throws: `ServerProblem` before the first line; errors of the connection.
  public func batch<Lines: AsyncSequence & Sendable>(
    _ lines: Lines
  ) async throws -> some AsyncSequence<JSONValue, any Error> where Lines.Element == JSONValue {
    var request = request(.POST, "/v1/batch")
    request.headers.add(name: "Content-Type", value: "application/x-ndjson")
    request.body = .stream(lines.map { ByteBuffer(string: $0.text + "\n") }, length: .unknown)
    let response = try await execute(request)
    guard response.status == .ok else { throw try await ServerProblem(response) }
    return NDJSONLines(body: response.body).map { try JSONParser.parse($0) }
  }

  // MARK: Listings

  /// A listing with all its fields, and the entity tag for a change of it.
  public func listing(_ id: String) async throws -> (listing: JSONObject, tag: String) {
    let answered = try await send(.GET, Self.path(ofListing: id), onlyReads: true)
    return (try answered.json.object ?? JSONObject(), answered.headers.first(name: "ETag") ?? "*")
  }

  /// Makes a listing, or replaces the one that was read with this tag.
  /// - Returns: the tag that it has now.
  @discardableResult
  public func put(_ listing: JSONObject, id: String, replacing tag: String? = nil) async throws -> String {
    try await change(.PUT, id, .object(listing), tag)
  }

  /// Changes some fields of a listing (RFC 7396); null removes one.
  /// - Returns: the tag that it has now.
  @discardableResult
  public func patch(_ id: String, _ fields: JSONObject, tag: String) async throws -> String {
    try await change(.PATCH, id, .object(fields), tag)
  }

  /// Removes a listing.
  public func delete(_ id: String, tag: String) async throws {
    _ = try await send(.DELETE, Self.path(ofListing: id), headers: ["If-Match": tag])
  }

  /// Adds and replaces listings, all or none: `POST /v1/import`.
  ///
  /// - Parameters:
  ///   - listings: in the canonical form; they are sent as they come.
  ///   - source: the source that they belong to.
  ///   - replacesSource: whether listings of the source that are not sent are removed.
  ///   - takesOver: whether listings of other sources with the same ids are replaced; otherwise the server refuses them.
  ///   - allowsEmpty: whether an empty import is accepted with `replacesSource`, which removes all listings of the
  ///     source.
  /// - Returns: the counts.
  @discardableResult
  public func importListings<Listings: AsyncSequence & Sendable>(
    _ listings: Listings, source: String, replacesSource: Bool = false, takesOver: Bool = false,
    allowsEmpty: Bool = false
  ) async throws -> JSONObject where Listings.Element == JSONObject {
    let path =
      "/v1/import?source=\(Self.encoded(source))" + (replacesSource ? "&replace-source=true" : "")
      + (takesOver ? "&take-over=true" : "") + (allowsEmpty ? "&allow-empty=true" : "")
    let lines = listings.map { ByteBuffer(string: JSONValue.object($0).text + "\n") }
    let answered = try await send(
      .POST, path, body: .stream(lines, length: .unknown), headers: ["Content-Type": "application/x-ndjson"])
    return try answered.json.object ?? JSONObject()
  }

  /// All listings, by id: `GET /v1/export`.
  public func export() async throws -> some AsyncSequence<JSONValue, any Error> {
    let response = try await execute(request(.GET, "/v1/export"))
    guard response.status == .ok else { throw try await ServerProblem(response) }
    return NDJSONLines(body: response.body).map { try JSONParser.parse($0) }
  }

  private func change(_ method: HTTPMethod, _ id: String, _ form: JSONValue, _ tag: String?) async throws -> String {
    let headers = tag.map { ["If-Match": $0] } ?? [:]
    let answered = try await send(
      method, Self.path(ofListing: id), body: .bytes(ByteBuffer(string: form.text)), headers: headers)
    return answered.headers.first(name: "ETag") ?? "*"
  }

  // MARK: Requests

  private struct Answered {
    var headers: HTTPHeaders
    var body: ByteBuffer

    var json: JSONValue { get throws { try JSONParser.parse(body.readableBytesView) } }
  }

  /// The largest answer that is read as a whole, in bytes.
  private static let largest = 256 << 20

  private func request(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: address + path)
    request.method = method
    if let key { request.headers.add(name: "Authorization", value: "Bearer \(key)") }
    return request
  }

  private func execute(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
    var request = request
    seen.send(in: &request.headers)
    let response = try await http.execute(request, timeout: timeout)
    seen.note(response.headers)
    return response
  }

  /// - Parameter onlyReads: whether it changes nothing, so that it may be sent again.
  private func send(
    _ method: HTTPMethod, _ path: String, body: HTTPClientRequest.Body? = nil, headers: [String: String] = [:],
    onlyReads: Bool = false
  ) async throws -> Answered {
    var request = request(method, path)
    if body != nil, headers["Content-Type"] == nil {
      request.headers.add(name: "Content-Type", value: "application/json")
    }
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    request.body = body
    for attempt in 0... {
      let response = try await execute(request)
      if (200..<300).contains(response.status.code) {
        return Answered(headers: response.headers, body: try await response.body.collect(upTo: Self.largest))
      }
      let problem = try await ServerProblem(response)
      guard onlyReads, attempt < retries, let wait = problem.retryAfter else { throw problem }
      try await Task.sleep(for: .seconds(wait))
    }
    preconditionFailure("attempts end with an answer or an error")
  }

  private static func path(ofListing id: String) -> String { "/v1/listings/\(encoded(id))" }

  /// All but the unreserved characters of RFC 3986 percent-encoded.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(scalar))
      encoded += isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}

/// The last entry of a cluster's log that a client has seen.
private final class SeenPosition: Sendable {
  private static let field = "Vicinity-Position"
  private let entry = Mutex<Int64>(0)

  func send(in headers: inout HTTPHeaders) {
    let entry = entry.withLock { $0 }
    if entry > 0 { headers.replaceOrAdd(name: Self.field, value: "\(entry)") }
  }

  func note(_ headers: HTTPHeaders) {
    guard let found = headers.first(name: Self.field).flatMap({ Int64($0) }) else { return }
    entry.withLock { $0 = max($0, found) }
  }
}

/// Requests page after page.
private actor NextPage {
  private let client: VicinityClient
  private var query: Query?

  init(_ client: VicinityClient, _ query: Query) { (self.client, self.query) = (client, query) }

  func answer() async throws -> ServerAnswer? {
    guard let asked = query else { return nil }
    let answer = try await client.answer(asked)
    query = answer.next.map { next in
      var query = asked
      query.after = next
      return query
    }
    return answer
  }
}
