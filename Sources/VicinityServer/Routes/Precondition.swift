import Hummingbird
import VicinityHTTP

/// The expected state of the thing to change (RFC 9110, 13.1).
struct Precondition: Sendable {
  private let field: String?
  /// Whether there must be none yet.
  private let wantsNone: Bool

  init(_ request: Request) {
    field = request.headers[.ifMatch]
    wantsNone = request.headers[.ifNoneMatch] == "*"
  }

  /// - Throws: `Problem` where the request says nothing.
  func required() throws -> Precondition {
    guard field != nil else {
      throw Problem(
        .init(code: 428, reasonPhrase: "Precondition Required"), "precondition-required",
        "If-Match is missing: send the ETag that you read, so that no other change is lost, or *.")
    }
    return self
  }

  /// Checks a request that makes a thing, or replaces it as a whole.
  ///
  /// - Parameter hash: the hash of its current state; nil when it does not exist.
  /// - Throws: `Problem` when another state is expected, or none is given for an existing thing.
  func checkReplacing(_ hash: String?) throws {
    guard let hash else {
      if field != nil { throw Self.failed }
      return
    }
    guard !wantsNone else {
      throw Problem(.preconditionFailed, "changed-meanwhile", "It exists already; send If-Match to replace it.")
    }
    try required().check(hash)
  }

  /// - Parameter hash: the hash of its current state, with which its entity tag begins.
  /// - Throws: `Problem` when its state differs from the one that was read.
  func check(_ hash: String) throws {
    let (whole, beginning) = ("\"\(hash)\"", "\"\(hash).")
    let isSame = field == nil || EntityTag.matches(field, where: { $0 == whole || $0.hasPrefix(beginning) })
    guard !isSame else { return }
    guard field?.contains("\"") ?? true else {
      throw Problem(.badRequest, "bad-encoding", "If-Match: write the entity tag with its quotes, as in ETag.")
    }
    throw Self.failed
  }

  static var failed: Problem {
    Problem(.preconditionFailed, "changed-meanwhile", "It is not as it was read; read it again.")
  }
}
