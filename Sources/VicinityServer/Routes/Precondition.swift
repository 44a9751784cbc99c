import Hummingbird

/// What a change expects of the thing that it changes (RFC 9110, 13.1).
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
        "If-Match is missing: send the ETag as you read it, so that no other change is lost, or *.")
    }
    return self
  }

  /// - Throws: `Problem` for a request that expects nothing where something is.
  func checkPresent() throws {
    guard wantsNone else { return }
    throw Problem(.preconditionFailed, "changed-meanwhile", "It exists already; send If-Match to replace it.")
  }

  /// - Throws: `Problem` for a request that expects something where nothing is.
  func checkMissing() throws { if field != nil { throw Self.failed } }

  /// - Parameter hash: of what is there now, with which its entity tag begins.
  /// - Throws: `Problem` when it is another one than was read.
  func check(_ hash: String) throws {
    let (whole, beginning) = ("\"\(hash)\"", "\"\(hash).")
    let isSame = field == nil || EntityTag.isAny(field, where: { $0 == whole || $0.hasPrefix(beginning) })
    guard isSame else { throw Self.failed }
  }

  static var failed: Problem {
    Problem(.preconditionFailed, "changed-meanwhile", "It is not as it was read; read it again.")
  }
}
