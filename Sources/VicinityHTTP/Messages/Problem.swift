import CodedErrors
import Foundation
import Hummingbird
import Streams
import Vicinity

/// An error whose answer has more than the status of its code: another text, a header field, or a time to try again.
package protocol ProblemConvertible: CodedError {
  /// The answer; nil for the usual one of the code.
  var problem: Problem? { get }
}

/// An answer that says what is wrong with a request: problem details of RFC 9457, with the codes of `docs/errors.md`.
package struct Problem: CodedError {
  /// The status of the answer.
  package var status: HTTPResponse.Status
  /// A short word for the kind of problem, for programs.
  package var code: String
  /// The error, its location and a next step.
  package var detail: String
  /// The query parameter or header that is wrong.
  var parameter: String?
  /// The place in the body that is wrong (JSON Pointer, RFC 6901).
  package var pointer: String?
  /// The word that was most likely meant.
  package var suggestion: String?
  /// The name of the limit that was exceeded, as `/v1/limits` lists it, and its value.
  package var limit: (name: String, value: Int)?
  /// Seconds after which the same request may succeed.
  package var retryAfter: Int?
  /// Further header fields of the answer.
  package var headers = HTTPFields()

  package init(_ status: HTTPResponse.Status, _ code: String, _ detail: String) {
    (self.status, self.code, self.detail) = (status, code, detail)
  }

  package var description: String { detail }

  /// The media type of the body.
  package static let mediaType = "application/problem+json"

  /// The body.
  var json: JSONValue {
    var object = JSONObject([
      ("type", .string("urn:vicinity:problem:\(code)")), ("title", .string(status.reasonPhrase)),
      ("status", .int(Int64(status.code))), ("code", .string(code)), ("detail", .string(detail)),
    ])
    object["parameter"] = parameter.map { .string($0) }
    object["pointer"] = pointer.map { .string($0) }
    object["suggestion"] = suggestion.map { .string($0) }
    object["limit"] = limit.map { .object(JSONObject([("name", .string($0.name)), ("value", .int(Int64($0.value)))])) }
    object["retryAfter"] = retryAfter.map { .int(Int64($0)) }
    return .object(object)
  }
}

extension Problem {
  /// A request that is not authenticated.
  package static func unauthorized(_ detail: String) -> Problem {
    var problem = Problem(.unauthorized, "unauthorized", detail)
    problem.headers[.wwwAuthenticate] = "Bearer"
    return problem
  }
}

extension Problem {
  /// The body as a reply.
  package var reply: Reply {
    var reply = Reply.json(json, status: status)
    reply.mediaType = Self.mediaType
    return reply
  }

  /// A parameter with a value that it cannot have.
  package static func parameter(_ name: String, code: String = "out-of-range", _ detail: String) -> Problem {
    var problem = Problem(.badRequest, code, "\(name): \(detail)")
    problem.parameter = name
    return problem
  }

  /// A limit that a request exceeds.
  package static func limit(_ status: HTTPResponse.Status, _ name: String, _ value: Int, _ detail: String) -> Problem {
    var problem = Problem(status, "limit", "\(detail) The limit is \(name), \(value); see /v1/limits.")
    problem.limit = (name, value)
    return problem
  }

  /// The problem that an error of the engine is for a client; nil for one that is the server's own.
  ///
  /// - Parameter name: the parameter for a path in a query's JSON form; nil for requests with a body, whose paths are
  ///   JSON pointers.
  package init?(_ error: any Error, naming name: ((String) -> String)? = nil) {
    switch error {
    case let problem as Problem: self = problem
    case let error as QueryError: self.init(query: error, naming: name)
    case let refusal as FairTurns.Refusal: self.init(refusal)
    case let refusal as ByteShares.Refusal: self.init(refusal, "max-held", "client-held")
    case let error as TooExpensive where error.part == .bytes:
      self = .limit(.badRequest, "max-answer", error.limit, "\(error).")
    case let error as TooExpensive:
      self.init(.serviceUnavailable, error.code, error.description)
      retryAfter = 1
    case let failure as ActionFailure:
      guard let problem = Problem(failure.error, naming: name) else { return nil }
      self = problem
      detail = "actions[\(failure.index)]: \(problem.detail) Nothing was done."
      pointer = "/actions/\(failure.index)\(problem.pointer ?? "")"
    case let error as any CodedError:
      if let problem = (error as? any ProblemConvertible)?.problem {
        self = problem
        return
      }
      guard let status = Self.statuses[error.code] else { return nil }
      self.init(status, error.code, error.description)
      if status == .serviceUnavailable { retryAfter = 1 }
      if name == nil, case CatalogError.invalidListing(_, let rejection) = error {
        pointer = rejection.key.map { Self.pointer(ofPath: $0) }
      }
    default: return nil
    }
  }

  private init(_ refusal: FairTurns.Refusal) {
    switch refusal {
    case .full(let limit):
      self = .limit(.serviceUnavailable, "queue", limit, "The server is busy; try again in a second.")
    case .clientFull(let limit):
      self = .limit(
        .serviceUnavailable, "client-queue", limit,
        "Too many of your requests are waiting; try again in a second.")
    case .late: self.init(.serviceUnavailable, "busy", "The server is busy; try again in a second.")
    }
    (code, retryAfter) = ("busy", 1)
  }

  /// - Parameters:
  ///   - name: the limit for all clients.
  ///   - clientName: the limit for each.
  package init(_ refusal: ByteShares.Refusal, _ name: String, _ clientName: String) {
    switch refusal {
    case .full(let limit):
      self = .limit(
        .serviceUnavailable, name, limit, "The server is busy with many large bodies; try again in a second.")
      code = "busy"
    case .clientFull(let limit):
      self = .limit(
        .tooManyRequests, clientName, limit,
        "Too many of your bytes are in transit; read the answers, or try again in a second.")
    }
    retryAfter = 1
  }

  private init(query error: QueryError, naming name: ((String) -> String)?) {
    let renamed = name.map { name in error.renamingPaths { $0.isEmpty ? $0 : name($0) } } ?? error
    self.init(.badRequest, error.code, renamed.description)
    // The body of most requests is no query.
    if name == nil, case .missing(_, "", _) = error {
      detail = detail.replacing("the query", with: "the request", maxReplacements: 1)
    }
    suggestion = error.suggestion
    if name != nil, case .badTime(_, let found, _) = error, found.contains(/\d\d:\d\d[ T]\d\d(:?\d\d)?$/) {
      detail += ". In a URL, + means a space: write %2B for it."
    }
    guard let path = error.path, !path.isEmpty else { return }
    if let name { parameter = name(path) } else { pointer = Self.pointer(ofPath: path) }
  }

  /// The same, without the paths of a file of the server and of its folder.
  package func without(path: String) -> Problem {
    var problem = self
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent().path
    problem.detail = detail.replacing(file.path, with: "the catalog").replacing(path, with: "the catalog")
      .replacing(folder == "/" ? folder : folder + "/", with: folder == "/" ? folder : "")
    return problem
  }

  /// The server's disk is full.
  package static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")

  /// `/tags/any/2` for `tags.any[2]`.
  package static func pointer(ofPath path: String) -> String {
    let steps = path.split { ".[]".contains($0) }
    return steps.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }

  /// The status codes of error codes; errors without one are server errors.
  private static let statuses: [String: HTTPResponse.Status] = [
    "unknown-listing": .notFound, "unknown-area": .notFound, "unknown-place": .notFound, "no-gazetteer": .notFound,
    "unknown-member": .notFound, "unknown-booking": .notFound,
    "other-member": .forbidden, "not-host": .forbidden, "for-host": .forbidden, "too-late": .conflict,
    "other-host": .forbidden, "private-place": .forbidden, "for-editors": .forbidden, "hidden": .conflict,
    "not-invited": .forbidden,
    "past": .conflict, "notice": .conflict, "unavailable": .conflict, "own-couch": .conflict, "no-host": .conflict,
    "own-listing": .conflict, "account-ended": .unauthorized, "key-reused": .conflict,
    "wrong-status": .conflict, "no-start": .conflict, "no-occurrence": .conflict, "over": .conflict,
    "cancelled": .conflict, "not-begun": .conflict, "not-attended": .conflict, "not-stayed": .conflict,
    "visit-to-come": .badRequest, "text-too-long": .badRequest, "bad-member": .badRequest, "has-stays": .conflict,
    "unsuitable": .conflict, "cannot-make": .conflict, "name-taken": .conflict, "repeated-listing": .conflict,
    "invalid-listing": .badRequest, "out-of-range": .badRequest, "ambiguous-place": .badRequest,
    "country-named": .badRequest,
    "no-places": .notFound, "bad-line": .badRequest, "bad-lines": .badRequest, "read-only": .forbidden,
    "catalog-not-writable": .forbidden, "disk-full": insufficientStorage, "busy": .serviceUnavailable,
    "not-on-disk": .serviceUnavailable, "accounts-damaged": .serviceUnavailable,
    "accounts-unreadable": .serviceUnavailable, "accounts-missing": .serviceUnavailable,
    "accounts-replaced": .serviceUnavailable, "too-new": .serviceUnavailable,
    "needs-migration": .serviceUnavailable, "cannot-copy": .serviceUnavailable,
    "removed": .serviceUnavailable, "not-leader": .serviceUnavailable, "no-leader": .serviceUnavailable,
    "cut-off": .serviceUnavailable, "not-fetched": .serviceUnavailable,
    "unknown-outcome": .serviceUnavailable, "in-cluster": .serviceUnavailable,
    "line-too-long": .badRequest, "bad-area-file": .badRequest,
    "unknown-code": .notFound, "last-admin": .conflict, "is-admin": .conflict, "unknown-media": .notFound,
    "too-many-media": .conflict, "too-many-pictures": .conflict, "unknown-message": .notFound, "not-live": .conflict,
    "blocked": .forbidden, "unknown-review": .notFound, "unknown-report": .notFound, "too-many-alerts": .conflict,
    "unknown-alert": .notFound, "not-there": .forbidden, "unknown-switch": .notFound,
    "too-many-switches": .conflict, "switch-failed": .badGateway,
  ]
}

extension QueryError {
  /// The location of the error, if there is one.
  fileprivate var path: String? {
    switch self {
    case .unknownKey(let path, _, _), .unknownWord(_, let path, _, _), .wrongType(let path, _, _, _),
      .outOfRange(let path, _, _, _), .unreadable(let path, _, _, _), .badTime(let path, _, _),
      .noSuchDate(let path, _, _), .missing(let path, _, _), .badArea(let path, _), .noAreas(let path),
      .badFilter(let path, _):
      path
    case .notJSON, .conflict, .badCursor: nil
    }
  }

  fileprivate var suggestion: String? {
    switch self {
    case .unknownKey(_, let suggestion, _), .unknownWord(_, _, let suggestion, _): suggestion
    default: nil
    }
  }
}
