import AsyncHTTPClient
import CodedErrors
import NIOCore
import NIOHTTP1
import Streams

/// A server's report of a failed request: problem details of RFC 9457; see `docs/server.md`.
public struct ServerProblem: CodedError {
  /// The status of the answer, such as 404.
  public var status: Int
  /// A short word for the kind of problem, such as `unknown-listing`; without problem details `http-404` and the like.
  public var code: String
  /// The reason, its location and a next step.
  public var detail: String
  /// The query parameter that is wrong.
  public var parameter: String?
  /// The place in the body that is wrong (RFC 6901).
  public var pointer: String?
  /// The word that was most likely meant.
  public var suggestion: String?
  /// Seconds after which the same request may succeed.
  public var retryAfter: Int?

  /// The detail.
  public var description: String { detail }

  /// The most bytes of an answer that are read.
  private static let largest = 1 << 20

  init(_ response: HTTPClientResponse) async throws {
    status = Int(response.status.code)
    let bytes = try? await response.body.collect(upTo: Self.largest)
    let object = bytes.flatMap { try? JSONParser.parse($0.readableBytesView) }?.object
    code = object?["code"]?.string ?? "http-\(status)"
    detail = object?["detail"]?.string ?? "the server answered \(status) \(response.status.reasonPhrase)"
    (parameter, pointer) = (object?["parameter"]?.string, object?["pointer"]?.string)
    suggestion = object?["suggestion"]?.string
    retryAfter = response.headers.first(name: "Retry-After").flatMap { Int($0) }
  }
}
